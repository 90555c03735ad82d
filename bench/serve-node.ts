import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../bin/prospector', import.meta.url))

/** `prospector serve` as operators run it, with these settings and no others. Resolves when all of its threads listen. */
export async function serveNode(settings: Record<string, string>): Promise<{ child: ChildProcess; address: string }> {
  const { PATH = '', HOME = '/' } = process.env
  const child = spawn(program, ['serve', '--json'], {
    env: { PATH, HOME, LOG_LEVEL: 'error', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`A node ended with ${code} before it listened.`))),
  ])) as [string]
  return { child, address: JSON.parse(line).address }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const key = Buffer.alloc(32, 1)

export type Node = Awaited<ReturnType<typeof startNode>>

/** A node in a process of its own, so that its memory and its processor time are its own. */
export async function startNode(databaseUrl: string, { searches = false } = {}) {
  const program = fileURLToPath(new URL('../test/support/serve.ts', import.meta.url))
  const secret = key.toString('base64')
  const options = { databaseUrl, authSecret: secret, channelKeys: [secret], searches }
  const child = spawn(process.execPath, [program, JSON.stringify(options)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [port] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string]
  return { child, port: Number(port) }
}

/** Nodes as real processes with real ports: what is exact here is exact because of the database, not of shared memory. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import type { Secrets } from '../../src/base/secrets.ts'
import type { Answer, CallOptions } from './app.ts'
import { undescribed } from './described-traffic.ts'
import type { ServeOptions } from './serve.ts'
import type { ThreadOptions } from './serve-threads.ts'

export type Server = {
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  reveal(apiKey: string, contactIds: string[], headers?: Record<string, string>): Promise<Answer>
  signal(name: NodeJS.Signals): void
  /** From now on its statements see a database clock that is this far ahead. */
  moveClock(aheadMs: number): void
  /** Ends one of the threads that answer; resolves when another has taken its place. Null for a node without threads. */
  killThread: (() => Promise<void>) | null
  /** kill -9, in the middle of whatever it does. */
  kill(): Promise<void>
}

const program = new URL('serve.ts', import.meta.url).pathname

type StartOptions = { frozenAt?: Date; threads?: ThreadOptions; works?: boolean; searches?: boolean }

export async function startServer(
  databaseUrl: string,
  secrets: Secrets,
  { frozenAt, threads, works, searches }: StartOptions = {},
): Promise<Server> {
  const options: ServeOptions = {
    databaseUrl,
    authSecret: secrets.authSecret.toString('base64'),
    channelKeys: secrets.channelKeys.map((key) => key.toString('base64')),
    ...(frozenAt && { frozenAt: frozenAt.toISOString() }),
    ...(threads && { threads }),
    ...(works && { works }),
    ...(searches && { searches }),
  }
  const child = spawn(process.execPath, [program, JSON.stringify(options)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  const [port] = (await Promise.race([
    once(lines, 'line'),
    ended.then(([code]) => Promise.reject(new Error(`The server ended with ${code} before it listened.`))),
  ])) as [string]
  // A node that was just killed hears nothing.
  child.stdin.on('error', () => {})
  const { close, ...client } = createClient(Number(port))
  return {
    ...client,
    signal: (name) => void child.kill(name),
    moveClock: (aheadMs) => void child.stdin.write(`${aheadMs}\n`),
    killThread: threads
      ? async () => {
          child.stdin.write('kill a thread\n')
          await Promise.race([once(lines, 'line'), ended])
        }
      : null,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
      close()
    },
  }
}

const idleMs = 60_000

type Client = Pick<Server, 'call' | 'reveal'> & { close(): void }

/**
 * Whoever listens on the port: a node, or a load balancer in front of several. `isOlder`: a node of an earlier release, whose
 * answers openapi.json does not describe.
 */
export function createClient(port: number, { isOlder = false } = {}): Client {
  // Without a time of its own, Node's agent ignores that which a server gives it, and sends on connections about to be closed.
  const agent = new Agent({ keepAlive: true, maxSockets: 256, timeout: idleMs })
  const call: Server['call'] = (method, path, called = {}) => send(agent, port, method, path, { ...called, isOlder })
  return {
    call,
    reveal: (key, contactIds, headers = {}) =>
      call('POST', '/api/v1/contacts/reveal', { key, body: { contact_ids: contactIds }, headers }),
    close: () => agent.destroy(),
  }
}

/** A node refuses more than it can work on at once, and says when to come back: a caller does. */
export async function untilServed(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503) return answer
    await pause(Number(answer.headers['retry-after']) * 1_000)
  }
}

/** Rejects when the connection breaks: the caller then does not know what became of the request, like any client. */
function send(
  agent: Agent,
  port: number,
  method: string,
  path: string,
  options: CallOptions & { isOlder: boolean },
): Promise<Answer> {
  const { key, body, headers = {}, isOlder } = options
  const payload = body === undefined ? undefined : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: {
          ...(key && { authorization: `Bearer ${key}` }),
          ...(payload !== undefined && { 'content-type': 'application/json', 'content-length': payload.length }),
          ...headers,
        },
      },
      async (response) => {
        try {
          let text = ''
          for await (const chunk of response.setEncoding('utf8')) text += chunk
          const isJson = response.headers['content-type']?.startsWith('application/json')
          const status = response.statusCode!
          const unknown = isOlder ? [] : undescribed({ method, url: path, status, headers: response.headers, text })
          if (unknown.length > 0) throw new Error(`openapi.json does not describe: ${unknown.join('\n')}`)
          resolve({ status, headers: response.headers, body: isJson ? JSON.parse(text) : null, text })
        } catch (error) {
          reject(error)
        }
      },
    )
    sent.on('error', reject)
    sent.end(payload)
  })
}

import { connect } from 'node:net'
import type { TestApp } from '../support/app.ts'

export type RawAnswer = { status: number; headers: Record<string, string>; body: string }

/** The same application on a real port, for what only a socket can send. */
export async function listen(test: TestApp): Promise<number> {
  await test.app.http.server.listen({ host: '127.0.0.1', port: 0 })
  return (test.app.http.server.server.address() as { port: number }).port
}

/**
 * Sends bytes as they are and reads until the server hangs up, or until so many answers are there (`answers`). They come back
 * in order. Many clients read nothing before all is sent: `readsLast`.
 */
export function sendRaw(
  port: number,
  chunks: Iterable<string | Buffer>,
  { thenEnd = false, readsLast = false, answers = Number.POSITIVE_INFINITY } = {},
): Promise<RawAnswer[]> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const received: Buffer[] = []
    const receive = (chunk: Buffer): void => {
      received.push(chunk)
      if (answers < Number.POSITIVE_INFINITY && countAnswers(received) >= answers) socket.destroy()
    }
    if (!readsLast) socket.on('data', receive)
    socket.on('close', () => resolve(parseAnswers(Buffer.concat(received))))
    // A server that has answered may hang up while we still send.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') reject(error)
    })
    const iterator = chunks[Symbol.iterator]()
    const write = (): void => {
      for (let next = iterator.next(); !next.done; next = iterator.next()) {
        if (!socket.write(next.value)) {
          socket.once('drain', write)
          return
        }
      }
      if (readsLast) socket.on('data', receive)
      if (thenEnd) socket.end()
    }
    socket.once('connect', write)
  })
}

/** Whole ones: one that is on its way does not count. */
function countAnswers(received: Buffer[]): number {
  try {
    return parseAnswers(Buffer.concat(received)).length
  } catch {
    return 0
  }
}

function parseAnswers(bytes: Buffer): RawAnswer[] {
  const answers: RawAnswer[] = []
  let rest = bytes
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) throw new Error(`No answer: ${rest.toString('latin1')}`)
    const [first = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => {
        const [name = '', ...value] = line.split(': ')
        return [name.toLowerCase(), value.join(': ')]
      }),
    )
    const length = Number(headers['content-length'] ?? 0)
    if (rest.length < end + 4 + length) throw new Error('An answer was cut short.')
    answers.push({
      status: Number(first.split(' ')[1]),
      headers,
      body: rest.subarray(end + 4, end + 4 + length).toString('utf8'),
    })
    rest = rest.subarray(end + 4 + length)
  }
  return answers
}

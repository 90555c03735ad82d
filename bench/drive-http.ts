import { connect, type Socket } from 'node:net'

/** How long each answer took, in milliseconds, and how long all of it. */
type DriveResult = { times: number[]; lastedMs: number }

/**
 * A client with as little cost of its own as possible: keep-alive sockets, requests as prepared text, answers read only
 * as far as their status and length (about 10 µs a request; on two cores a full HTTP client would take a third of the
 * machine). Any answer but a 200 fails the run.
 */
export async function driveHttp(
  address: string,
  { connections, seconds, nextRequest }: { connections: number; seconds: number; nextRequest(host: string): string },
): Promise<DriveResult> {
  const { host, hostname, port } = new URL(address)
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(Number(port), hostname)))
  const times: number[] = []
  const start = performance.now()
  const end = start + seconds * 1_000
  await Promise.all(sockets.map((socket) => drive(socket, () => nextRequest(host), end, times)))
  return { times, lastedMs: performance.now() - start }
}

function open(port: number, hostname: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, hostname, () => resolve(socket)).once('error', reject)
    socket.setNoDelay(true)
  })
}

const ok = Buffer.from('HTTP/1.1 200')
const lengthName = Buffer.from('ontent-length: ', 'latin1')
const headEnd = Buffer.from('\r\n\r\n')

function drive(socket: Socket, nextRequest: () => string, end: number, times: number[]): Promise<void> {
  let pending: Buffer | null = null
  let sentAt = 0
  const send = () => {
    sentAt = performance.now()
    socket.write(nextRequest(), 'latin1')
  }
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    // After the last answer this changes nothing; before it, the server is gone.
    socket.on('close', () => reject(new Error('The server closed a connection.')))
    socket.on('data', (chunk: Buffer) => {
      pending = pending === null ? chunk : Buffer.concat([pending, chunk])
      const head = pending.indexOf(headEnd)
      if (head < 0 || pending.length < head + 4 + lengthOf(pending)) return
      if (pending.compare(ok, 0, ok.length, 0, ok.length) !== 0) {
        return reject(new Error(pending.subarray(0, 600).toString()))
      }
      pending = null
      const now = performance.now()
      times.push(now - sentAt)
      if (now < end) send()
      else socket.end(resolve)
    })
    send()
  })
}

function lengthOf(answer: Buffer): number {
  let at = answer.indexOf(lengthName) + lengthName.length
  let length = 0
  for (let digit = answer[at]! - 48; digit >= 0 && digit <= 9; digit = answer[at]! - 48) {
    length = length * 10 + digit
    at += 1
  }
  return length
}

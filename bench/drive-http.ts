import { connect, type Socket } from 'node:net'

/** How long each answer took, in milliseconds, and how long all of it. */
type Driven = { times: number[]; lastedMs: number }

/**
 * A client with as little cost of its own as possible: keep-alive sockets, requests as prepared text, answers read only
 * as far as their status and length. On two cores a full HTTP client would take a third of the machine. Any answer but
 * a 200 fails the run.
 */
export async function driveHttp(
  address: string,
  { connections, seconds, nextRequest }: { connections: number; seconds: number; nextRequest(host: string): string },
): Promise<Driven> {
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

function drive(socket: Socket, nextRequest: () => string, end: number, times: number[]): Promise<void> {
  let pending = ''
  let sentAt = 0
  const send = () => {
    sentAt = performance.now()
    socket.write(nextRequest())
  }
  return new Promise((resolve, reject) => {
    socket.setEncoding('latin1')
    socket.on('error', reject)
    socket.on('data', (chunk: string) => {
      pending += chunk
      const head = pending.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = Number(/content-length: (\d+)/i.exec(pending)?.[1])
      if (pending.length < head + 4 + length) return
      if (!pending.startsWith('HTTP/1.1 200')) return reject(new Error(pending.slice(0, 600)))
      pending = pending.slice(head + 4 + length)
      const now = performance.now()
      times.push(now - sentAt)
      if (now < end) send()
      else socket.end(resolve)
    })
    send()
  })
}

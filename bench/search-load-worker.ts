import { connect, type Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { quantile } from './measure.ts'
import type { Load } from './search-load.ts'

/** A client with as little cost of its own as possible: keep-alive sockets, and answers read only as far as needed. */
const { address, request, connections, seconds } = workerData as {
  address: string
  request: { apiKey: string; bodies: string[] }
  connections: number
  seconds: number
}
const { host, hostname, port } = new URL(address)
const texts = request.bodies.map(
  (body) =>
    `POST /api/v1/contacts/search HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${request.apiKey}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
)
let next = 0
const times: number[] = []

function drive(socket: Socket, end: number): Promise<void> {
  let pending = ''
  let sentAt = 0
  const send = () => {
    sentAt = performance.now()
    socket.write(texts[next++ % texts.length]!)
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
      times.push(performance.now() - sentAt)
      if (performance.now() < end) send()
      else socket.end(resolve)
    })
    send()
  })
}

const sockets = await Promise.all(
  Array.from(
    { length: connections },
    () =>
      new Promise<Socket>((resolve, reject) => {
        const socket = connect(Number(port), hostname, () => resolve(socket)).once('error', reject)
        socket.setNoDelay(true)
      }),
  ),
)
const start = performance.now()
await Promise.all(sockets.map((socket) => drive(socket, start + seconds * 1_000)))
const perSecond = (times.length * 1_000) / (performance.now() - start)
parentPort!.postMessage({ perSecond, p50: quantile(times, 0.5), p99: quantile(times, 0.99) } satisfies Load)

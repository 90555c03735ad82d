import { parentPort, workerData } from 'node:worker_threads'
import { driveHttp } from './drive-http.ts'
import { quantile } from './measure.ts'
import type { Load, SearchRequests } from './search-load.ts'

const { address, request, connections, seconds } = workerData as {
  address: string
  request: SearchRequests
  connections: number
  seconds: number
}
const { host } = new URL(address)
const accepting = request.acceptEncoding ? `Accept-Encoding: ${request.acceptEncoding}\r\n` : ''
const texts = request.bodies.map(
  (body) =>
    `POST /api/v1/contacts/search HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${request.apiKey}\r\n` +
    `${accepting}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
)
let next = 0
const { times, lastedMs } = await driveHttp(address, {
  connections,
  seconds,
  nextRequest: () => texts[next++ % texts.length]!,
})
const perSecond = (times.length * 1_000) / lastedMs
parentPort!.postMessage({ perSecond, p50: quantile(times, 0.5), p99: quantile(times, 0.99) } satisfies Load)

/** Clients that never read, hardly read, or never finish what they send. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { createLog } from '../base/log.ts'
import { defaultBounds } from './bound-connections.ts'
import { createHttpServer, type HttpServer, waitsMs } from './server.ts'

const sockets: Socket[] = []
let http: HttpServer
let largeAsked: number
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await http.stop()
})

type Options = Omit<Parameters<typeof createHttpServer>[0], 'log' | 'publicUrl'>

async function serve(options: Options): Promise<number> {
  http = createHttpServer({ log: createLog('silent'), publicUrl: 'http://localhost:8080', ...options })
  largeAsked = 0
  http.server.get('/large', async () => {
    largeAsked += 1
    return Buffer.alloc(64 * 1024 * 1024)
  })
  http.server.post('/body', async () => 'read')
  await http.server.listen({ host: '127.0.0.1', port: 0 })
  return (http.server.server.address() as { port: number }).port
}

async function open(port: number, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  sockets.push(socket)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

const openOnServer = (): Promise<number> =>
  new Promise((resolve) => http.server.server.getConnections((_error, count) => resolve(count)))

it('SEC-7: a client that never reads its answer is closed, and so is one that hardly reads', async () => {
  const port = await serve({ bounds: { slowestOverMs: 300, slowestBytesPerSecond: 1_000_000 } })
  const never = await open(port)
  never.pause()
  never.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n')
  const hardly = await open(port)
  hardly.pause()
  hardly.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n')
  const reading = setInterval(() => hardly.read(100), 20)
  await expect.poll(openOnServer).toBe(0)
  clearInterval(reading)
})

it('SEC-7: a client that reads at its own pace gets the whole answer', async () => {
  const port = await serve({ bounds: { slowestOverMs: 1_500, slowestBytesPerSecond: 1_000 } })
  const socket = await open(port)
  let bytes = 0
  let pauses = 0
  socket.write('GET /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  for await (const chunk of socket) {
    bytes += (chunk as Buffer).length
    // Twice as long in all as a client may take nothing.
    if (bytes < pauses * 1024 * 1024) continue
    pauses += 1
    await pause(50)
  }
  expect(bytes).toBeGreaterThan(64 * 1024 * 1024)
})

it('SEC-7: a request that never ends is answered 408 and closed, however its bytes dribble in', async () => {
  const port = await serve({ requestWithinMs: 300 })
  const socket = await open(port)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.write('POST /body HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{')
  const dribbling = setInterval(() => socket.write(' '), 50)
  await once(socket, 'close')
  clearInterval(dribbling)
  expect(answer).toMatch(/^HTTP\/1.1 408 .*"code":"request_timeout"/s)
})

it('SEC-7: a body that stalls is answered 408, not with a closed connection', async () => {
  const port = await serve({ requestWithinMs: 300 })
  const socket = await open(port)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.write('POST /body HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{')
  await once(socket, 'close')
  expect(answer).toMatch(/^HTTP\/1.1 408 .*"code":"request_timeout"/s)
})

it('SEC-7: a connection on which no request ever begins is closed', async () => {
  const port = await serve({ requestWithinMs: 300 })
  await open(port)
  await expect.poll(openOnServer).toBe(1)
  await expect.poll(openOnServer).toBe(0)
})

it('SEC-7, SEC-8, SEC-9, RUN-16: a server has these bounds by default', async () => {
  await serve({})
  const { requestTimeout, headersTimeout, keepAliveTimeout, keepAliveTimeoutBuffer } = http.server.server
  expect({ requestTimeout, headersTimeout }).toEqual({ requestTimeout: 30_000, headersTimeout: 15_000 })
  expect({ keepAliveTimeout, keepAliveTimeoutBuffer }).toEqual({
    keepAliveTimeout: 72_000,
    keepAliveTimeoutBuffer: 10_000,
  })
  expect(defaultBounds).toEqual({
    inAll: 10_000,
    perAddress: 1_000,
    slowestBytesPerSecond: 256,
    slowestOverMs: 30_000,
  })
  expect(waitsMs.stop).toBe(15_000)
})

it('SEC-7: headers that never end are answered 408 and closed', async () => {
  const port = await serve({ requestWithinMs: 300 })
  const socket = await open(port)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.write('GET /large HTTP/1.1\r\nHost: x\r\n')
  const dribbling = setInterval(() => socket.write('X-More: 1\r\n'), 50)
  await once(socket, 'close')
  clearInterval(dribbling)
  expect(answer).toMatch(/^HTTP\/1.1 408 .*"code":"request_timeout"/s)
  expect(largeAsked).toBe(0)
})

it('SEC-8: connections are bounded, from one address and in all; others are served', async () => {
  const port = await serve({ bounds: { perAddress: 3, inAll: 5 } })
  const [one, other, third] = ['127.0.0.1', '127.0.0.2', '127.0.0.3']
  for (let at = 0; at < 3; at += 1) await open(port, one)
  const refused = await open(port, one)
  await once(refused, 'close')
  const served = await open(port, other)
  served.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(String((await once(served, 'data'))[0])).toMatch(/^HTTP\/1.1 404/)
  await open(port, third)
  const beyond = await open(port, third)
  let read = ''
  beyond.on('data', (chunk) => {
    read += chunk
  })
  beyond.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(beyond, 'close')
  expect(read).toBe('')
  await expect.poll(openOnServer).toBe(5)
})

it('SEC-8: a trusted proxy is not bound by the limit of one address', async () => {
  const port = await serve({ bounds: { perAddress: 1 }, trustedProxies: ['127.0.0.0/8'] })
  for (let at = 0; at < 3; at += 1) await open(port)
  await expect.poll(openOnServer).toBe(3)
})

it.each([
  ['two hosts', 'Host: x\r\nHost: evil.example\r\n', 'Host'],
  ['a coding that nobody knows', 'Host: x\r\nTransfer-Encoding: xchunked\r\n', 'Transfer-Encoding'],
  ['a coding inside of another', 'Host: x\r\nTransfer-Encoding: gzip, chunked\r\n', 'Transfer-Encoding'],
])(
  'SEC-17: a request with %s is refused, and what follows on its connection is not taken for another',
  async (_, head, param) => {
    const port = await serve({})
    const socket = await open(port)
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    const smuggled = '0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n'
    socket.write(`POST /body HTTP/1.1\r\n${head}\r\n${param === 'Host' ? '' : smuggled}`)
    await expect.poll(() => answer).toContain(`"param":"${param}"`)
    expect(answer).toMatch(/^HTTP\/1.1 400/)
    if (param === 'Host') return
    await expect.poll(() => socket.destroyed).toBe(true)
    expect(answer).not.toContain('route_not_found')
  },
)

it('SEC-9: a stop ends when its patience is over, also for clients that read fast enough to stay', async () => {
  const port = await serve({ patienceMs: 300, bounds: { slowestBytesPerSecond: -1 } })
  const reader = await open(port)
  reader.pause()
  reader.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n')
  await expect.poll(() => largeAsked).toBe(1)
  await http.stop()
  expect(http.server.server.listening).toBe(false)
})

it('SEC-9: a stop waits neither for clients that never read nor for requests that never end', async () => {
  const port = await serve({ patienceMs: 500 })
  const unread = await open(port)
  unread.pause()
  unread.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n')
  const unsent = await open(port)
  unsent.write('POST /body HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{')
  await expect.poll(openOnServer).toBe(2)
  await http.stop()
  expect(http.server.server.listening).toBe(false)
})

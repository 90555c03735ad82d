import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { createCertificate } from '../../test/support/certificate.ts'
import { type NameServer, startNameServer } from '../../test/support/name-server.ts'
import { createOutgoingRequests, type OutgoingRequest, type OutgoingRequests } from './outgoing-requests.ts'
import { isPublicAddress } from './public-address.ts'

const inside = ['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0']
const inside6 = ['::1', '::', 'fe80::1', 'fc00::1', '::ffff:10.0.0.1', '2001:db8::1', '2002:a00:1::', '64:ff9b::a00:1']

it.each([...inside, ...inside6, '224.0.0.1', '255.255.255.255', 'ff02::1', 'no address'])(
  'OUT-1: %s is not public',
  (address) => {
    expect(isPublicAddress(address)).toBe(false)
  },
)

it.each(['93.184.216.34', '8.8.8.8', '2606:4700::1111'])('OUT-1: %s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

const brief: OutgoingRequest = {
  method: 'GET',
  headers: { accept: '*/*' },
  withinMs: 5_000,
  reply: { bytesMax: 1_000, ifLonger: 'refuse' },
}
const { key, cert } = createCertificate('receiver.example', 'moving.example')
let names: NameServer
let receiver: Server
let port: number
let answer: (request: IncomingMessage, response: ServerResponse) => void
let visits = 0
let toPublic: OutgoingRequests
let toLoopback: OutgoingRequests

beforeAll(async () => {
  names = await startNameServer()
  receiver = createServer({ key, cert }, (request, response) => {
    visits += 1
    answer(request, response)
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  port = (receiver.address() as AddressInfo).port
  const nameServers = [names.address]
  toPublic = createOutgoingRequests({ nameServers, ca: cert })
  toLoopback = createOutgoingRequests({ nameServers, ca: cert, allowsLoopback: true })
  names.names.set('receiver.example', ['127.0.0.1'])
  names.names.set('other.example', ['127.0.0.1'])
})
afterAll(async () => {
  for (const requests of [toPublic, toLoopback]) requests.close()
  receiver.closeAllConnections()
  receiver.close()
  await names.stop()
})

const reasonOf = (sent: Promise<unknown>): Promise<unknown> =>
  sent.then(
    () => 'answered',
    (fault) => fault.reason,
  )

it.each([
  'https://127.0.0.1/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'https://[::1]/x',
  'https://[::ffff:127.0.0.1]/x',
  'https://localhost/x',
  'https://receiver.example/x',
  'http://receiver.example/x',
  'ftp://receiver.example/x',
  'no address',
])('OUT-1: %s is never connected to', async (address) => {
  const before = visits
  const withPort = address.replace(/\/x$/, `:${port}/x`)
  expect(await reasonOf(toPublic.send(withPort, brief))).toBe('address_not_allowed')
  expect(visits).toBe(before)
})

it('OUT-1: a name is resolved once for a connection, and what was checked is connected to', async () => {
  answer = (_request, response) => response.setHeader('connection', 'close').end('here')
  names.names.set('moving.example', ['127.0.0.1', '10.0.0.1'])
  names.asked.length = 0
  const { status, body } = await toLoopback.send(`https://moving.example:${port}/`, brief)
  expect([status, body.toString()]).toEqual([200, 'here'])
  expect(names.asked).toEqual(['moving.example', 'moving.example']) // A and AAAA
  names.names.set('moving.example', ['10.0.0.1'])
  expect(await reasonOf(toLoopback.send(`https://moving.example:${port}/`, brief))).toBe('address_not_allowed')
})

it('OUT-2: a redirect is an answer, and is not followed', async () => {
  answer = (_request, response) => response.writeHead(302, { location: `https://receiver.example:${port}/next` }).end()
  const before = visits
  expect((await toLoopback.send(`https://receiver.example:${port}/`, brief)).status).toBe(302)
  expect(visits).toBe(before + 1)
})

it('OUT-2: a proxy of the environment is not used', async () => {
  answer = (_request, response) => void response.end('here')
  let asked = 0
  const proxy = createServer({ key, cert }, () => {}).listen(0, '127.0.0.1')
  proxy.on('connection', () => {
    asked += 1
  })
  await once(proxy, 'listening')
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const variables = ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'HTTP_PROXY', 'NODE_USE_ENV_PROXY']
  for (const name of variables) vi.stubEnv(name, name === 'NODE_USE_ENV_PROXY' ? '1' : address)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    proxy.close()
  })
  const direct = createOutgoingRequests({ nameServers: [names.address], ca: cert, allowsLoopback: true })
  expect((await direct.send(`https://receiver.example:${port}/`, brief)).body.toString()).toBe('here')
  direct.close()
  expect(asked).toBe(0)
})

it('OUT-2: the certificate must be of the name', async () => {
  expect(await reasonOf(toLoopback.send(`https://other.example:${port}/`, brief))).toBe('certificate_invalid')
  const trusting = createOutgoingRequests({ nameServers: [names.address], allowsLoopback: true })
  expect(await reasonOf(trusting.send(`https://receiver.example:${port}/`, brief))).toBe('certificate_invalid')
  trusting.close()
})

it('OUT-3: a reply that is too long is refused, or cut where its status is all that counts', async () => {
  answer = (_request, response) => {
    const flood = () => {
      while (!response.destroyed && response.write('x'.repeat(100_000)));
      if (!response.destroyed) response.once('drain', flood)
    }
    flood()
  }
  const address = `https://receiver.example:${port}/`
  expect(await reasonOf(toLoopback.send(address, brief))).toBe('reply_too_large')
  const cut = await toLoopback.send(address, { ...brief, reply: { bytesMax: 1_000, ifLonger: 'cut' } })
  expect([cut.status, cut.body.length]).toEqual([200, 1_000])
})

it('OUT-3: a receiver that never answers, and a reply that never ends, end in time', async () => {
  const address = `https://receiver.example:${port}/`
  answer = () => {}
  expect(await reasonOf(toLoopback.send(address, { ...brief, withinMs: 300 }))).toBe('timeout')
  answer = (_request, response) => void response.write('and so on')
  expect(await reasonOf(toLoopback.send(address, { ...brief, withinMs: 1_500 }))).toBe('timeout')
  const cut = { ...brief, withinMs: 1_500, reply: { bytesMax: 1_000, ifLonger: 'cut' as const } }
  expect((await toLoopback.send(address, cut)).body.toString()).toBe('and so on')
})

it('OUT-4: name servers that never answer delay no other name, however many ask', async () => {
  names.names.set('silent.example', null)
  const waiting = Array.from({ length: 40 }, () =>
    reasonOf(toLoopback.send('https://silent.example/', { ...brief, withinMs: 2_000 })),
  )
  // As the database driver does it: through the thread pool of the process.
  const { lookup } = await import('node:dns/promises')
  const first = await Promise.race([lookup('localhost').then(() => 'localhost'), ...waiting])
  expect(first).toBe('localhost')
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['timeout']))
})

it('OUT-5: an error names no address, no port and nothing of an answer', async () => {
  const closed = createServer({ key, cert })
  closed.listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port: free } = closed.address() as AddressInfo
  closed.close()
  const fault = await toLoopback.send(`https://receiver.example:${free}/`, brief).catch((error: Error) => error)
  expect(String(fault)).toBe('Error: No connection could be made.')
  expect(await reasonOf(toLoopback.send('https://nowhere.example/', brief))).toBe('name_not_found')
})

it('OUT-5: a connection that was closed while it was idle is opened again', async () => {
  answer = (_request, response) => response.end('ok')
  const address = `https://receiver.example:${port}/`
  await toLoopback.send(address, brief)
  for (let round = 0; round < 5; round += 1) {
    receiver.closeIdleConnections()
    expect((await toLoopback.send(address, brief)).status).toBe(200)
  }
})

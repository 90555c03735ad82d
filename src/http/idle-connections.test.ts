import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createLog } from '../base/log.ts'
import { createHttpServer, type HttpServer } from './server.ts'

let http: HttpServer
/** Both ends of one connection. */
let client: Socket
let accepted: Socket
beforeAll(async () => {
  http = createHttpServer({ log: createLog('silent'), publicUrl: 'http://localhost' })
  http.server.get('/', (_request, reply) => reply.send('here'))
  http.server.get('/slow', async () => {
    accepted.setTimeout(1)
    await once(accepted, 'timeout')
    // Whatever follows from the timeout happens before this.
    await new Promise((resolve) => setTimeout(resolve, 1))
    return 'here'
  })
  await http.server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => http.stop())
beforeEach(async () => {
  const arrived = once(http.server.server, 'connection')
  client = connect((http.server.server.address() as AddressInfo).port, '127.0.0.1')
  ;[accepted] = (await arrived) as [Socket]
  return () => client.destroy()
})

function ask(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    client.once('data', (bytes) => resolve(String(bytes))).once('error', reject)
    client.once('close', () => reject(new Error('The connection was closed without an answer.')))
    client.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  })
}

it('RUN-16: a request on an idle connection is answered, even if the node was too busy to read it in time', async () => {
  expect(await ask('/')).toContain('Keep-Alive: timeout=72')
  const second = new Promise<string>((resolve) => {
    // After an immediate, timers come before anything is read.
    setImmediate(() => {
      accepted.setTimeout(1)
      resolve(ask('/'))
      const busyUntil = performance.now() + 20
      while (performance.now() < busyUntil);
    })
  })
  expect(await second).toContain('here')
  // Nor is it closed once that request is answered: something moved on it.
  expect(await ask('/')).toContain('here')
})

it('RUN-16: a connection may lie idle for ten seconds more than its client is told', async () => {
  expect(await ask('/')).toContain('Keep-Alive: timeout=72')
  await expect.poll(() => accepted.timeout).toBe(82_000)
})

it('RUN-16: a connection whose answer is being made is not closed as idle', async () => {
  expect(await ask('/slow')).toContain('here')
})

it('RUN-16: a connection on which nothing moves is closed', async () => {
  expect(await ask('/')).toContain('here')
  const closed = once(client, 'close')
  accepted.setTimeout(1)
  await closed
})

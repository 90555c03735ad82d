import { randomBytes } from 'node:crypto'
import { createServer, type Server, Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { createLog } from '../../src/base/log.ts'
import { openDatabase } from '../../src/db/database.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(() => store.drop())

/** A way to the database that can be closed and opened again. */
async function createGate(): Promise<{ url: string; isOpen: boolean; close(): void }> {
  const target = new URL(store.url)
  const gate = { url: '', isOpen: false, close: () => void server.close() }
  const server: Server = createServer((socket) => {
    if (!gate.isOpen) return socket.destroy()
    const onward = new Socket().connect(Number(target.port), target.hostname)
    socket.pipe(onward).pipe(socket)
    for (const end of [socket, onward]) end.on('error', () => [socket, onward].map((one) => one.destroy()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(store.url)
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`
  gate.url = url.href
  return gate
}

it('a node that started without its database signs people in once it is back', async () => {
  const gate = await createGate()
  const database = openDatabase({ url: gate.url })
  const secrets = { authSecret: randomBytes(32), channelKeys: [randomBytes(32)] }
  const app = createApp({ database, secrets, publicUrl: 'http://localhost:8080', log: createLog('silent') })
  const signIn = () =>
    app.http.server.inject({
      method: 'POST',
      url: '/auth/sign-in/email',
      payload: { email: 'nobody@faults.example', password: 'a password of nobody' },
    })
  const away = await signIn()
  expect(away.statusCode).toBe(503)
  expect(away.headers['retry-after']).toBeDefined()
  expect(away.json().error.code).toBe('service_unavailable')
  gate.isOpen = true
  await expect.poll(async () => (await signIn()).statusCode).toBe(401)
  await app.stop()
  await database.close()
  gate.close()
})

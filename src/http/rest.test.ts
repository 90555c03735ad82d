import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Browser, createBrowser, type ServedApp, startServedApp } from '../../test/support/browser.ts'
import { sessionBasePath } from '../base/api-paths.ts'
import { createLog } from '../base/log.ts'
import { problems } from '../base/problems.ts'
import { operations, sessionOperations } from '../operations.ts'
import { serveOperations } from './rest.ts'
import { createHttpServer } from './server.ts'

let test: ServedApp
let owner: Browser
let apiKey: string
beforeAll(async () => {
  test = await startServedApp()
  apiKey = (await test.createAccount({ email: 'owner@shop.example' })).apiKey
  owner = createBrowser(test)
  await owner.signIn('owner@shop.example')
})
afterAll(() => test.stop())

const withParameter = sessionOperations.filter(({ path }) => path.includes('{'))

it.each(withParameter.map(({ id, method, path }) => ({ id, method, path })))(
  'a NUL in the path of $id is a bad request, never a fault',
  async ({ method, path }) => {
    const answer = await owner.call(method, sessionBasePath + path.replaceAll(/\{\w+\}/g, '%00'))
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request'])
  },
)

it('STORE-5: a text that can’t be stored is not a domain for a lookup, hence a 404', async () => {
  const answer = await test.call('GET', '/api/v1/stores/%00', { key: apiKey })
  expect([answer.status, answer.body.error.code]).toEqual([404, 'store_not_found'])
})

it('HTTP-5: a DELETE that takes no body is refused one that says something, and deletes nothing', async () => {
  const { body: list } = await owner.call('POST', '/api/v1/lists', { name: 'Kept', kind: 'contacts' })
  const path = `/api/v1/lists/${list.id}`
  const refused = await owner.call('DELETE', path, { ids: ['ct_live_AbCdEfGhIjKlMnOp'] })
  expect([refused.status, refused.body.error?.param]).toEqual([400, 'ids'])
  expect((await owner.call('GET', path)).status).toBe(200)
  expect((await owner.call('DELETE', path, {})).body).toMatchObject({ id: list.id, deleted: true })
})

it('AUTH-9: megabytes are not read for a caller who has no right to send them', async () => {
  const save = sessionOperations.find(({ id }) => id === 'createKey')!
  const bodies = { ...save, path: '/large', takesLargeBody: true } as const
  const read: string[] = []
  const { server } = createHttpServer({ log: createLog('silent'), publicUrl: 'http://localhost' })
  const refuse = async () => {
    throw problems.invalidCredentials('Bearer')
  }
  const enter = () => ({ look: refuse, admit: refuse })
  serveOperations(server, [bodies], { basePath: '', admission: { enter }, readCredential: () => ({}) } as never)
  server.addHook('preValidation', async ({ url }) => void read.push(url))
  const send = (bytes: number) =>
    server.inject({ method: 'POST', url: '/large', payload: { name: 'x'.repeat(bytes) } }).then((one) => one.statusCode)
  expect([await send(1_000_000), read]).toEqual([401, []])
  await server.close()
})

it('HTTP-12: fields that a reply’s schema does not list can’t leave', async () => {
  const { server } = createHttpServer({ log: createLog('silent'), publicUrl: 'http://localhost' })
  const usage = operations.find(({ id }) => id === 'getUsage')!
  const leaky = { ...usage, run: async () => ({ ...(usage.example.reply as object), email: 'ada@shop.example' }) }
  const minute = { limit: 1, used: 1, resetsAt: new Date() }
  const principal = { account: { id: 'acc_1' }, actor: { id: 'key_1' }, counters: { minute }, admittedAt: new Date() }
  const enter = (_presented: unknown, _operation: unknown, onAdmitted: (admitted: unknown) => void) => ({
    admit: async () => onAdmitted(principal),
  })
  const admission = { enter }
  serveOperations(server, [leaky], { basePath: '', admission, readCredential: () => 'none', needs: {} } as never)
  const { body, statusCode } = await server.inject({ method: 'GET', url: usage.path })
  expect([statusCode, body.includes('"object":"usage"'), body.includes('ada@')]).toEqual([200, true, false])
  await server.close()
})

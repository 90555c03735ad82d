import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Browser, createBrowser, type ServedApp, startServedApp } from '../../test/support/browser.ts'
import { sessionBasePath } from '../faces.ts'
import { sessionOperations } from '../operations.ts'

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

it('contract 6: for a store alone it is no domain, hence a 404', async () => {
  const answer = await test.call('GET', '/api/v1/stores/%00', { key: apiKey })
  expect([answer.status, answer.body.error.code]).toEqual([404, 'store_not_found'])
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Browser, createBrowser, type ServedApp, startServedApp } from '../../test/support/browser.ts'

let test: ServedApp
let owner: Browser

beforeAll(async () => {
  test = await startServedApp()
  const { apiKey } = await test.createAccount({ email: 'owner@history.example' })
  owner = createBrowser(test)
  await owner.signIn('owner@history.example')
  await test.reveal(apiKey, await test.plantContacts(3))
})
afterAll(() => test.stop())

it('credits spent are summed by day, door and actor', async () => {
  const history = await owner.call('GET', '/api/v1/credits/history?days=2')
  const today = new Date().toISOString().slice(0, 10)
  expect(history.body.data).toEqual([
    { date: expect.any(String), door: 'api_key', actor: expect.objectContaining({ type: 'api_key' }), spent: 3 },
  ])
  expect(history.body.data[0].date <= today).toBe(true)
})

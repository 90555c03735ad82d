import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Browser, createBrowser, type ServedApp, startServedApp } from '../../test/support/browser.ts'
import { race } from '../../test/support/race.ts'
import { endKey, insertKey } from './keys.ts'

let test: ServedApp
let owner: Browser
let accountId: string
beforeAll(async () => {
  test = await startServedApp()
  accountId = (await test.createAccount({ email: 'owner@keys.example' })).accountId
  owner = createBrowser(test)
  await owner.signIn('owner@keys.example')
})
afterAll(() => test.stop())

it('AUTH-8, A14: parallel calls make 100 keys and not one more, and revoked ones do not count', async () => {
  const { database, clock } = test.app
  const { keyId } = await insertKey(database, { accountId, name: 'Revoked' })
  await endKey(database, clock, accountId, keyId)
  // The account was born with one.
  for (let count = 1; count < 95; count += 1) await insertKey(database, { accountId, name: 'Filler' })
  const make = () => owner.call('POST', '/app/v1/keys', { name: 'One more' })
  expect(await race(test.store, 'api_keys', Array(12).fill(make))).toEqual({ 200: 5, 400: 7 })
  const keys: { revoked_at: string | null }[] = (await owner.call('GET', '/app/v1/keys')).body.data
  expect(keys.filter((key) => key.revoked_at === null)).toHaveLength(100)
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Browser, createBrowser, type ServedApp, startServedApp } from '../../test/support/browser.ts'
import { race } from '../../test/support/race.ts'
import { endKey, makeKey } from './keys.ts'

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
  const { keyId } = await makeKey(database, { accountId, name: 'Revoked' })
  await endKey(database, clock, accountId, keyId)
  // The account was born with one.
  for (let count = 1; count < 95; count += 1) await makeKey(database, { accountId, name: 'Filler' })
  const make = () => owner.call('POST', '/app/v1/keys', { name: 'One more' })
  expect(await race(test.store, 'api_keys', Array(12).fill(make))).toEqual({ 200: 5, 400: 7 })
  const keys: { revoked_at: string | null }[] = (await owner.call('GET', '/app/v1/keys')).body.data
  expect(keys.filter((key) => key.revoked_at === null)).toHaveLength(100)
})

it('MODE-1: without a plan a person makes test keys, which work, and no live ones; the list shows both apart', async () => {
  await test.createAccount({ email: 'free@keys.example', status: 'none' })
  const browser = createBrowser(test)
  await browser.signIn('free@keys.example')
  const refused = await browser.call('POST', '/app/v1/keys', { name: 'Live' })
  expect(refused.body.error.code).toBe('api_access_required')
  const made = await browser.call('POST', '/app/v1/keys', { name: 'Trying out', mode: 'test', credit_limit: 5 })
  expect(made.body).toMatchObject({
    api_key: expect.stringMatching(/^psk_test_/),
    key: { mode: 'test', credit_limit: 5 },
  })
  const used = await test.reveal(made.body.api_key, ['ct_test_VerifiedEmailOne'])
  expect(used.body.credits).toMatchObject({ spent: 1, remaining: 999, spendable_now: 4 })
  const { data } = (await browser.call('GET', '/app/v1/keys')).body
  const modes = data.map(({ name, mode }: { name: string; mode: string }) => [name, mode])
  expect(modes.filter(([, mode]: string[]) => mode === 'test')).toEqual([['Trying out', 'test']])
  // It is revoked like any other.
  const revoked = await browser.call('POST', `/app/v1/keys/${made.body.key.id}/revoke`, {})
  expect(revoked.status).toBe(200)
  expect((await test.reveal(made.body.api_key, ['ct_test_VerifiedEmailOne'])).status).toBe(401)
})

/** Which actions cost a credit, and the states of a contact for an account. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newContactId } from '../../src/base/ids.ts'
import { sql } from '../../src/base/sql.ts'
import { makeKey } from '../../src/keys/keys.ts'
import { startTestApp, type TestApp } from '../support/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.stop())

const phone = { phone: '+1 202 555 0147', type: 'direct' as const, is_primary: true }
const usageOf = async (key: string) => (await test.call('GET', '/api/v1/usage', { key })).body

it('CREDIT-1: the first reveal of a contact spends one credit for it', async () => {
  const { apiKey } = await test.createAccount({ credits: 10 })
  const ids = await test.plantContacts(3)
  const { body } = await test.reveal(apiKey, ids)
  expect(body.credits).toMatchObject({ spent: 3, remaining: 7 })
  expect(body.data.map((contact: { charged: boolean }) => contact.charged)).toEqual([true, true, true])
})

it('CREDIT-2: a contact with only a phone or only a LinkedIn profile costs one credit and has no emails', async () => {
  const { apiKey } = await test.createAccount({ credits: 10 })
  const [byPhone] = await test.plantContacts(1, { emails: [], phones: [phone] })
  const [byProfile] = await test.plantContacts(1, { emails: [], linkedin_url: 'https://linkedin.example/in/ada' })
  const { body } = await test.reveal(apiKey, [byPhone, byProfile])
  expect(body.credits).toMatchObject({ spent: 2, remaining: 8 })
  expect(body.data[0]).toMatchObject({ charged: true, emails: [], phones: [phone], linkedin_url: null })
  expect(body.data[1]).toMatchObject({ charged: true, emails: [], phones: [] })
})

it('CREDIT-3: revealing a contact again spends nothing', async () => {
  const { apiKey } = await test.createAccount({ credits: 10 })
  const ids = await test.plantContacts(2)
  await test.reveal(apiKey, ids)
  const again = await test.reveal(apiKey, ids)
  expect(again.body.credits).toMatchObject({ spent: 0, remaining: 8 })
})

it('CREDIT-3: what one account revealed is new to another', async () => {
  const [one, other] = await Promise.all([test.createAccount({ credits: 5 }), test.createAccount({ credits: 5 })])
  const ids = await test.plantContacts(1)
  await test.reveal(one.apiKey, ids)
  const { body } = await test.reveal(other.apiKey, ids)
  expect(body.credits).toMatchObject({ spent: 1, remaining: 4 })
  expect(body.data[0]).toMatchObject({ reveal_status: 'newly_revealed', charged: true })
})

it('CREDIT-4, QUOTE-1: asking what a reveal would cost spends no credits', async () => {
  const { apiKey } = await test.createAccount({ credits: 5 })
  const ids = await test.plantContacts(2)
  const quote = await test.call('POST', '/api/v1/contacts/reveal/quote', { key: apiKey, body: { contact_ids: ids } })
  expect(quote.body.credits).toMatchObject({ required: 2, remaining: 5 })
  expect((await usageOf(apiKey)).contact_credits.remaining).toBe(5)
})

it('CREDIT-4: looking up, enriching and comparing stores spend no credits', async () => {
  const { accountId, apiKey } = await test.createAccount({ credits: 5 })
  const [id] = await test.plantContacts(1)
  const { domain } = (await test.reveal(apiKey, [id])).body.data[0].store
  const ask = async (method: string, path: string, body?: object) =>
    (await test.call(method, `/api/v1${path}`, { key: apiKey, ...(body && { body }) })).status
  expect(await ask('GET', `/stores/${domain}`)).toBe(200)
  expect(await ask('POST', '/stores/enrich', { domains: [domain], include: ['contact_previews'] })).toBe(200)
  expect(await ask('GET', `/contacts/${id}`)).toBe(200)
  expect(await ask('GET', '/contacts/revealed')).toBe(200)
  expect((await usageOf(apiKey)).contact_credits.remaining).toBe(4)
  const spends = await test.store.database.query(
    sql`SELECT FROM credit_entries WHERE account_id = ${accountId} AND kind = 'spend'`,
  )
  expect(spends).toHaveLength(1)
})

it('CREDIT-6: the database itself refuses a second reveal of a contact by an account', async () => {
  const { accountId, apiKey } = await test.createAccount({ credits: 5 })
  await test.reveal(apiKey, await test.plantContacts(1))
  const again = sql`INSERT INTO reveals SELECT * FROM reveals WHERE account_id = ${accountId}`
  await expect(test.store.database.query(again)).rejects.toMatchObject({ code: '23505' })
  const below = sql`UPDATE credit_balances SET balance = -1 WHERE account_id = ${accountId}`
  await expect(test.store.database.query(below)).rejects.toMatchObject({ code: '23514' })
})

it('PLAN-1: a trial has 250 credits, Pro 1,000 a month, and another plan its own total', async () => {
  const trial = await test.createAccount({ status: 'trialing' })
  const pro = await test.createAccount({ planId: 'pro' })
  const business = await test.createAccount({ planId: 'business' })
  const tried = await test.createAccount({ planId: 'business', status: 'trialing' })
  expect((await usageOf(trial.apiKey)).contact_credits).toMatchObject({ limit: 250, used: 0, remaining: 250 })
  expect((await usageOf(tried.apiKey)).contact_credits).toMatchObject({ limit: 250, trial_limit: 250 })
  expect((await usageOf(pro.apiKey)).contact_credits).toMatchObject({ limit: 1_000, remaining: 1_000 })
  expect((await usageOf(business.apiKey)).contact_credits).toMatchObject({ limit: 3_000, remaining: 3_000 })
})

it('USAGE-2: usage reports the trial cap and the paid-plan total', async () => {
  const trial = await test.createAccount({ status: 'trialing' })
  const paid = await test.createAccount()
  expect((await usageOf(trial.apiKey)).contact_credits).toMatchObject({ trial_limit: 250, paid_plan_limit: 1_000 })
  expect((await usageOf(paid.apiKey)).contact_credits).toMatchObject({ trial_limit: null, paid_plan_limit: 1_000 })
})

it('REVEAL-11: a well-formed id that the service never returned reveals nothing', async () => {
  const { apiKey } = await test.createAccount({ credits: 5 })
  const answer = await test.reveal(apiKey, [newContactId(), 'ct_test_AbCdEfGhIjKlMnOp'])
  expect(answer.status).toBe(404)
  expect((await usageOf(apiKey)).contact_credits.remaining).toBe(5)
})

it('CREDIT-5, AUTH-2: every credential of an account spends from one pool', async () => {
  const { accountId, apiKey } = await test.createAccount({ credits: 2 })
  const second = await makeKey(test.store.database, { accountId, name: 'Second key' })
  const ids = await test.plantContacts(3)
  expect((await test.reveal(apiKey, [ids[0]])).body.credits.remaining).toBe(1)
  expect((await test.reveal(second.apiKey, [ids[1]])).body.credits.remaining).toBe(0)
  expect((await test.reveal(apiKey, [ids[2]])).status).toBe(402)
  // And what one of them revealed is free for the other.
  expect((await test.reveal(second.apiKey, [ids[0]])).body.credits).toMatchObject({ spent: 0, remaining: 0 })
})

it('USAGE-3: usage shows a reveal at once', async () => {
  const { apiKey } = await test.createAccount({ credits: 20 })
  await test.reveal(apiKey, await test.plantContacts(4))
  expect((await usageOf(apiKey)).contact_credits).toMatchObject({ limit: 20, used: 4, remaining: 16 })
})

it('REVEAL-8: a contact becomes revealed, charged and dated by the first reveal', async () => {
  const { apiKey } = await test.createAccount({ credits: 5 })
  const before = Date.now()
  const { body } = await test.reveal(apiKey, await test.plantContacts(1))
  const [contact] = body.data
  expect(contact).toMatchObject({ reveal_status: 'newly_revealed', charged: true })
  expect(body.credits.spent).toBe(1)
  expect(Math.abs(Date.parse(contact.revealed_at) - before)).toBeLessThan(60_000)
})

it('REVEAL-8: a revealed contact stays revealed, uncharged, with its first date', async () => {
  const { apiKey } = await test.createAccount({ credits: 5 })
  const ids = await test.plantContacts(1)
  const first = await test.reveal(apiKey, ids)
  const again = await test.reveal(apiKey, ids)
  expect(again.body.data[0]).toEqual({ ...first.body.data[0], reveal_status: 'already_revealed', charged: false })
})

it('REVEAL-10: an exhausted trial answers 402 with the trial action for new contacts, and still shows old ones', async () => {
  const { apiKey } = await test.createAccount({ status: 'trialing', credits: 1 })
  const [first, second] = await test.plantContacts(2)
  expect((await test.reveal(apiKey, [first])).body.credits).toMatchObject({ spent: 1, remaining: 0 })
  const refused = await test.reveal(apiKey, [second])
  expect(refused.status).toBe(402)
  expect(refused.body.error).toMatchObject({
    code: 'insufficient_contact_credits',
    billing: { action: 'end_trial_to_unlock_pro_credits' },
  })
  expect((await test.reveal(apiKey, [first])).body.data[0].reveal_status).toBe('already_revealed')
})

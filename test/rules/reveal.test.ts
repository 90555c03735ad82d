/** The reveal: its body, its reply, and what it costs. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newContactId } from '../../src/base/ids.ts'
import { makeKey } from '../../src/keys/keys.ts'
import { startTestApp, type TestApp } from '../support/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.stop())

const idsOf = (contacts: { id: string }[]) => contacts.map(({ id }) => id)

it('REVEAL-1: a reveal answers a contact_reveal_result with credits, data and request_id', async () => {
  const { apiKey } = await test.createAccount({ credits: 5 })
  const answer = await test.reveal(apiKey, await test.plantContacts(1))
  expect(answer.status).toBe(200)
  expect(Object.keys(answer.body).sort()).toEqual([
    'credits',
    'data',
    'excluded_contact_ids',
    'object',
    'reference',
    'request_id',
    'unavailable_contact_ids',
  ])
  expect(answer.body.object).toBe('contact_reveal_result')
  expect(answer.body.request_id).toBe(answer.headers['x-request-id'])
  expect(answer.body.request_id).toMatch(/^req_[A-Za-z0-9]{16,}$/)
})

it('REVEAL-2, LIMIT-7: contact_ids takes 1 to 10 items', async () => {
  const { apiKey } = await test.createAccount({ credits: 20 })
  const ids = await test.plantContacts(11)
  expect((await test.reveal(apiKey, ids.slice(0, 10))).body.credits.spent).toBe(10)
  for (const refused of [[], ids]) {
    const answer = await test.reveal(apiKey, refused)
    expect(answer.status).toBe(400)
    expect(answer.body.error).toMatchObject({ code: 'invalid_request', param: 'contact_ids' })
  }
})

it('REVEAL-2: no other property than contact_ids is allowed', async () => {
  const { apiKey } = await test.createAccount({ credits: 5 })
  const body = { contact_ids: await test.plantContacts(1), dry_run: true }
  const answer = await test.call('POST', '/api/v1/contacts/reveal', { key: apiKey, body })
  expect(answer.body.error).toMatchObject({ code: 'invalid_request', param: 'dry_run' })
})

it('REVEAL-2: 11 ids are refused even if some repeat', async () => {
  const { apiKey } = await test.createAccount({ credits: 20 })
  const [id] = await test.plantContacts(1)
  const answer = await test.reveal(apiKey, Array(11).fill(id))
  expect(answer.body.error).toMatchObject({ code: 'invalid_request', param: 'contact_ids' })
})

it('REVEAL-3: repeated ids count once', async () => {
  const { apiKey } = await test.createAccount({ credits: 5 })
  const [one, two] = await test.plantContacts(2)
  const { body } = await test.reveal(apiKey, [one, two, one, one])
  expect(body.credits.spent).toBe(2)
  expect(idsOf(body.data)).toEqual([one, two])
})

it('REVEAL-3: data comes in request order, whatever is new', async () => {
  const { apiKey } = await test.createAccount({ credits: 20 })
  const ids = await test.plantContacts(6)
  await test.reveal(apiKey, [ids[4], ids[1]])
  const wanted = [ids[5], ids[1], ids[0], ids[4], ids[3]]
  expect(idsOf((await test.reveal(apiKey, wanted)).body.data)).toEqual(wanted)
})

it('REVEAL-4: all or nothing on credits', async () => {
  const { apiKey } = await test.createAccount({ credits: 2 })
  const ids = await test.plantContacts(3)
  const refused = await test.reveal(apiKey, ids)
  expect(refused.status).toBe(402)
  expect(refused.body.error).toMatchObject({ type: 'quota_error', code: 'insufficient_contact_credits' })
  const listed = await test.call('GET', '/api/v1/contacts/revealed', { key: apiKey })
  expect(listed.body.data).toEqual([])
  expect((await test.reveal(apiKey, ids.slice(0, 2))).body.credits).toMatchObject({ spent: 2, remaining: 0 })
  // Only new contacts count against what is left.
  expect((await test.reveal(apiKey, ids.slice(0, 2))).status).toBe(200)
})

it('REVEAL-5: unavailable ids cost nothing and are listed without a reason', async () => {
  const { apiKey } = await test.createAccount({ credits: 5 })
  const [good] = await test.plantContacts(1)
  const [empty] = await test.plantContacts(1, { emails: [] })
  const unknown = newContactId()
  const { body } = await test.reveal(apiKey, [unknown, good, empty])
  expect(idsOf(body.data)).toEqual([good])
  expect(body.unavailable_contact_ids).toEqual([unknown, empty])
  expect(body.credits).toMatchObject({ spent: 1, remaining: 4 })
})

it('REVEAL-5: unavailable_contact_ids is there when nothing is unavailable', async () => {
  const { apiKey } = await test.createAccount({ credits: 5 })
  const { body } = await test.reveal(apiKey, await test.plantContacts(1))
  expect(body.unavailable_contact_ids).toEqual([])
})

it('REVEAL-6: with no revealable id the answer is 404', async () => {
  const { apiKey } = await test.createAccount({ credits: 5 })
  const answer = await test.reveal(apiKey, [newContactId()])
  expect(answer.status).toBe(404)
  expect(answer.body.error).toMatchObject({ type: 'not_found_error', code: 'no_revealable_contacts' })
})

it('REVEAL-7, ERR-6: one malformed id refuses the whole request', async () => {
  const { apiKey } = await test.createAccount({ credits: 5 })
  const [good] = await test.plantContacts(1)
  const answer = await test.reveal(apiKey, [good, 'ct_live_short'])
  expect(answer.status).toBe(400)
  expect(answer.body.error).toMatchObject({ code: 'invalid_contact_id', param: 'contact_ids[1]' })
  expect((await test.reveal(apiKey, [good])).body.credits).toMatchObject({ spent: 1, remaining: 4 })
})

it('CREDIT-6: reveals of one contact at once spend one credit', async () => {
  const { apiKey } = await test.createAccount({ credits: 50 })
  const ids = await test.plantContacts(1)
  const answers = await Promise.all(Array.from({ length: 20 }, () => test.reveal(apiKey, ids)))
  expect(answers.filter(({ body }) => body.credits.spent === 1)).toHaveLength(1)
  expect(answers.every(({ body }) => body.credits.remaining === 49)).toBe(true)
})

it('ERR-11: a key’s own credit limit answers 402 key_credit_limit_reached and spends nothing', async () => {
  const { accountId } = await test.createAccount({ status: 'trialing', credits: 50 })
  const limited = await makeKey(test.store.database, { accountId, name: 'Limited', creditLimit: 2 })
  const ids = await test.plantContacts(3)
  expect((await test.reveal(limited.apiKey, ids.slice(0, 2))).body.credits.remaining).toBe(48)
  const refused = await test.reveal(limited.apiKey, [ids[2]])
  expect(refused.status).toBe(402)
  expect(refused.body.error).toMatchObject({
    type: 'quota_error',
    code: 'key_credit_limit_reached',
    param: 'contact_ids',
  })
  // Also in a trial: ending it would not help.
  expect(refused.body.error.billing).toBeUndefined()
  expect((await test.reveal(limited.apiKey, ids.slice(0, 2))).body.credits).toMatchObject({ spent: 0, remaining: 48 })
})

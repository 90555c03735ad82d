/** The Idempotency-Key of a reveal. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newContactId } from '../../src/base/ids.ts'
import { sql } from '../../src/base/sql.ts'
import { suppress } from '../../src/catalog/suppressions.ts'
import { grantCredits } from '../../src/credits/grants.ts'
import { creditsRetention } from '../../src/credits/retention.ts'
import { makeKey } from '../../src/keys/keys.ts'
import { cleanUp } from '../../src/queue/housekeeping.ts'
import { startTestApp, type TestApp } from '../support/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ clock: 'fixed', startAt: new Date('2026-03-10T12:00:00Z') })
})
afterAll(() => test.stop())

const key = (name: string) => ({ 'idempotency-key': name })

it('IDEM-2: the same request under the same key spends once and answers the same again', async () => {
  const { apiKey } = await test.createAccount({ credits: 5 })
  const ids = await test.plantContacts(2)
  const first = await test.reveal(apiKey, ids, key('retry-1'))
  const again = await test.reveal(apiKey, ids, key('retry-1'))
  expect(again.status).toBe(200)
  expect({ ...again.body, request_id: '' }).toEqual({ ...first.body, request_id: '' })
  expect(again.body.data[0]).toMatchObject({ reveal_status: 'newly_revealed', charged: true })
  expect(first.headers['idempotent-replayed']).toBeUndefined()
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(again.body.request_id).not.toBe(first.body.request_id)
})

it('IDEM-2: a replay shows credits as they were, whatever was spent since', async () => {
  const { apiKey } = await test.createAccount({ credits: 5 })
  const [one, two] = await test.plantContacts(2)
  await test.reveal(apiKey, [one], key('first'))
  await test.reveal(apiKey, [two])
  expect((await test.reveal(apiKey, [one], key('first'))).body.credits).toMatchObject({ spent: 1, remaining: 4 })
})

it('IDEM-10: a replay names the first request, which is the one on the ledger entry', async () => {
  const { apiKey } = await test.createAccount({ credits: 5 })
  const planted = await test.plantContacts(2)
  // The first reveal of an account opens its period and runs alone; the second is one of a batch.
  for (const [at, id] of planted.entries()) {
    const first = await test.reveal(apiKey, [id], key(`original-${at}`))
    const again = await test.reveal(apiKey, [id], key(`original-${at}`))
    const third = await test.reveal(apiKey, [id], key(`original-${at}`))
    expect(first.headers['original-request-id']).toBeUndefined()
    expect(again.headers['original-request-id']).toBe(first.body.request_id)
    expect(third.headers['original-request-id']).toBe(first.body.request_id)
    const entries = (await test.call('GET', '/api/v1/credits/entries?kind=spend', { key: apiKey })).body.data
    const joined = entries.filter((entry: { request_id: string }) => entry.request_id === first.body.request_id)
    expect(joined).toMatchObject([{ kind: 'spend', contact_ids: [id] }])
  }
})

it('IDEM-3: repeats are dropped before bodies are compared, and order counts', async () => {
  const { apiKey } = await test.createAccount({ credits: 5 })
  const [one, two] = await test.plantContacts(2)
  await test.reveal(apiKey, [one, two], key('k'))
  expect((await test.reveal(apiKey, [one, two, one], key('k'))).headers['idempotent-replayed']).toBe('true')
  const conflict = await test.reveal(apiKey, [two, one], key('k'))
  expect(conflict.status).toBe(409)
  expect(conflict.body.error).toMatchObject({ type: 'invalid_request_error', code: 'idempotency_conflict' })
})

it('IDEM-3: the same key with another body is a 409 that spends nothing', async () => {
  const { apiKey } = await test.createAccount({ credits: 5 })
  const [one, two] = await test.plantContacts(2)
  await test.reveal(apiKey, [one], key('k'))
  expect((await test.reveal(apiKey, [two], key('k'))).status).toBe(409)
  expect((await test.reveal(apiKey, [two])).body.credits).toMatchObject({ spent: 1, remaining: 3 })
})

it('IDEM-4: the scope of a key is the account', async () => {
  const [one, other] = await Promise.all([test.createAccount({ credits: 5 }), test.createAccount({ credits: 5 })])
  const ids = await test.plantContacts(2)
  await test.reveal(one.apiKey, [ids[0]], key('shared'))
  const answer = await test.reveal(other.apiKey, [ids[1]], key('shared'))
  expect(answer.status).toBe(200)
  expect(answer.headers['idempotent-replayed']).toBeUndefined()
})

it('IDEM-4: another credential of the account replays what the first one did', async () => {
  const { accountId, apiKey } = await test.createAccount({ credits: 5 })
  const second = await makeKey(test.store.database, { accountId, name: 'Second' })
  const ids = await test.plantContacts(1)
  await test.reveal(apiKey, ids, key('ours'))
  const replay = await test.reveal(second.apiKey, ids, key('ours'))
  expect(replay.headers['idempotent-replayed']).toBe('true')
  expect(replay.body.credits).toMatchObject({ spent: 1, remaining: 4 })
})

it('IDEM-5: two at once spend once, and the second replays', async () => {
  const { apiKey } = await test.createAccount({ credits: 5 })
  const ids = await test.plantContacts(1)
  const answers = await Promise.all([1, 2].map(() => test.reveal(apiKey, ids, key('at once'))))
  expect(answers.map(({ body }) => body.credits)).toEqual(Array(2).fill({ spent: 1, remaining: 4, spendable_now: 4 }))
  expect(answers.map(({ headers }) => headers['idempotent-replayed']).filter(Boolean)).toEqual(['true'])
})

it('IDEM-6: a 200 that spent nothing is remembered too', async () => {
  const { apiKey } = await test.createAccount({ credits: 5 })
  const ids = await test.plantContacts(1)
  await test.reveal(apiKey, ids)
  await test.reveal(apiKey, ids, key('free'))
  expect((await test.reveal(apiKey, ids, key('free'))).headers['idempotent-replayed']).toBe('true')
})

it('IDEM-6: errors are not remembered: after a 402 the same key works once credits are there', async () => {
  const { accountId, apiKey } = await test.createAccount({ credits: 0 })
  const ids = await test.plantContacts(1)
  expect((await test.reveal(apiKey, ids, key('k'))).status).toBe(402)
  await grantCredits(test.store.database, test.app.clock, accountId, 1, {
    door: 'operator',
    reason: 'test',
    period: null,
  })
  const answer = await test.reveal(apiKey, ids, key('k'))
  expect(answer.body.credits).toMatchObject({ spent: 1, remaining: 0 })
  expect(answer.headers['idempotent-replayed']).toBeUndefined()
})

it('IDEM-6: a 404 is not remembered', async () => {
  const { apiKey } = await test.createAccount({ credits: 5 })
  expect((await test.reveal(apiKey, [newContactId()], key('k'))).status).toBe(404)
  expect((await test.reveal(apiKey, await test.plantContacts(1), key('k'))).status).toBe(200)
})

it('IDEM-8: a contact suppressed in between is left out of the replay and listed as unavailable', async () => {
  const { apiKey } = await test.createAccount({ credits: 5 })
  const [one, two] = await test.plantContacts(2)
  await test.reveal(apiKey, [one, two], key('k'))
  await suppress(test.store.database, test.app.channelKeys, { contact: one! })
  const { body } = await test.reveal(apiKey, [one, two], key('k'))
  expect(body.data.map((contact: { id: string }) => contact.id)).toEqual([two])
  expect(body.unavailable_contact_ids).toEqual([one])
  expect(body.credits).toMatchObject({ spent: 2, remaining: 3 })
})

it('IDEM-7: a key is remembered for at least 24 hours', async () => {
  const { apiKey } = await test.createAccount({ credits: 5 })
  const ids = await test.plantContacts(1)
  await test.reveal(apiKey, ids, key('old'))
  test.setTime(new Date('2026-03-11T12:00:01Z'))
  await cleanUp(test.store.database, test.app.clock, creditsRetention)
  expect((await test.reveal(apiKey, ids, key('old'))).headers['idempotent-replayed']).toBe('true')
})

it('IDEM-9: only facts are stored under the key, never channels', async () => {
  const columns = await test.store.database.query<{ name: string }>(sql`
    SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'idempotency_keys' ORDER BY 1`)
  expect(columns.map(({ name }) => name)).toEqual([
    'account_id',
    'available_ids',
    'charged_ids',
    'created_at',
    'credits_remaining',
    'excluded_ids',
    'idempotency_key',
    'options',
    'request_id',
    'requested_ids',
  ])
})

it('IDEM-1, LIMIT-7: an Idempotency-Key has at most 255 characters', async () => {
  const { apiKey } = await test.createAccount({ credits: 5 })
  const ids = await test.plantContacts(1)
  expect((await test.reveal(apiKey, ids, key('k'.repeat(255)))).status).toBe(200)
  // As they travel: bytes of UTF-8, which an HTTP client writes one by one.
  const sent = (text: string) => Buffer.from(text).toString('latin1')
  for (const letter of ['ä', 'я', '注', '🔑']) {
    const answer = await test.reveal(apiKey, ids, key(sent(letter.repeat(255))))
    expect([letter, answer.status, answer.body.error?.message]).toEqual([letter, 200, undefined])
    const again = await test.reveal(apiKey, ids, key(sent(letter.repeat(255))))
    expect(again.headers['idempotent-replayed']).toBe('true')
  }
  for (const refused of ['k'.repeat(256), sent('注'.repeat(256)), '', 'a\tb']) {
    const answer = await test.reveal(apiKey, ids, key(refused))
    expect(answer.status).toBe(400)
    expect(answer.body.error).toMatchObject({ code: 'invalid_idempotency_key', param: 'Idempotency-Key' })
  }
})

/** The quote and the lists of an account. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newContactId } from '../../src/base/ids.ts'
import { grantCredits } from '../../src/credits/grants.ts'
import { refundSpend } from '../../src/credits/refunds.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { misspelt } from '../support/misspelt.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.stop())

const get = (key: string, path: string, headers = {}) => test.call('GET', `/api/v1${path}`, { key, headers })
const quote = (key: string, ids: unknown) =>
  test.call('POST', '/api/v1/contacts/reveal/quote', { key, body: { contact_ids: ids } })

it('QUOTE-1: a quote says what is new, owned and unavailable, once per id and in order, and spends nothing', async () => {
  const { apiKey } = await test.createAccount({ credits: 5 })
  const [owned, fresh] = await test.plantContacts(2)
  const [empty] = await test.plantContacts(1, { emails: [] })
  await test.reveal(apiKey, [owned])
  const { status, body } = await quote(apiKey, [fresh, empty, owned, fresh])
  expect(status).toBe(200)
  expect(body).toEqual({
    object: 'contact_reveal_quote',
    credits: { required: 1, remaining: 4, spendable_now: 4 },
    data: [
      { id: fresh, outcome: 'new' },
      { id: empty, outcome: 'unavailable' },
      { id: owned, outcome: 'already_revealed' },
    ],
    counts: { new: 1, already_revealed: 1, unavailable: 1, excluded: 0 },
    emails: { verified: 1, matched: 0, found: 0, reported: 0, none: 0 },
    email_types: { work: 1, personal: 0, generic: 0, other: 0 },
    request_id: expect.any(String),
  })
  expect((await quote(apiKey, [fresh])).body.credits).toMatchObject({ required: 1, remaining: 4, spendable_now: 4 })
})

it('QUOTE-2: a quote with nothing available is still a 200 with required 0', async () => {
  const { apiKey } = await test.createAccount({ credits: 5 })
  const id = newContactId()
  const { status, body } = await quote(apiKey, [id])
  expect(status).toBe(200)
  expect(body.credits).toMatchObject({ required: 0, remaining: 5, spendable_now: 5 })
  expect(body.data).toEqual([{ id, outcome: 'unavailable' }])
})

it('QUOTE-2: a quote may cost more than is left, and is not a refusal', async () => {
  const { apiKey } = await test.createAccount({ credits: 1 })
  expect((await quote(apiKey, await test.plantContacts(3))).body.credits).toMatchObject({
    required: 3,
    remaining: 1,
    spendable_now: 1,
  })
})

it('LIST-1: revealed contacts come newest first, already_revealed, every one once over all pages', async () => {
  const { apiKey } = await test.createAccount({ credits: 100 })
  const ids = await test.plantContacts(23)
  for (let at = 0; at < ids.length; at += 5) await test.reveal(apiKey, ids.slice(at, at + 5))
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const from: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { body } = await get(apiKey, `/contacts/revealed?limit=4${from}`)
    expect(body.object).toBe('list')
    expect(body.data.length).toBeLessThanOrEqual(4)
    for (const contact of body.data) {
      expect(contact).toMatchObject({ object: 'contact', reveal_status: 'already_revealed', charged: false })
      seen.push(contact.id)
    }
    expect(body.has_more).toBe(body.next_cursor !== null)
    cursor = body.next_cursor
  } while (cursor !== null)
  expect(seen).toHaveLength(23)
  expect(new Set(seen)).toEqual(new Set(ids))
  // Each reveal of five is older than the one before it in the list.
  for (let at = 0; at < ids.length; at += 5) {
    const from = ids.length - Math.min(ids.length, at + 5)
    expect(new Set(seen.slice(from, ids.length - at))).toEqual(new Set(ids.slice(at, at + 5)))
  }
})

it('LIST-2: revealed contacts as text/csv: all of them, streamed, and no cell can become a formula', async () => {
  const { apiKey } = await test.createAccount({ credits: 500 })
  const phones = [{ phone: '+1 202 555 0101', type: 'direct' as const, is_primary: true }]
  for (let at = 0; at < 25; at += 1) await test.reveal(apiKey, await test.plantContacts(10, { phones }))
  const answer = await get(apiKey, '/contacts/revealed', { accept: 'text/csv' })
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.headers['x-request-id']).toMatch(/^req_/)
  const lines = answer.text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(251)
  expect(lines[0]).toMatch(/^id,full_name,/)
  expect(lines[1]).toContain(',+1 202 555 0101,')
})

it('LIST-6: a revealed contact can be read by its id, for nothing; to others it does not exist', async () => {
  const { apiKey } = await test.createAccount({ credits: 5 })
  const [id, other] = await test.plantContacts(2)
  await test.reveal(apiKey, [id])
  const { status, body } = await get(apiKey, `/contacts/${id}`)
  expect([status, body.id, body.charged, body.emails.length]).toEqual([200, id, false, 1])
  expect((await get(apiKey, '/usage')).body.contact_credits.remaining).toBe(4)
  const stranger = await test.createAccount()
  for (const [key, asked] of [
    [apiKey, other],
    [apiKey, 'nonsense'],
    [stranger.apiKey, id],
  ]) {
    const refused = await get(key!, `/contacts/${asked}`)
    expect([refused.status, refused.body.error.code]).toEqual([404, 'contact_not_found'])
  }
  expect((await get(apiKey, '/contacts/search')).status).toBe(405)
})

it('LIST-3, LIST-4, NAME-4: credit entries have the promised shape, newest first, with door, actor and request', async () => {
  const { accountId, apiKey, keyId } = await test.createAccount({ credits: 5 })
  expect([accountId, keyId]).toEqual([
    expect.stringMatching(/^acc_[A-Za-z0-9]{16,}$/),
    expect.stringMatching(/^key_[A-Za-z0-9]{16,}$/),
  ])
  const ids = await test.plantContacts(2)
  const revealed = await test.reveal(apiKey, ids)
  const { database } = test.store
  await grantCredits(database, test.app.clock, accountId, 7, { door: 'operator', reason: 'A gift', period: null })
  const { body } = await get(apiKey, '/credits/entries')
  expect(body.data).toEqual([
    {
      id: expect.stringMatching(/^ent_/),
      object: 'credit_entry',
      kind: 'grant',
      amount: 7,
      balance_after: 10,
      door: 'operator',
      actor: null,
      reason: 'A gift',
      contact_ids: [],
      lots: [{ id: expect.any(String), source: 'goodwill', amount: 7 }],
      request_id: null,
      job_id: null,
      reference: null,
      spend_id: null,
      created_at: expect.any(String),
    },
    {
      id: expect.stringMatching(/^ent_/),
      object: 'credit_entry',
      kind: 'spend',
      amount: -2,
      balance_after: 3,
      door: 'api_key',
      actor: { type: 'api_key', id: keyId, name: 'First key' },
      reason: null,
      contact_ids: ids,
      lots: [{ id: expect.any(String), source: 'period', amount: -2 }],
      request_id: revealed.body.request_id,
      job_id: null,
      reference: null,
      spend_id: null,
      created_at: expect.any(String),
    },
    expect.objectContaining({ kind: 'grant', amount: 5, balance_after: 5, contact_ids: [] }),
  ])
  expect(body).toMatchObject({ object: 'list', has_more: false, next_cursor: null })

  await refundSpend(
    database,
    test.app.clock,
    accountId,
    { entryId: body.data[1].id },
    { door: 'operator', reason: 'A bad address', period: null },
  )
  const refunds = await get(apiKey, '/credits/entries?kind=refund')
  expect(refunds.body.data).toMatchObject([{ kind: 'refund', amount: 2, balance_after: 12, contact_ids: ids }])
})

it('LIST-3: credit entries page by cursor and kind, each entry once', async () => {
  const { apiKey } = await test.createAccount({ credits: 50 })
  for (const id of await test.plantContacts(7)) await test.reveal(apiKey, [id])
  const first = await get(apiKey, '/credits/entries?limit=5&kind=spend')
  expect(first.body.has_more).toBe(true)
  const rest = await get(apiKey, `/credits/entries?limit=5&kind=spend&cursor=${first.body.next_cursor}`)
  const all = [...first.body.data, ...rest.body.data].map((entry: { balance_after: number }) => entry.balance_after)
  expect(all).toEqual([43, 44, 45, 46, 47, 48, 49])
  expect(rest.body.has_more).toBe(false)
})

it('CURSOR-2: a cursor answers invalid_cursor when a filter changed, was tampered with or is another list’s', async () => {
  const { apiKey } = await test.createAccount({ credits: 50 })
  for (const id of await test.plantContacts(3)) await test.reveal(apiKey, [id])
  const { next_cursor: cursor } = (await get(apiKey, '/credits/entries?limit=1&kind=spend')).body
  for (const path of [
    `/credits/entries?cursor=${cursor}`,
    `/credits/entries?kind=grant&cursor=${cursor}`,
    `/contacts/revealed?cursor=${cursor}`,
    `/credits/entries?kind=spend&cursor=${misspelt(cursor)}`,
    `/credits/entries?kind=spend&cursor=${cursor}A`,
    '/credits/entries?cursor=1',
  ]) {
    const answer = await get(apiKey, path)
    expect([path, answer.status, answer.body.error.code, answer.body.error.param]).toEqual([
      path,
      400,
      'invalid_cursor',
      'cursor',
    ])
  }
  expect((await get(apiKey, `/credits/entries?kind=spend&limit=2&cursor=${cursor}`)).status).toBe(200)
})

it('LIST-7: every page of a list says how many there are in all', async () => {
  const { apiKey } = await test.createAccount({ credits: 10 })
  const ids = await test.plantContacts(5)
  for (const id of ids) await test.reveal(apiKey, [id])
  const revealed = await get(apiKey, '/contacts/revealed?limit=2')
  expect([revealed.body.data.length, revealed.body.total]).toEqual([2, 5])
  const [late] = await test.plantContacts(1)
  await test.reveal(apiKey, [late])
  const next = await get(apiKey, `/contacts/revealed?limit=2&cursor=${revealed.body.next_cursor}`)
  expect(next.body.total).toBe(5)
  expect((await get(apiKey, '/contacts/revealed')).body.total).toBe(6)

  const totalOf = async (query: string) => (await get(apiKey, `/credits/entries?limit=2${query}`)).body.total
  expect([await totalOf(''), await totalOf('&kind=spend'), await totalOf('&kind=grant')]).toEqual([7, 6, 1])
  expect(await totalOf('&kind=refund')).toBe(0)
})

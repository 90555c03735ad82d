import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { createTestKey } from '../../test/support/test-key.ts'
import { sql } from '../base/sql.ts'
import { importCatalogue } from '../catalog/import/import-catalogue.ts'
import { readRecords } from '../catalog/import/read-lines.ts'
import { undoImport } from '../catalog/import/undo-import.ts'
import type { ImportedContact, ImportedStore } from '../catalog/import-record.ts'
import { measureQuality } from '../catalog/quality.ts'
import { suppress } from '../catalog/suppressions.ts'
import { verifyLedger } from '../credits/verify.ts'
import { insertKey } from '../keys/keys.ts'
import { acceptReview, refuseReview } from './decide-review.ts'
import { listReviews } from './reviews.ts'
import { isSoft } from './soft-code.ts'

const begun = new Date('2026-03-10T12:00:00.000Z')
const day = 86_400_000

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ clock: 'fixed', startAt: begun })
  await test.app.start()
})
afterAll(async () => {
  expect((await verifyLedger(test.app.database)).problems).toEqual([])
  await test.stop()
})

const importStores = (...stores: ImportedStore[]) =>
  importCatalogue(test.app.database, { channelKeys: test.app.channelKeys, source: readRecords(stores) })

let stores = 0
/** People of a new store, each with one verified work address unless told otherwise. */
async function plant(count: number, more: (at: number, domain: string) => Partial<ImportedContact> = () => ({})) {
  stores += 1
  const domain = `bounces${stores}.example`
  const contacts = Array.from(
    { length: count },
    (_, at): ImportedContact => ({
      source_id: `${domain} ${at}`,
      full_name: `Person ${at} of ${domain}`,
      emails: [{ email: `p${at}@${domain}`, status: 'verified', type: 'work', is_primary: true }],
      ...more(at, domain),
    }),
  )
  await importStores({ domain, contacts })
  const rows = await test.app.database.query<{ id: string }>(sql`
    SELECT contact_id AS id FROM contacts JOIN stores USING (store_id) WHERE domain = ${domain}
    ORDER BY length(full_name), full_name`)
  return { domain, contacts, ids: rows.map(({ id }) => id), emails: contacts.map((_, at) => `p${at}@${domain}`) }
}

const account = (draft: Parameters<TestApp['createAccount']>[0] = {}) =>
  test.createAccount({ credits: 1_000, ...draft })
const report = (key: string, bounces: object[]) => test.call('POST', '/api/v1/bounces', { key, body: { bounces } })
const verdictsOf = async (key: string, bounces: object[]): Promise<string[]> => {
  const { body, text, status } = await report(key, bounces)
  expect(status, text).toBe(200)
  return body.data.map(({ verdict }: { verdict: string }) => verdict)
}
async function revealAll(key: string, ids: string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += 10) {
    expect((await test.reveal(key, ids.slice(at, at + 10))).status).toBe(200)
  }
}
const emailsFor = async (key: string, id: string): Promise<[string, string][]> =>
  (await test.reveal(key, [id])).body.data[0].emails.map(({ email, status }: never) => [email, status])

it('BOUNCE-1, BOUNCE-2: a bounced address that was paid for returns its credit: a refund that names the spend, in a lot of its own with a date', async () => {
  const { apiKey } = await account()
  const { ids, emails } = await plant(3)
  await test.reveal(apiKey, ids)
  const answer = await report(apiKey, [
    { email: ` ${emails[0]!.toUpperCase()} `, code: '550 5.1.1 user unknown', bounced_at: begun.toISOString() },
    { contact_id: ids[1] },
    { email: 'nobody@elsewhere.example' },
  ])
  expect(answer.status, answer.text).toBe(200)
  expect(answer.body).toMatchObject({
    object: 'bounce_result',
    data: [
      { email: ` ${emails[0]!.toUpperCase()} `, contact_id: ids[0], verdict: 'returned' },
      { email: emails[1], contact_id: ids[1], verdict: 'returned' },
      { email: 'nobody@elsewhere.example', contact_id: null, verdict: 'not_revealed' },
    ],
    credits: { returned: 2, remaining: 999 },
  })
  const entries = await test.call('GET', '/api/v1/credits/entries', { key: apiKey })
  const [second, first, spend] = entries.body.data
  expect([first, second]).toMatchObject([
    { kind: 'refund', amount: 1, contact_ids: [ids[0]], door: 'api_key', request_id: answer.body.request_id },
    { kind: 'refund', amount: 1, contact_ids: [ids[1]], lots: [{ id: second.id, source: 'returned', amount: 1 }] },
  ])
  expect(spend.kind).toBe('spend')
  const usage = await test.call('GET', '/api/v1/usage', { key: apiKey })
  const returned = usage.body.contact_credits.lots.filter(({ source }: never) => source === 'returned')
  const { end } = usage.body.plan.period
  const inThirtyDays = new Date(begun.getTime() + 30 * day).toISOString()
  expect(returned).toMatchObject(
    [0, 1].map(() => ({ remaining: 1, expires_at: end > inThirtyDays ? end : inThirtyDays })),
  )
  expect((await test.reveal(apiKey, ids)).body.credits.spent).toBe(0)
})

it('BOUNCE-1: what is no bounce is a 400 that names it, and changes nothing', async () => {
  const { apiKey, accountId } = await account()
  const { ids, emails } = await plant(1)
  await test.reveal(apiKey, ids)
  for (const [bounces, code, param] of [
    [[{ email: emails[0] }, {}], 'invalid_request', 'bounces[1]'],
    [[{ email: emails[0], contact_id: ids[0] }], 'invalid_request', 'bounces[0]'],
    [[{ email: emails[0] }, { contact_id: 'ct_live_short' }], 'invalid_contact_id', 'bounces[1].contact_id'],
    [[], 'invalid_request', 'bounces'],
    [Array.from({ length: 1_001 }, () => ({ email: emails[0] })), 'invalid_request', 'bounces'],
  ] as const) {
    const { status, body } = await report(apiKey, bounces as never)
    expect([status, body.error.code, body.error.param]).toEqual([400, code, param])
  }
  const { apiKey: searching } = await insertKey(test.app.database, {
    accountId,
    name: 'Searches',
    scopes: ['contacts:search'],
  })
  expect((await report(searching, [{ email: emails[0] }])).status).toBe(403)
  expect(await verdictsOf(apiKey, [{ email: emails[0] }])).toEqual(['returned'])
})

it('BOUNCE-3, B1, L5: a contact returns one credit, ever: again, twice in a request, and from many requests at once', async () => {
  const { apiKey } = await account()
  const { ids, emails } = await plant(4)
  await test.reveal(apiKey, ids)
  expect(await verdictsOf(apiKey, [{ email: emails[0] }, { contact_id: ids[0] }])).toEqual([
    'returned',
    'already_returned',
  ])
  expect(await verdictsOf(apiKey, [{ email: emails[0] }])).toEqual(['already_returned'])
  const at_once = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      verdictsOf(apiKey, at % 2 === 0 ? [{ email: emails[1] }] : [{ contact_id: ids[1] }]),
    ),
  )
  expect(at_once.flat().filter((verdict) => verdict === 'returned')).toHaveLength(1)
  const { body } = await test.call('GET', '/api/v1/credits/entries?kind=refund', { key: apiKey })
  expect(body.total).toBe(2)
  const spend = (await test.call('GET', '/api/v1/credits/entries?kind=spend', { key: apiKey })).body.data[0]
  const { refundSpend } = await import('../credits/grants.ts')
  const given = { door: 'operator' as const, reason: 'Sorry', period: null }
  const { accountId } = (
    await test.app.database.query<{ accountId: string }>(
      sql`SELECT account_id AS "accountId" FROM credit_entries WHERE entry_id = ${spend.id}`,
    )
  )[0]!
  await refundSpend(test.app.database, test.app.clock, accountId, { entryId: spend.id }, given)
  expect(await verdictsOf(apiKey, [{ email: emails[2] }])).toEqual(['already_returned'])
})

it('BOUNCE-3, B3, L15: whoever dies in the middle, a report that is sent again ends with one credit for each contact', async () => {
  const { apiKey } = await account()
  const { ids, emails } = await plant(6)
  await test.reveal(apiKey, ids)
  const { database } = test.app
  const real = database.transaction
  let dies: 'before' | 'after' | null = null
  const bounces = emails.map((email) => ({ email }))
  database.transaction = (work) =>
    real(async (tx) => {
      const done = await work(tx)
      if (dies === 'before') throw new Error('The node died.')
      return done
    }).then((done) => {
      if (dies === 'after') throw new Error('The node died.')
      return done
    })
  try {
    dies = 'before'
    expect((await report(apiKey, bounces)).status).toBe(500)
    expect((await test.call('GET', '/api/v1/credits/entries?kind=refund', { key: apiKey })).body.total).toBe(0)
    dies = 'after'
    expect((await report(apiKey, bounces.slice(0, 3))).status).toBe(500)
  } finally {
    database.transaction = real
  }
  expect(await verdictsOf(apiKey, bounces)).toEqual([
    ...Array(3).fill('already_returned'),
    ...Array(3).fill('returned'),
  ])
  expect((await test.call('GET', '/api/v1/credits/entries?kind=refund', { key: apiKey })).body.total).toBe(6)
})

it('BOUNCE-4, B2: nothing is learned about an address that was not paid for, whatever the catalogue holds of it', async () => {
  const { apiKey } = await account()
  const { apiKey: other } = await account()
  const { ids, emails, domain } = await plant(3, (at, name) => ({
    emails: [
      { email: `p${at}@${name}`, status: 'verified', type: 'work', is_primary: true },
      { email: `guess${at}@${name}`, status: 'guessed', type: 'work', is_primary: false },
    ],
  }))
  await test.reveal(apiKey, [ids[0]])
  await test.reveal(other, [ids[1]])
  await test.reveal(apiKey, [ids[2]])
  await suppress(test.app.database, test.app.channelKeys, { email: emails[2]! })
  const asked = [
    { email: emails[1] },
    { contact_id: ids[1] },
    { email: `guess0@${domain}` },
    { email: emails[1], code: '4.2.2' },
    { email: 'no address' },
    { contact_id: 'ct_live_QwErTyUiOpAsDfGh' },
    { email: emails[2] },
    { contact_id: ids[2] },
  ]
  const { body } = await report(apiKey, asked)
  expect(body.data).toEqual(asked.map(({ email = null }) => ({ email, contact_id: null, verdict: 'not_revealed' })))
  expect(body.credits.returned).toBe(0)
  const reports = await test.app.database.query(sql`SELECT FROM email_reports JOIN accounts USING (account_id)
    WHERE email_hash = ANY(SELECT unnest(email_hashes) FROM contacts WHERE contact_id = ANY(${ids}::text[]))`)
  expect(reports).toHaveLength(0)
})

it('BOUNCE-5: a temporary failure, an old reveal and a second address are told apart, and the second address returns the credit', async () => {
  const { apiKey } = await account()
  const { ids, emails, domain } = await plant(3, (at, name) =>
    at === 1
      ? {
          emails: [
            { email: `p1@${name}`, status: 'verified', type: 'work', is_primary: true },
            { email: `second@${name}`, status: 'found', type: 'work', is_primary: false },
          ],
        }
      : {},
  )
  await test.reveal(apiKey, ids)
  expect(await verdictsOf(apiKey, [{ email: emails[0], code: '452 4.2.2 mailbox full' }])).toEqual(['soft'])
  expect(await emailsFor(apiKey, ids[0]!)).toEqual([[emails[0], 'verified']])
  expect(await verdictsOf(apiKey, [{ contact_id: ids[1] }, { email: emails[1] }])).toEqual([
    'other_email_delivered',
    'other_email_delivered',
  ])
  expect(await emailsFor(apiKey, ids[1]!)).toEqual([[`second@${domain}`, 'found']])
  expect(await verdictsOf(apiKey, [{ email: `second@${domain}` }])).toEqual(['returned'])
  expect(await emailsFor(apiKey, ids[1]!)).toEqual([])
  test.setTime(new Date(begun.getTime() + 30 * day))
  expect(await verdictsOf(apiKey, [{ email: emails[0] }])).toEqual(['returned'])
  test.setTime(new Date(begun.getTime() + 30 * day + 1))
  try {
    expect(await verdictsOf(apiKey, [{ email: emails[2] }])).toEqual(['too_old'])
    expect(await emailsFor(apiKey, ids[2]!)).toEqual([])
  } finally {
    test.setTime(begun)
  }
})

it('BOUNCE-5: a code says what a mail server meant, alone or in a whole line', () => {
  const soft = [
    '4.2.2',
    '452',
    '452 4.2.2 The email account is over quota',
    '450',
    'SMTP error 421: try later',
    '#4.0.0',
  ]
  const hard = [
    undefined,
    '',
    '5.1.1',
    '550',
    '550 5.1.1 <x@y.example> user unknown',
    'unknown',
    'host 4.3.2.1 said: 550',
    '550 mailbox 452',
  ]
  expect(soft.filter((code) => !isSoft(code))).toEqual([])
  expect(hard.filter(isSoft)).toEqual([])
})

it('BOUNCE-6: beyond twenty, or a tenth of what was revealed in thirty days, the operator decides', async () => {
  const { apiKey, accountId } = await account()
  const { ids, emails } = await plant(23)
  await revealAll(apiKey, ids)
  const verdicts = await verdictsOf(
    apiKey,
    emails.map((email) => ({ email, code: '5.1.1' })),
  )
  expect(verdicts).toEqual([...Array(20).fill('returned'), ...Array(3).fill('limit')])
  expect(await emailsFor(apiKey, ids[22]!)).toEqual([[emails[22], 'verified']])
  expect(await verdictsOf(apiKey, [{ email: emails[20] }])).toEqual(['limit'])
  const { database, clock, channelKeys } = test.app
  const waiting = await listReviews(database, { accountId, all: false })
  expect(waiting.map(({ contactId, code }) => [contactId, code]).sort()).toEqual(
    ids
      .slice(20)
      .map((id) => [id, '5.1.1'])
      .sort(),
  )
  const of = (at: number) => waiting.find(({ contactId }) => contactId === ids[at])!
  const decide = (at: number) =>
    database.transaction((tx) =>
      acceptReview(tx, clock, channelKeys, {
        review: of(at),
        actor: { type: 'operator', id: 'operator', name: 'Ada' },
        period: null,
      }),
    )
  expect((await Promise.all([decide(20), decide(20)])).sort()).toEqual(['decided', 'returned'])
  expect(await emailsFor(apiKey, ids[20]!)).toEqual([])
  expect(await database.transaction((tx) => refuseReview(tx, clock, of(21)))).toBe(true)
  expect(await verdictsOf(apiKey, [{ email: emails[20] }, { email: emails[21] }])).toEqual([
    'already_returned',
    'limit',
  ])
  test.setTime(new Date(begun.getTime() + 29 * day))
  const more = await plant(210)
  await revealAll(apiKey, more.ids)
  try {
    // A tenth of 233 is 23, of which 20 are used. What the operator returned does not count.
    const again = await verdictsOf(apiKey, [
      { email: emails[21] },
      { email: emails[22] },
      ...more.emails.slice(0, 4).map((email) => ({ email })),
    ])
    expect(again).toEqual(['limit', 'returned', 'returned', 'returned', 'limit', 'limit'])
    expect((await listReviews(database, { accountId, all: true })).map(({ state }) => state).sort()).toEqual([
      'accepted',
      'accepted',
      'refused',
      'waiting',
      'waiting',
    ])
  } finally {
    test.setTime(begun)
  }
})

it('BOUNCE-9: in test mode a bounce returns a test credit, and the catalogue stays as it is', async () => {
  const { accountId } = await account()
  const { apiKey } = await createTestKey(test, accountId)
  const found = await test.call('POST', '/api/v1/contacts/search', {
    key: apiKey,
    body: { person: { has_verified_email: true }, limit: 5 },
  })
  const ids = found.body.data.map(({ id }: { id: string }) => id)
  const { body } = await test.reveal(apiKey, ids)
  const single = body.data.filter(({ emails }: { emails: unknown[] }) => emails.length === 1)
  const [{ id, emails }] = single
  const answer = await report(apiKey, [{ email: emails[0].email }, { contact_id: id }])
  expect(answer.body.data).toMatchObject([
    { contact_id: id, verdict: 'returned' },
    { email: emails[0].email, verdict: 'already_returned' },
  ])
  expect((await test.reveal(apiKey, [id])).body.data[0].emails).toEqual(emails)
})

/** An account that pays with a card of its own, if any. */
async function payingAccount(card: string | null) {
  const made = await account()
  if (card === null) return made
  const customerId = `cus_${made.accountId}`
  await test.app.database.query(sql`
    INSERT INTO billing_customers (customer_id, card_hash) VALUES (${customerId}, convert_to(${card}, 'UTF8'))`)
  await test.app.database.query(
    sql`INSERT INTO billing_customer_accounts (account_id, customer_id) VALUES (${made.accountId}, ${customerId})`,
  )
  return made
}

it('BOUNCE-7: a reported address is reported for everybody, and bounced after three accounts with different cards', async () => {
  const keys = []
  for (const card of ['one', 'one', null, null, 'two', 'three']) keys.push((await payingAccount(card)).apiKey)
  const { apiKey: reader } = await account()
  const { ids, emails, domain } = await plant(1)
  for (const key of [...keys, reader]) await test.reveal(key, ids)
  const seen: unknown[] = []
  for (const key of keys) {
    expect(await verdictsOf(key, [{ email: emails[0] }])).toEqual(['returned'])
    expect(await emailsFor(key, ids[0]!)).toEqual([])
    seen.push((await emailsFor(reader, ids[0]!)).map(([, status]) => status).join() || 'none')
  }
  expect(seen).toEqual([...Array(5).fill('reported'), 'none'])
  expect(await verdictsOf(reader, [{ email: emails[0] }])).toEqual(['returned'])
  const quality = await measureQuality(test.app.database, test.app.channelKeys, begun)
  expect(quality.emails.bySource.import).toMatchObject({ bounced: 1 })
  const { apiKey: late } = await account()
  expect((await test.reveal(late, ids)).status).toBe(404)
  const preview = await test.call('POST', '/api/v1/contacts/search', {
    key: late,
    body: { store: { domains: [domain] } },
  })
  await expect
    .poll(
      async () => {
        const { body } = await test.call('POST', '/api/v1/contacts/search', {
          key: late,
          body: { store: { domains: [domain] } },
        })
        return body.total
      },
      { timeout: 30_000 },
    )
    .toBe(0)
  expect(preview.status).toBe(200)
})

it('BOUNCE-7: previews and filters know reported addresses, and nobody pays for an address that they reported themselves', async () => {
  const { apiKey } = await account()
  const { apiKey: other } = await account()
  const { ids, domain } = await plant(2, (_, name) => ({
    emails: [{ email: `info@${name}`, status: 'verified', type: 'generic', is_primary: true }],
  }))
  await test.reveal(apiKey, [ids[0]])
  expect(await verdictsOf(apiKey, [{ email: `info@${domain}` }])).toEqual(['returned'])
  const body = { contact_ids: [ids[1]] }
  const quote = (key: string) => test.call('POST', '/api/v1/contacts/reveal/quote', { key, body })
  expect((await quote(apiKey)).body.counts).toMatchObject({ new: 0, unavailable: 1 })
  expect((await test.reveal(apiKey, [ids[1]])).status).toBe(404)
  expect((await quote(other)).body.emails).toEqual({ verified: 0, matched: 0, found: 0, reported: 1, none: 0 })
  const search = { store: { domains: [domain] }, person: { email_statuses_any: ['reported'] } }
  await expect
    .poll(
      async () => {
        const found = await test.call('POST', '/api/v1/contacts/search', { key: other, body: search })
        return found.body.data?.map(({ best_email }: never) => (best_email as { status: string }).status)
      },
      { timeout: 30_000 },
    )
    .toEqual(['reported', 'reported'])
})

it('BOUNCE-8: an import lifts reports of addresses that were verified after them, for the reporter too, and no others', async () => {
  const { apiKey } = await account()
  const { apiKey: other } = await account()
  const { ids, emails, domain, contacts } = await plant(2)
  for (const key of [apiKey, other]) await test.reveal(key, ids)
  await verdictsOf(
    apiKey,
    emails.map((email) => ({ email })),
  )
  const withDates = (at: number, verified_at: string) => ({
    ...contacts[at]!,
    title: 'Founder',
    emails: contacts[at]!.emails!.map((email) => ({ ...email, verified_at })),
  })
  const before = new Date(begun.getTime() - day).toISOString()
  const after = new Date(begun.getTime() + day).toISOString()
  await importStores({ domain, contacts: [withDates(0, before), { ...contacts[1]!, title: 'Head of sales' }] })
  expect([await emailsFor(apiKey, ids[0]!), await emailsFor(other, ids[0]!)]).toEqual([[], [[emails[0], 'reported']]])
  // A line without emails keeps them as they are, and is no change of its own.
  const { emails: _, ...withoutEmails } = contacts[1]!
  await importStores({ domain, contacts: [{ ...withoutEmails, title: 'Head of sales' }] })
  expect(await emailsFor(other, ids[1]!)).toEqual([[emails[1], 'reported']])
  await importStores({ domain, contacts: [withDates(0, after)] })
  for (const key of [apiKey, other]) expect(await emailsFor(key, ids[0]!)).toEqual([[emails[0], 'verified']])
  expect(await verdictsOf(apiKey, [{ email: emails[0] }])).toEqual(['already_returned'])
  const [last] = await test.app.database.query<{ run: number }>(sql`SELECT max(import_run)::int AS run FROM imports`)
  await undoImport(test.app.database, test.app.channelKeys, last!.run)
  expect([await emailsFor(apiKey, ids[0]!), await emailsFor(other, ids[0]!)]).toEqual([[], [[emails[0], 'reported']]])
})

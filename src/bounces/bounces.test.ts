import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestKey } from '../../test/support/test-key.ts'
import { sql } from '../base/sql.ts'
import { suppress } from '../catalog/suppressions.ts'
import { refundSpend } from '../credits/refunds.ts'
import { makeTestCatalogue } from '../demo/test-catalogue.ts'
import { makeKey } from '../keys/keys.ts'
import { begun, day, openBounces } from './bounces-fixture.ts'
import { acceptReview, refuseReview } from './decide-review.ts'
import { listReviews } from './reviews.ts'

let stage: Awaited<ReturnType<typeof openBounces>>
beforeAll(async () => {
  stage = await openBounces()
})
afterAll(() => stage.stop())

it('BOUNCE-1, BOUNCE-2: a bounced address that was paid for returns its credit: a refund that names the spend, in a lot of its own with a date', async () => {
  const { apiKey } = await stage.account()
  const { ids, emails } = await stage.plant(3)
  await stage.test.reveal(apiKey, ids)
  const answer = await stage.report(apiKey, [
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
  const entries = await stage.test.call('GET', '/api/v1/credits/entries', { key: apiKey })
  const [second, first, spend] = entries.body.data
  expect([first, second]).toMatchObject([
    { kind: 'refund', amount: 1, contact_ids: [ids[0]], door: 'api_key', request_id: answer.body.request_id },
    { kind: 'refund', amount: 1, contact_ids: [ids[1]], lots: [{ id: second.id, source: 'returned', amount: 1 }] },
  ])
  expect([spend.kind, spend.spend_id, first.spend_id, second.spend_id]).toEqual(['spend', null, spend.id, spend.id])
  const usage = await stage.test.call('GET', '/api/v1/usage', { key: apiKey })
  const returned = usage.body.contact_credits.lots.filter(({ source }: never) => source === 'returned')
  const { end } = usage.body.plan.period
  const inThirtyDays = new Date(begun.getTime() + 30 * day).toISOString()
  expect(returned).toMatchObject(
    [0, 1].map(() => ({ remaining: 1, expires_at: end > inThirtyDays ? end : inThirtyDays })),
  )
  expect((await stage.test.reveal(apiKey, ids)).body.credits.spent).toBe(0)
})

it('BOUNCE-1: what is no bounce is a 400 that names it, and changes nothing', async () => {
  const { apiKey, accountId } = await stage.account()
  const { ids, emails } = await stage.plant(1)
  await stage.test.reveal(apiKey, ids)
  for (const [bounces, code, param] of [
    [[{ email: emails[0] }, {}], 'invalid_request', 'bounces[1]'],
    [[{ email: emails[0], contact_id: ids[0] }], 'invalid_request', 'bounces[0]'],
    [[{ email: emails[0] }, { contact_id: 'ct_live_short' }], 'invalid_contact_id', 'bounces[1].contact_id'],
    [[], 'invalid_request', 'bounces'],
    [Array.from({ length: 1_001 }, () => ({ email: emails[0] })), 'invalid_request', 'bounces'],
  ] as const) {
    const { status, body } = await stage.report(apiKey, bounces as never)
    expect([status, body.error.code, body.error.param]).toEqual([400, code, param])
  }
  const { apiKey: searching } = await makeKey(stage.test.app.database, {
    accountId,
    name: 'Searches',
    scopes: ['contacts:search'],
  })
  expect((await stage.report(searching, [{ email: emails[0] }])).status).toBe(403)
  expect(await stage.verdictsOf(apiKey, [{ email: emails[0] }])).toEqual(['returned'])
})

it('BOUNCE-3, BC1, L5: a contact returns one credit, ever: again, twice in a request, and from many requests at once', async () => {
  const { apiKey } = await stage.account()
  const { ids, emails } = await stage.plant(4)
  await stage.test.reveal(apiKey, ids)
  expect(await stage.verdictsOf(apiKey, [{ email: emails[0] }, { contact_id: ids[0] }])).toEqual([
    'returned',
    'already_returned',
  ])
  expect(await stage.verdictsOf(apiKey, [{ email: emails[0] }])).toEqual(['already_returned'])
  const at_once = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      stage.verdictsOf(apiKey, at % 2 === 0 ? [{ email: emails[1] }] : [{ contact_id: ids[1] }]),
    ),
  )
  expect(at_once.flat().filter((verdict) => verdict === 'returned')).toHaveLength(1)
  const { body } = await stage.test.call('GET', '/api/v1/credits/entries?kind=refund', { key: apiKey })
  expect(body.total).toBe(2)
  const spend = (await stage.test.call('GET', '/api/v1/credits/entries?kind=spend', { key: apiKey })).body.data[0]
  const given = { door: 'operator' as const, reason: 'Sorry', period: null }
  const { accountId } = (
    await stage.test.app.database.query<{ accountId: string }>(
      sql`SELECT account_id AS "accountId" FROM credit_entries WHERE entry_id = ${spend.id}`,
    )
  )[0]!
  await refundSpend(stage.test.app.database, stage.test.app.clock, accountId, { entryId: spend.id }, given)
  expect(await stage.verdictsOf(apiKey, [{ email: emails[2] }])).toEqual(['already_returned'])
})

it('BOUNCE-3, BC3, L15: whoever dies in the middle, a report that is sent again ends with one credit for each contact', async () => {
  const { apiKey } = await stage.account()
  const { ids, emails } = await stage.plant(6)
  await stage.test.reveal(apiKey, ids)
  const { database } = stage.test.app
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
    expect((await stage.report(apiKey, bounces)).status).toBe(500)
    expect((await stage.test.call('GET', '/api/v1/credits/entries?kind=refund', { key: apiKey })).body.total).toBe(0)
    dies = 'after'
    expect((await stage.report(apiKey, bounces.slice(0, 3))).status).toBe(500)
  } finally {
    database.transaction = real
  }
  expect(await stage.verdictsOf(apiKey, bounces)).toEqual([
    ...Array(3).fill('already_returned'),
    ...Array(3).fill('returned'),
  ])
  expect((await stage.test.call('GET', '/api/v1/credits/entries?kind=refund', { key: apiKey })).body.total).toBe(6)
})

it('BOUNCE-4, BC2: nothing is learned about an address that was not paid for, whatever the catalogue holds of it', async () => {
  const { apiKey } = await stage.account()
  const { apiKey: other } = await stage.account()
  const { ids, emails, domain } = await stage.plant(3, (at, name) => ({
    emails: [
      { email: `p${at}@${name}`, status: 'verified', type: 'work', is_primary: true },
      { email: `guess${at}@${name}`, status: 'guessed', type: 'work', is_primary: false },
    ],
  }))
  await stage.test.reveal(apiKey, [ids[0]])
  await stage.test.reveal(other, [ids[1]])
  await stage.test.reveal(apiKey, [ids[2]])
  await suppress(stage.test.app.database, stage.test.app.channelKeys, { email: emails[2]! })
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
  const { body } = await stage.report(apiKey, asked)
  expect(body.data).toEqual(
    asked.map(({ email = null, contact_id = null }) => ({ email, contact_id, verdict: 'not_revealed' })),
  )
  expect(body.credits.returned).toBe(0)
  const reports = await stage.test.app.database.query(sql`SELECT FROM email_reports JOIN accounts USING (account_id)
    WHERE email_hash = ANY(SELECT unnest(email_hashes) FROM contacts WHERE contact_id = ANY(${ids}::text[]))`)
  expect(reports).toHaveLength(0)
})

it('BOUNCE-5: a temporary failure, an old reveal and a second address are told apart, and the second address returns the credit', async () => {
  const { apiKey } = await stage.account()
  const { ids, emails, domain } = await stage.plant(3, (at, name) =>
    at === 1
      ? {
          emails: [
            { email: `p1@${name}`, status: 'verified', type: 'work', is_primary: true },
            { email: `second@${name}`, status: 'found', type: 'work', is_primary: false },
          ],
        }
      : {},
  )
  await stage.test.reveal(apiKey, ids)
  expect(await stage.verdictsOf(apiKey, [{ email: emails[0], code: '452 4.2.2 mailbox full' }])).toEqual(['soft'])
  expect(await stage.emailsFor(apiKey, ids[0]!)).toEqual([[emails[0], 'verified']])
  expect(await stage.verdictsOf(apiKey, [{ contact_id: ids[1] }, { email: emails[1] }])).toEqual([
    'other_email_delivered',
    'other_email_delivered',
  ])
  expect(await stage.emailsFor(apiKey, ids[1]!)).toEqual([[`second@${domain}`, 'found']])
  expect(await stage.verdictsOf(apiKey, [{ email: `second@${domain}` }])).toEqual(['returned'])
  expect(await stage.emailsFor(apiKey, ids[1]!)).toEqual([])
  stage.test.setTime(new Date(begun.getTime() + 30 * day))
  expect(await stage.verdictsOf(apiKey, [{ email: emails[0] }])).toEqual(['returned'])
  stage.test.setTime(new Date(begun.getTime() + 30 * day + 1))
  try {
    expect(await stage.verdictsOf(apiKey, [{ email: emails[2] }])).toEqual(['too_old'])
    expect(await stage.emailsFor(apiKey, ids[2]!)).toEqual([])
  } finally {
    stage.test.setTime(begun)
  }
})

it('BOUNCE-6: beyond twenty, or a tenth of what was revealed in thirty days, the operator decides', async () => {
  const { apiKey, accountId } = await stage.account()
  const { ids, emails } = await stage.plant(23)
  await stage.revealAll(apiKey, ids)
  const verdicts = await stage.verdictsOf(
    apiKey,
    emails.map((email) => ({ email, code: '5.1.1' })),
  )
  expect(verdicts).toEqual([...Array(20).fill('returned'), ...Array(3).fill('limit')])
  expect(await stage.emailsFor(apiKey, ids[22]!)).toEqual([[emails[22], 'verified']])
  expect(await stage.verdictsOf(apiKey, [{ email: emails[20] }])).toEqual(['limit'])
  const { database, clock, channelKeys } = stage.test.app
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
        makeTestCatalogue,
      }),
    )
  expect((await Promise.all([decide(20), decide(20)])).sort()).toEqual(['decided', 'returned'])
  expect(await stage.emailsFor(apiKey, ids[20]!)).toEqual([])
  expect(await database.transaction((tx) => refuseReview(tx, clock, of(21)))).toBe(true)
  expect(await stage.verdictsOf(apiKey, [{ email: emails[20] }, { email: emails[21] }])).toEqual([
    'already_returned',
    'limit',
  ])
  stage.test.setTime(new Date(begun.getTime() + 29 * day))
  const more = await stage.plant(210)
  await stage.revealAll(apiKey, more.ids)
  try {
    // A tenth of 233 is 23, of which 20 are used. What the operator returned does not count.
    const again = await stage.verdictsOf(apiKey, [
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
    stage.test.setTime(begun)
  }
})

it('BOUNCE-9: in test mode verdicts and credits are those of live mode, over several requests, too; for the account the address has bounced, for others the catalogue stays as it is', async () => {
  const { accountId } = await stage.account()
  const { apiKey } = await createTestKey(stage.test, accountId)
  const found = await stage.test.call('POST', '/api/v1/contacts/search', {
    key: apiKey,
    body: { person: { has_verified_email: true }, limit: 100 },
  })
  const ids = found.body.data.map(({ id }: { id: string }) => id)
  const revealed = []
  for (let at = 0; at < ids.length; at += 10)
    revealed.push(...(await stage.test.reveal(apiKey, ids.slice(at, at + 10))).body.data)
  const single = revealed.filter(({ emails }: { emails: unknown[] }) => emails.length === 1)
  const [{ id, emails }] = single
  const answer = await stage.report(apiKey, [{ email: emails[0].email }, { contact_id: id }])
  expect(answer.body.data).toMatchObject([
    { contact_id: id, verdict: 'returned' },
    { email: emails[0].email, verdict: 'already_returned' },
  ])
  expect((await stage.test.reveal(apiKey, [id])).body.data[0].emails).toEqual([])
  const { apiKey: other } = await createTestKey(stage.test, (await stage.account()).accountId)
  expect((await stage.test.reveal(other, [id])).body.data[0].emails).toEqual(emails)

  const twice = revealed.find((one: { emails: unknown[] }) => one.emails.length > 1)
  const verdicts = []
  for (const { email } of twice.emails) verdicts.push(...(await stage.verdictsOf(apiKey, [{ email }])))
  expect(verdicts).toEqual([...Array(twice.emails.length - 1).fill('other_email_delivered'), 'returned'])
})

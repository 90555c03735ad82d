/** One account can't notice what another does or owns, and unavailable resources look the same whatever the reason. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newContactId } from '../../src/base/ids.ts'
import { sql } from '../../src/base/sql.ts'
import { suppress } from '../../src/catalog/suppressions.ts'
import { type Answer, startTestApp, type TestApp } from '../support/app.ts'

let test: TestApp
let mine: { apiKey: string; accountId: string }
let theirs: { apiKey: string; accountId: string }
let unavailable: Record<string, string>
let good: string

beforeAll(async () => {
  test = await startTestApp({ clock: 'fixed', startAt: new Date('2026-03-10T12:00:00Z') })
  const { database } = test.store
  mine = await test.createAccount({ credits: 100 })
  theirs = await test.createAccount({ credits: 100 })
  const [suppressed, retired, ownedByOther, other] = (await test.plantContacts(4)) as [string, string, string, string]
  const [channelless] = (await test.plantContacts(1, { emails: [] })) as [string]
  const [unexportable] = (await test.plantContacts(1, {
    emails: [{ email: 'a@b.example', status: 'guessed', type: 'work', is_primary: true }],
  })) as [string]
  await test.reveal(theirs.apiKey, [retired, suppressed, ownedByOther])
  await suppress(database, test.app.channelKeys, { contact: suppressed })
  await database.query(sql`UPDATE contacts SET retired_at = now() WHERE contact_id = ${retired}`)
  unavailable = { unknown: newContactId(), suppressed, retired, channelless, unexportable }
  good = other
})
afterAll(() => test.stop())

/** An answer without what differs between any two requests: the ids asked for, the request id and the time of day. */
function shape({ status, headers, text }: Answer, id: string): string {
  const { date: _date, 'x-request-id': _id, ratelimit: _rate, ...rest } = headers
  const body = text.replaceAll(id, 'THE_ID').replaceAll(/req_\w+/g, 'req')
  return JSON.stringify({ status, rest, body })
}

async function expectAlike(ask: (id: string) => Promise<Answer>): Promise<void> {
  const shapes: [string, string][] = []
  for (const [reason, id] of Object.entries(unavailable)) shapes.push([reason, shape(await ask(id), id)])
  for (const [reason, shown] of shapes) expect([reason, shown]).toEqual([reason, shapes[0]![1]])
}

it('REVEAL-5, ERR-14: alone, an unknown, suppressed, retired or channel-less contact gives one and the same 404', () =>
  expectAlike((id) => test.reveal(mine.apiKey, [id])))

it('REVEAL-5: next to a good one they give one and the same 200', async () => {
  await test.reveal(mine.apiKey, [good])
  await expectAlike((id) => test.reveal(mine.apiKey, [good, id]))
})

it('REVEAL-5, QUOTE-1: in a quote they give one and the same answer', () =>
  expectAlike((id) =>
    test.call('POST', '/api/v1/contacts/reveal/quote', { key: mine.apiKey, body: { contact_ids: [id] } }),
  ))

it('REVEAL-5: with too few credits they give one and the same 402', async () => {
  const poor = await test.createAccount({ credits: 0 })
  await expectAlike((id) => test.reveal(poor.apiKey, [good, id]))
})

it('CREDIT-3: a contact that another account revealed is as new as any', async () => {
  const [fresh, taken] = (await test.plantContacts(2)) as [string, string]
  await test.reveal(theirs.apiKey, [taken])
  const quote = await test.call('POST', '/api/v1/contacts/reveal/quote', {
    key: mine.apiKey,
    body: { contact_ids: [fresh, taken] },
  })
  expect(quote.body.data.map((item: { outcome: string }) => item.outcome)).toEqual(['new', 'new'])
})

it('CURSOR-5: another account’s cursor is answered like nonsense', async () => {
  for (const list of ['/api/v1/contacts/revealed', '/api/v1/credits/entries']) {
    const page = await test.call('GET', `${list}?limit=1`, { key: theirs.apiKey })
    expect(page.body.next_cursor).toEqual(expect.any(String))
    const [stolen, nonsense] = await Promise.all(
      [page.body.next_cursor, 'A'.repeat(page.body.next_cursor.length)].map((cursor) =>
        test.call('GET', `${list}?limit=1&cursor=${cursor}`, { key: mine.apiKey }),
      ),
    )
    expect(stolen!.body.error.code).toBe('invalid_cursor')
    expect(shape(stolen!, '-')).toBe(shape(nonsense!, '-'))
  }
})

it('IDEM-4: another account’s Idempotency-Key is unknown', async () => {
  const [one, two] = (await test.plantContacts(2)) as [string, string]
  await test.reveal(theirs.apiKey, [one], { 'idempotency-key': 'same' })
  const answer = await test.reveal(mine.apiKey, [two], { 'idempotency-key': 'same' })
  expect(answer.status).toBe(200)
  expect(answer.headers['idempotent-replayed']).toBeUndefined()
  expect(answer.body.data[0].id).toBe(two)
})

it('ERR-14: another account’s reveals, entries and balance never show', async () => {
  const fresh = await test.createAccount({ credits: 7 })
  const ids = await test.plantContacts(2)
  await test.reveal(theirs.apiKey, ids)
  const get = async (path: string) => (await test.call('GET', `/api/v1${path}`, { key: fresh.apiKey })).body
  expect((await get('/contacts/revealed')).data).toEqual([])
  expect((await get('/credits/entries')).data).toHaveLength(1)
  expect((await get('/usage')).contact_credits).toMatchObject({ used: 0, remaining: 7 })
  const csv = await test.call('GET', '/api/v1/contacts/revealed', {
    key: fresh.apiKey,
    headers: { accept: 'text/csv' },
  })
  expect(csv.text.trimEnd().split('\r\n')).toHaveLength(1)
})

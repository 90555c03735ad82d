/** The iterators over events: each event once, in order, whatever happens between the pages. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../src/base/sql.ts'
import { recordEvents } from '../src/events/record.ts'
import { startTestApp, type TestApp } from '../test/support/app.ts'
import { eventsPerPage } from './generated.ts'
import { createProspector } from './prospector.ts'

let test: TestApp
let origin: string
beforeAll(async () => {
  test = await startTestApp()
  origin = await test.app.http.server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => test.stop())

const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)

/** An account with so many events, every third of them about an update, and more on demand. */
async function createFeed(total: number) {
  const { accountId, apiKey } = await test.createAccount({ requestsPerMinute: 1_000 })
  const { database, clock } = test.app
  let told = 0
  const record = (count: number) =>
    database.transaction((tx) =>
      recordEvents(
        tx,
        clock,
        accountId,
        Array.from({ length: count }, () => {
          told += 1
          const type = told % 3 === 0 ? ('contact.updated' as const) : ('contact.suppressed' as const)
          return { type, data: { contact_ids: [`ct_live_${told}`] } }
        }),
      ),
    )
  const { next_after: before } = await createProspector({ origin, apiKey }).listEvents()
  await record(total)
  return { apiKey, record, first: before + 1 }
}

it('SDK-5: following events skips none and repeats none, over pages, failures and what happens meanwhile', async () => {
  const { apiKey, record, first } = await createFeed(eventsPerPage * 2 + 30)
  let sent = 0
  // Every second request fails: by its status, and by a connection that is lost after the service has answered.
  const unreliable: typeof fetch = async (...request) => {
    sent += 1
    const answer = await fetch(...request)
    if (sent % 4 === 2) throw new TypeError('fetch failed')
    return sent % 4 === 0 ? new Response('', { status: 503 }) : answer
  }
  const prospector = createProspector({ origin, apiKey, fetch: unreliable })
  const last = first + eventsPerPage * 2 + 29
  const seen: number[] = []
  for await (const { sequence } of prospector.events.follow({ after: first - 1 })) {
    seen.push(sequence)
    // In the middle of a page, at its end, and when there is nothing left.
    if (sequence === first + 5) await record(10)
    if (sequence === first + eventsPerPage - 1) await record(1)
    if (sequence === last + 11) await record(4)
    if (sequence === last + 15) break
  }
  expect(seen).toEqual(upTo(first, last + 15))
  expect(sent).toBeGreaterThan(5)
})

it('SDK-5: who stopped in the middle of a page goes on with the next event', async () => {
  const { apiKey, first } = await createFeed(eventsPerPage + 20)
  const prospector = createProspector({ origin, apiKey })
  const seen: number[] = []
  while (seen.length < eventsPerPage + 20) {
    for await (const { sequence } of prospector.events.follow({ after: seen.at(-1) ?? first - 1 })) {
      seen.push(sequence)
      if (seen.length % 37 === 0 || seen.length === eventsPerPage + 20) break
    }
  }
  expect(seen).toEqual(upTo(first, first + eventsPerPage + 19))
})

it('SDK-5, SDK-2: of some types each event comes once, followed and listed', async () => {
  const { apiKey, first } = await createFeed(eventsPerPage * 3)
  const prospector = createProspector({ origin, apiKey })
  const wanted = upTo(1, eventsPerPage * 3).flatMap((number) => (number % 3 === 0 ? [first + number - 1] : []))
  const listed: number[] = []
  const request = { after: first - 1, types: 'contact.updated' } as const
  for await (const { sequence } of prospector.each('listEvents', { ...request, limit: 7 })) listed.push(sequence)
  expect(listed).toEqual(wanted)
  const followed: number[] = []
  for await (const { sequence } of prospector.events.follow(request)) {
    followed.push(sequence)
    if (followed.length === wanted.length) break
  }
  expect(followed).toEqual(wanted)
})

it('SDK-5: whoever has handled none yet begins with the oldest that is kept, also where the first of all are deleted', async () => {
  const { apiKey, first } = await createFeed(4)
  await test.store.owner.query(sql`DELETE FROM events WHERE sequence < ${first + 2} AND account_id = (
    SELECT account_id FROM events WHERE sequence = ${first + 3} ORDER BY created_at DESC LIMIT 1)`)
  const prospector = createProspector({ origin, apiKey })
  for await (const { sequence } of prospector.events.follow()) {
    expect(sequence).toBe(first + 2)
    break
  }
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { createBrowser } from '../../test/support/browser.ts'
import { findAccount } from '../accounts/accounts.ts'
import { periodOf, planOf } from '../accounts/plan-state.ts'
import { randomLetters } from '../base/ids.ts'
import { sql } from '../base/sql.ts'
import { grantCredits } from '../credits/grants.ts'
import { verifyLedger } from '../credits/verify.ts'
import { createJobClient, type JobClient, linesOf } from './job-client-fixture.ts'
import { recordMatches } from './job-rows.ts'

let test: TestApp
let client: JobClient
beforeAll(async () => {
  test = await startTestApp()
  client = createJobClient(test)
})
afterAll(async () => {
  test.expectDescribedReplies()
  expect(await problemsInLedger()).toEqual([])
  await test.stop()
})

async function problemsInLedger(): Promise<unknown[]> {
  return (await verifyLedger(test.store.database)).problems
}

it('JOB-36, J8: a quote says whom another job of the account is about to reveal, and the session by their ids', async () => {
  const email = `${randomLetters(10).toLowerCase()}@jobs.example`
  const { apiKey, accountId } = await test.createAccount({ credits: 100, email })
  const { apiKey: stranger } = await test.createAccount({ credits: 100 })
  const ids = await test.plantContacts(6)
  await test.reveal(apiKey, [ids[0]])
  const quoteFor = async (key: string) => {
    const quote = (await client.create(key, { kind: 'reveal', contact_ids: ids, dry_run: true })).body
    return [quote.counts.new, quote.being_revealed, quote.credits.required]
  }
  expect(await quoteFor(apiKey)).toEqual([5, 0, 5])
  const job = (await client.create(apiKey, { kind: 'reveal', contact_ids: ids.slice(0, 4) })).body
  expect([await quoteFor(apiKey), await quoteFor(stranger)]).toEqual([
    [5, 3, 5],
    [6, 0, 6],
  ])
  const browser = createBrowser({ app: test.app, url: 'http://localhost' })
  await browser.signIn(email)
  const find = async () =>
    (await browser.call('POST', '/app/v1/contacts/being-revealed', { contact_ids: ids })).body.data.map(
      (one: { contact_id: string; job_id: string }) => `${one.contact_id} ${one.job_id}`,
    )
  expect((await find()).toSorted()).toEqual(
    ids
      .slice(0, 4)
      .map((id) => `${id} ${job.id}`)
      .toSorted(),
  )

  // Paused it reveals nobody, and what it came to is not ahead of it any more.
  await test.call('POST', `/api/v1/jobs/${job.id}/pause`, { key: apiKey })
  expect([await quoteFor(apiKey), await find()]).toEqual([[5, 0, 5], []])
  await test.call('POST', `/api/v1/jobs/${job.id}/resume`, { key: apiKey })
  expect(await quoteFor(apiKey)).toEqual([5, 3, 5])
  await test.app.queue.runWaiting()
  expect([await quoteFor(apiKey), await find()]).toEqual([[2, 0, 2], []])

  // Of a job of people nothing is told, also where it has found them.
  const people = [{ email: 'somebody@people.example' }]
  const ofPeople = (await client.create(apiKey, { kind: 'reveal', people })).body
  await recordMatches(test.store.database, accountId, ofPeople.id, [{ index: 0, contactId: ids[5]! }])
  expect([await quoteFor(apiKey), await find()]).toEqual([[2, 0, 2], []])
  await test.app.queue.runWaiting()
})

it('JOB-4: when credits don’t suffice, refuse answers 402 and makes nothing, stop reveals what it can and can be resumed', async () => {
  const { apiKey, accountId } = await test.createAccount({ credits: 13 })
  const ids = await test.plantContacts(20)
  const refused = await client.create(apiKey, { kind: 'reveal', contact_ids: ids })
  expect([refused.status, refused.body.error.code]).toEqual([402, 'insufficient_contact_credits'])
  expect((await test.call('GET', '/api/v1/jobs', { key: apiKey })).body.data).toEqual([])

  const job = await client.finish(apiKey, { kind: 'reveal', contact_ids: ids, on_short_balance: 'stop' })
  expect(job).toMatchObject({ status: 'stopped', stop_reason: 'insufficient_contact_credits', credits: { spent: 13 } })
  const lines = linesOf(await client.read(apiKey, job.id, '/results'))
  expect(lines.map(({ outcome }) => outcome)).toEqual([
    ...Array(13).fill('newly_revealed'),
    ...Array(7).fill('not_reached'),
  ])

  const early = await test.call('POST', `/api/v1/jobs/${job.id}/resume`, { key: apiKey })
  expect([early.status, early.body.status]).toEqual([200, 'queued'])
  const account = (await findAccount(test.store.database, accountId))!
  const period = periodOf(account, planOf(test.app.plans, account), new Date())!
  await grantCredits(test.store.database, test.app.clock, accountId, 10, { door: 'operator', reason: 'More', period })
  await test.app.queue.runWaiting()
  expect((await client.read(apiKey, job.id)).body).toMatchObject({ status: 'finished', credits: { spent: 20 } })
  const again = await test.call('POST', `/api/v1/jobs/${job.id}/resume`, { key: apiKey })
  expect([again.status, again.body.error.code]).toEqual([409, 'job_not_stopped'])
})

it('JOB-5, J3: max_credits is never exceeded', async () => {
  const { apiKey } = await test.createAccount({ credits: 100 })
  const ids = await test.plantContacts(30)
  await test.reveal(apiKey, ids.slice(0, 4))
  const job = await client.finish(apiKey, { kind: 'reveal', contact_ids: ids, max_credits: 17 })
  expect(job).toMatchObject({ status: 'stopped', stop_reason: 'max_credits_reached', credits: { spent: 17, max: 17 } })
  const none = await client.finish(apiKey, { kind: 'reveal', contact_ids: ids.slice(20), max_credits: 0 })
  expect(none).toMatchObject({ status: 'stopped', stop_reason: 'max_credits_reached', credits: { spent: 0, max: 0 } })
})

it('JOB-5: contacts that cost nothing count towards no maximum: a job with as much as was quoted finishes', async () => {
  const { apiKey } = await test.createAccount({ credits: 100 })
  const ids = await test.plantContacts(24)
  const mute = await test.plantContacts(2, { emails: [] })
  const [excluded] = await test.plantContacts(1)
  const [store] = await test.store.database.query<{ domain: string }>(
    sql`SELECT domain FROM contacts JOIN stores USING (store_id) WHERE contact_id = ${excluded}`,
  )
  await test.call('PUT', '/api/v1/exclusions/known', { key: apiKey, body: { entries: [store] } })
  await test.reveal(apiKey, ids.slice(14, 24))
  const inputs = [...mute, ...ids, excluded]
  const quote = await client.create(apiKey, { kind: 'reveal', contact_ids: inputs, dry_run: true })
  expect(quote.body).toMatchObject({
    credits: { required: 14 },
    counts: { already_revealed: 10, unavailable: 2, excluded: 1 },
  })
  const job = await client.finish(apiKey, {
    kind: 'reveal',
    contact_ids: inputs,
    max_credits: quote.body.credits.required,
  })
  expect(job).toMatchObject({ status: 'finished', credits: { spent: 14, max: 14 } })
  expect(job.counts).toMatchObject({ done: 27, newly_revealed: 14, already_revealed: 10, unavailable: 2, excluded: 1 })
})

it('JOB-5: a job that has spent its max_credits stays stopped when it is resumed, and is reported once', async () => {
  const { apiKey } = await test.createAccount({ credits: 100 })
  const ids = await test.plantContacts(4)
  const job = await client.finish(apiKey, { kind: 'reveal', contact_ids: ids, max_credits: 3 })
  expect(job).toMatchObject({ status: 'stopped', stop_reason: 'max_credits_reached', credits: { spent: 3 } })
  const resumed = await test.call('POST', `/api/v1/jobs/${job.id}/resume`, { key: apiKey })
  expect([resumed.status, resumed.body.status, resumed.body.stop_reason]).toEqual([
    200,
    'stopped',
    'max_credits_reached',
  ])
  await test.app.queue.runWaiting()
  const events = await test.call('GET', '/api/v1/events?types=job.finished', { key: apiKey })
  expect(events.body.data.map(({ data }: { data: { job_id: string } }) => data.job_id)).toEqual([job.id])
})

it('JOB-4, ERR-10: the 402 of a job says what the 402 of a reveal says', async () => {
  const { apiKey } = await test.createAccount({ status: 'trialing', credits: 3 })
  const ids = await test.plantContacts(4)
  const refused = await client.create(apiKey, { kind: 'reveal', contact_ids: ids })
  const same = (await test.reveal(apiKey, ids)).body.error
  expect(same.billing).toMatchObject({ action: 'end_trial_to_unlock_pro_credits', current_limit: 3 })
  expect(refused.body.error).toEqual({ ...same, request_id: refused.body.error.request_id })
})

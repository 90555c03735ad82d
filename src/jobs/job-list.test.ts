/** Where the outcome of a job goes, and how it is paused. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { sql } from '../base/sql.ts'
import { createJobClient, type JobClient } from './job-client-fixture.ts'
import { claimJob, recordOutcomes, releaseJob } from './job-leases.ts'

let test: TestApp
let client: JobClient
beforeAll(async () => {
  test = await startTestApp()
  client = createJobClient(test)
})
afterAll(() => test.stop())

it('JOB-30: a job adds what it reveals or finds to its list, and nothing else', async () => {
  const { apiKey } = await test.createAccount({ credits: 15 })
  const ids = await test.plantContacts(20)
  const [mute] = await test.plantContacts(1, { emails: [] })
  const listOf = async (kind: string) =>
    (await test.call('POST', '/api/v1/lists', { key: apiKey, body: { name: 'Spring', kind } })).body.id as string
  const contacts = await listOf('contacts')
  const job = await client.finish(apiKey, {
    kind: 'reveal',
    contact_ids: [mute, ...ids],
    on_short_balance: 'stop',
    add_to_list_id: contacts,
  })
  expect(job).toMatchObject({ status: 'stopped', credits: { spent: 15 }, list_id: contacts })
  const items = await test.call('GET', `/api/v1/lists/${contacts}/items?limit=100`, { key: apiKey })
  expect(items.body.data.map(({ id }: { id: string }) => id).sort()).toEqual(ids.slice(0, 15).sort())

  const stores = await listOf('stores')
  const { domain } = items.body.data[0].store
  const domains = [domain, `https://www.${domain}/`, 'nobody.example']
  await client.finish(apiKey, { kind: 'enrich', domains, add_to_list_id: stores })
  const found = await test.call('GET', `/api/v1/lists/${stores}/items`, { key: apiKey })
  expect(found.body.data.map((store: { domain: string }) => store.domain)).toEqual([domain])

  const refused = await client.create(apiKey, { kind: 'reveal', contact_ids: ids, add_to_list_id: stores })
  expect([refused.status, refused.body.error.param]).toEqual([400, 'add_to_list_id'])
  const unknown = await client.create(apiKey, { kind: 'reveal', contact_ids: ids, add_to_list_id: 'lst_none' })
  expect([unknown.status, unknown.body.error.param]).toEqual([404, 'add_to_list_id'])
})

it('LIST-20: what a job adds to its list stands there in the order of the job, however many steps it took', async () => {
  const { apiKey } = await test.createAccount({ credits: 40 })
  const ids = await test.plantContacts(31)
  const list = await test.call('POST', '/api/v1/lists', { key: apiKey, body: { name: 'In order', kind: 'contacts' } })
  const [last, ...added] = ids
  await client.finish(apiKey, { kind: 'reveal', contact_ids: added, add_to_list_id: list.body.id })
  // What is added later comes first, and what is in the list stays where it is.
  await test.call('POST', `/api/v1/lists/${list.body.id}/items`, { key: apiKey, body: { ids: [last, added[9]] } })
  const items = await test.call('GET', `/api/v1/lists/${list.body.id}/items?limit=100`, { key: apiKey })
  expect(items.body.data.map(({ id }: { id: string }) => id)).toEqual([last, ...added])
})

it('JOB-4, JOB-16: what an enrich job did not reach has a line, too, and an export lists and counts what it exported', async () => {
  const { apiKey, accountId } = await test.createAccount()
  const { database } = test.store
  const { clock } = test.app
  await test.plantContacts(1)
  const [{ domain }] = (await database.query(sql`SELECT domain FROM stores LIMIT 1`)) as [{ domain: string }]
  const pages = async (id: string) =>
    (await test.call('GET', `/api/v1/jobs/${id}/results`, { key: apiKey, headers: { accept: 'application/json' } }))
      .body
  const domains = [domain, 'nobody.example', `https://www.${domain}/`]
  const { body: enriching } = await client.create(apiKey, { kind: 'enrich', domains })
  const held = (await claimJob(database, clock, accountId, enriching.id))!
  await recordOutcomes(database, clock, held, [{ index: 0, outcome: 'found', charged: false }])
  await releaseJob(database, clock, held)
  await test.call('POST', `/api/v1/jobs/${enriching.id}/cancel`, { key: apiKey })
  const read = await pages(enriching.id)
  expect(read.total).toBe(3)
  expect(read.data).toMatchObject([
    { index: 0, domain, status: 'found', inputs: [domain], store: { domain } },
    { index: 1, domain: 'nobody.example', status: 'not_reached', inputs: ['nobody.example'], store: null },
    { index: 2, domain, status: 'not_reached', inputs: [`https://www.${domain}/`], store: null },
  ])
})

it('JOB-31: a paused job stops, counts what was under way, and goes on when resumed; an ended one can’t be paused', async () => {
  const { apiKey, accountId } = await test.createAccount({ credits: 50 })
  const ids = await test.plantContacts(25)
  const list = await test.call('POST', '/api/v1/lists', { key: apiKey, body: { name: 'Long', kind: 'contacts' } })
  const body = { kind: 'reveal', contact_ids: ids, add_to_list_id: list.body.id }
  const made = await client.create(apiKey, body)
  const act = (verb: string) => test.call('POST', `/api/v1/jobs/${made.body.id}/${verb}`, { key: apiKey })
  const { database } = test.store
  const { clock } = test.app
  // A runner has the job, and is in the middle of its first reveal when somebody pauses it.
  const held = (await claimJob(database, clock, accountId, made.body.id))!
  const paused = await act('pause')
  expect(paused.body).toMatchObject({ status: 'stopped', stop_reason: 'paused', counts: { done: 0 } })
  expect((await act('pause')).body.stop_reason).toBe('paused')
  const outcomes = [{ index: 0, outcome: 'unavailable' as const, charged: false }]
  expect(await recordOutcomes(database, clock, held, outcomes)).toBe(true)
  await releaseJob(database, clock, held)
  expect((await client.read(apiKey, made.body.id)).body).toMatchObject({ status: 'stopped', counts: { done: 1 } })

  expect((await act('resume')).body.status).toBe('queued')
  await test.app.queue.runWaiting()
  const job = (await client.read(apiKey, made.body.id)).body
  expect(job).toMatchObject({ status: 'finished', credits: { spent: 24 }, counts: { total: 25, done: 25 } })
  expect((await act('pause')).body.error.code).toBe('job_is_over')
  expect((await test.call('GET', `/api/v1/lists/${list.body.id}`, { key: apiKey })).body.items).toBe(24)
})

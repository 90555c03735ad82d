import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { sql } from '../base/sql.ts'
import { makeKey } from '../keys/keys.ts'
import { createJobClient, dyingDatabase, type JobClient, Killed, letTimePass, linesOf } from './job-client-fixture.ts'
import { runSlice } from './run-slice.ts'

let test: TestApp
let client: JobClient
/** Three people at each of two stores. */
let planted: string[]
beforeAll(async () => {
  test = await startTestApp()
  await test.plantContacts(30)
  planted = [...(await test.plantContacts(3)), ...(await test.plantContacts(3))]
  await test.app.start()
  client = createJobClient(test)
})
afterAll(async () => {
  test.expectDescribedReplies()
  await test.stop()
})

it('JOB-16: an enrichment of pasted domains has the item of an enrichment for each, in the order given', async () => {
  const { apiKey } = await test.createAccount({ credits: 0 })
  const [store] = await test.store.database.query<{ domain: string }>(sql`SELECT domain FROM stores LIMIT 1`)
  const domains = [`https://www.${store!.domain}/x`, 'not a domain', store!.domain]
  const job = await client.finish(apiKey, { kind: 'enrich', domains, include: ['contact_previews'] })
  expect(job).toMatchObject({ status: 'finished', counts: { found: 2, not_found: 1 }, credits: { spent: 0 } })
  const lines = linesOf(await client.read(apiKey, job.id, '/results'))
  expect(lines.map(({ index, inputs, status }) => [index, inputs, status])).toEqual([
    [0, [domains[0]], 'found'],
    [1, [domains[1]], 'not_found'],
    [2, [domains[2]], 'found'],
  ])
  expect(lines[0].store.domain).toBe(store!.domain)
  expect(lines[0].contact_previews[0]).not.toHaveProperty('emails')
})

it('JOB-17: an export holds the whole result of a search, and its rows count as search rows until none is left', async () => {
  const { apiKey } = await test.createAccount({ credits: 0, searchRowsPerMonth: 7 })
  const used = (await test.call('GET', '/api/v1/usage', { key: apiKey })).body.search_rows.used
  const job = await client.finish(apiKey, { kind: 'export', search: { person: {} }, max: 9 })
  expect(job).toMatchObject({ status: 'stopped', stop_reason: 'search_rows_used_up', counts: { exported: 7 - used } })
  const lines = linesOf(await client.read(apiKey, job.id, '/results'))
  expect(lines).toHaveLength(7 - used)
  expect(lines[0]).toMatchObject({ index: 0, object: 'contact_preview' })
  expect(lines[0]).not.toHaveProperty('emails')
  expect((await test.call('GET', '/api/v1/usage', { key: apiKey })).body.search_rows.remaining).toBe(0)
  const stores = await client.create(apiKey, { kind: 'export', search: { store: {} }, max: 3 })
  expect(stores.status).toBe(201)
})

it('JOB-17: without person an export holds stores, and they count as search rows, too', async () => {
  const { apiKey } = await test.createAccount({ credits: 0 })
  const page = await test.call('POST', '/api/v1/stores/search', { key: apiKey, body: { limit: 3 } })
  const before = (await test.call('GET', '/api/v1/usage', { key: apiKey })).body.search_rows.used
  const job = await client.finish(apiKey, { kind: 'export', search: { store: {} }, max: 3 })
  const lines = linesOf(await client.read(apiKey, job.id, '/results'))
  expect(lines.map(({ id, object }) => [id, object])).toEqual(
    page.body.data.map(({ id }: { id: string }) => [id, 'store']),
  )
  expect((await test.call('GET', '/api/v1/usage', { key: apiKey })).body.search_rows.used).toBe(before + lines.length)
})

it('JOB-15, JOB-17: an export that is killed between counting and recording counts each of its rows once', async () => {
  const { apiKey, accountId } = await test.createAccount({ credits: 0 })
  const { database } = test.app
  for (let deaths = 1; deaths <= 3; deaths += 1) {
    const used = async () => (await test.call('GET', '/api/v1/usage', { key: apiKey })).body.search_rows.used
    const before = await used()
    const { body: made } = await client.create(apiKey, { kind: 'export', search: { person: {} }, max: 20 })
    const job = { accountId, jobId: made.id as string }
    for (let death = 0; death < deaths; death += 1) {
      const dying = { ...test.app, database: dyingDatabase(database, /UPDATE job_items/) }
      await expect(runSlice(job, dying)).rejects.toThrow(Killed)
      await letTimePass(test, job.jobId)
    }
    await test.app.queue.runWaiting()
    expect((await client.read(apiKey, job.jobId)).body).toMatchObject({ status: 'finished', counts: { exported: 20 } })
    expect(await used()).toBe(before + 20)
  }
})

it('JOB-11: previews in results need contacts:search of whoever reads them, not only of whoever made the job', async () => {
  const { apiKey, accountId } = await test.createAccount({ credits: 0 })
  const reader = await makeKey(test.store.database, { accountId, name: 'Reader', scopes: ['stores:read'] })
  const [store] = await test.store.database.query<{ domain: string }>(sql`SELECT domain FROM stores LIMIT 1`)
  const enrich = { kind: 'enrich', domains: [store!.domain] }
  const plain = await client.finish(apiKey, enrich)
  expect((await client.read(reader.apiKey, plain.id, '/results')).status).toBe(200)
  for (const body of [
    { ...enrich, include: ['contact_previews'] },
    { kind: 'export', search: { person: {} }, max: 2 },
  ]) {
    const job = await client.finish(apiKey, body)
    for (const accept of ['application/json', 'text/csv', 'application/x-ndjson']) {
      const path = `/api/v1/jobs/${job.id}/results`
      const refused = await test.call('GET', path, { key: reader.apiKey, headers: { accept } })
      expect([accept, refused.status, refused.body?.error.code]).toEqual([accept, 403, 'insufficient_scope'])
    }
    expect((await test.call('GET', `/api/v1/jobs/${job.id}/results`, { key: apiKey })).status).toBe(200)
  }
})

it('JOB-16: an enrichment takes 100,000 domains, and no more', async () => {
  const { apiKey } = await test.createAccount({ credits: 0 })
  const domains = Array.from({ length: 100_001 }, (_, at) => `${at.toString(36)}.example`)
  const refused = await client.create(apiKey, { kind: 'enrich', domains })
  expect([refused.status, refused.body.error.param]).toEqual([400, 'domains'])
  const made = await client.create(apiKey, { kind: 'enrich', domains: domains.slice(1) })
  expect([made.status, made.body.counts.total]).toEqual([201, 100_000])
  await test.call('POST', `/api/v1/jobs/${made.body.id}/cancel`, { key: apiKey })
})

it('JOB-32: per_store takes so many of each store, and who is revealed already counts first and costs nothing', async () => {
  const { apiKey } = await test.createAccount({ credits: 50 })
  const stores = await test.store.database.query<{ id: string; domain: string }>(sql`
    SELECT contact.contact_id AS id, domain FROM contacts contact JOIN stores USING (store_id)
    WHERE contact_id = ANY(${planted}::text[])`)
  const domainOf = new Map(stores.map(({ id, domain }) => [id, domain]))
  const domains = [...new Set(domainOf.values())]
  expect(domains).toHaveLength(2)
  const search = { store: { domains } }
  const all = await test.call('POST', '/api/v1/contacts/search', { key: apiKey, body: search })
  const last = all.body.data.at(-1).id as string
  await test.reveal(apiKey, [last])
  const body = { kind: 'reveal', search, max: 10, per_store: 1 }
  const quoted = await client.create(apiKey, { ...body, dry_run: true })
  expect([quoted.body.credits.required, quoted.body.counts]).toMatchObject([1, { new: 1, already_revealed: 1 }])
  const job = await client.finish(apiKey, body)
  expect(job).toMatchObject({ counts: { total: 2, already_revealed: 1, newly_revealed: 1 }, credits: { spent: 1 } })
  const lines = linesOf(await client.read(apiKey, job.id, '/results'))
  const other = all.body.data.find(({ id }: { id: string }) => domainOf.get(id) !== domainOf.get(last)).id
  expect(lines.map(({ input }) => input)).toEqual([last, other])
  const two = await client.create(apiKey, { ...body, per_store: 2, dry_run: true })
  expect(two.body.counts).toMatchObject({ new: 2, already_revealed: 2 })
  const few = await client.create(apiKey, { ...body, per_store: 2, max: 3, dry_run: true })
  expect(few.body.counts).toMatchObject({ new: 1, already_revealed: 2 })
  const lost = await client.create(apiKey, { kind: 'reveal', contact_ids: planted, per_store: 1 })
  expect([lost.status, lost.body.error.param]).toEqual([400, 'per_store'])
})

it('JOB-33, LIST-20: an export of stores takes their filters and order, and fills a list in this order', async () => {
  const { apiKey } = await test.createAccount({ credits: 0 })
  const search = { contacts: { available: true }, sort: 'name' }
  const page = await test.call('POST', '/api/v1/stores/search', { key: apiKey, body: { ...search, limit: 2 } })
  const list = await test.call('POST', '/api/v1/lists', { key: apiKey, body: { name: 'Found', kind: 'stores' } })
  const job = await client.finish(apiKey, { kind: 'export', search, max: 2, add_to_list_id: list.body.id })
  expect(job).toMatchObject({ status: 'finished', counts: { exported: 2 }, list_id: list.body.id })
  const lines = linesOf(await client.read(apiKey, job.id, '/results'))
  const ids = page.body.data.map(({ id }: { id: string }) => id)
  expect(lines.map(({ id }) => id)).toEqual(ids)
  const items = await test.call('GET', `/api/v1/lists/${list.body.id}/items`, { key: apiKey })
  expect(items.body.data.map(({ id }: { id: string }) => id)).toEqual(ids)
  for (const [body, param] of [
    [{ kind: 'export', search: { person: {} }, max: 2, add_to_list_id: list.body.id }, 'add_to_list_id'],
    [{ kind: 'reveal', search: { contacts: { available: true } }, max: 2 }, 'search.contacts'],
    [{ kind: 'reveal', search: { sort: 'visits' }, max: 2 }, 'search.sort'],
    [{ kind: 'reveal', search: { person: { seniority_any: ['boss'] } }, max: 5 }, 'search.person.seniority_any[0]'],
    [{ kind: 'export', search: { store: { traffic_tiers: ['huge'] } }, max: 5 }, 'search.store.traffic_tiers[0]'],
  ] as const) {
    const refused = await client.create(apiKey, body)
    expect([refused.status, refused.body.error.param]).toEqual([400, param])
  }
})

it('JOB-18: a reveal job takes the first results of a search, and the contacts of a list', async () => {
  const { apiKey } = await test.createAccount({ credits: 50 })
  const search = { person: { has_verified_email: true } }
  const page = await test.call('POST', '/api/v1/contacts/search', { key: apiKey, body: { ...search, limit: 12 } })
  const job = await client.finish(apiKey, { kind: 'reveal', search, max: 12 })
  const lines = linesOf(await client.read(apiKey, job.id, '/results'))
  expect(lines.map(({ input }) => input)).toEqual(page.body.data.map(({ id }: { id: string }) => id))

  const make = (kind: string) => test.call('POST', '/api/v1/lists', { key: apiKey, body: { name: 'Shared', kind } })
  const { id: listId } = (await make('contacts')).body
  const [fresh] = await test.plantContacts(1)
  const ids = [lines[0].input, lines[1].input, fresh]
  await test.call('POST', `/api/v1/lists/${listId}/items`, { key: apiKey, body: { ids } })
  const ofList = await client.finish(apiKey, { kind: 'reveal', list_id: listId })
  expect(ofList).toMatchObject({
    status: 'finished',
    counts: { already_revealed: 2, newly_revealed: 1 },
    credits: { spent: 1 },
  })
  const ofStores = await client.create(apiKey, { kind: 'reveal', list_id: (await make('stores')).body.id })
  expect([ofStores.status, ofStores.body.error.param]).toEqual([400, 'list_id'])
  const unknown = await client.create(apiKey, { kind: 'reveal', list_id: 'lst_none' })
  expect([unknown.status, unknown.body.error.param]).toEqual([404, 'list_id'])
})

it('JOB-18: a search that finds nothing, and an empty list, make a job without a line, and cost nothing', async () => {
  const { apiKey } = await test.createAccount({ credits: 5 })
  const body = { name: 'Empty', kind: 'contacts' }
  const { id: listId } = (await test.call('POST', '/api/v1/lists', { key: apiKey, body })).body
  const nobody = { search: { person: { roles_any: ['nobody'] } }, max: 5 }
  const quote = await client.create(apiKey, { kind: 'reveal', ...nobody, dry_run: true })
  expect([quote.status, quote.body.credits, quote.body.counts]).toEqual([
    200,
    { required: 0, remaining: 5, spendable_now: 5 },
    { new: 0, already_revealed: 0, unavailable: 0, excluded: 0 },
  ])
  for (const empty of [
    { kind: 'reveal', ...nobody },
    { kind: 'reveal', list_id: listId },
    { kind: 'export', search: { store: { apps: { any: ['No such app'] } } }, max: 5 },
  ]) {
    const job = await client.finish(apiKey, empty)
    expect(job).toMatchObject({ status: 'finished', counts: { total: 0, done: 0 }, credits: { spent: 0 } })
    expect((await client.read(apiKey, job.id, '/results')).text).toBe('')
    const csv = await test.call('GET', `/api/v1/jobs/${job.id}/results`, {
      key: apiKey,
      headers: { accept: 'text/csv' },
    })
    expect(csv.text.trim().split('\n')).toHaveLength(1)
  }
})

it('EXCL-8: a job that starts from a search leaves out whom the account excludes, unless it is told not to', async () => {
  const { apiKey } = await test.createAccount({ credits: 0 })
  const domainOf = async (contactId: string) =>
    (
      await test.store.database.query<{ domain: string }>(
        sql`SELECT domain FROM contacts JOIN stores USING (store_id) WHERE contact_id = ${contactId}`,
      )
    )[0]!.domain
  const [left, kept] = [await domainOf(planted[0]!), await domainOf(planted[5]!)]
  await test.call('PUT', '/api/v1/exclusions/known', { key: apiKey, body: { entries: [{ domain: left }] } })
  const search = { person: {}, store: { domains: [left, kept] } }
  const found = async (more: object) => {
    const quote = await client.create(apiKey, { kind: 'reveal', search, max: 9, dry_run: true, ...more })
    return quote.body.counts
  }
  expect([await found({}), await found({ allow_excluded: true })]).toMatchObject([
    { new: 3, excluded: 0 },
    { new: 6, excluded: 0 },
  ])
})

/** One person goes through everything that the service does with people, and is then erased: nothing is left but keyed hashes. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { importCatalogue } from '../../src/catalog/import/import-catalogue.ts'
import { readRecords } from '../../src/catalog/import/read-lines.ts'
import type { ImportedContact } from '../../src/catalog/import-record.ts'
import { createOperatorKey } from '../../src/ingest/operator-keys.ts'
import { createJobClient, linesOf } from '../../src/jobs/job-client-fixture.ts'
import { revealAsAgent } from '../support/agent.ts'
import { createBrowser } from '../support/browser.ts'
import { dumpOf } from '../support/dump.ts'
import { createIntegration } from '../support/integration.ts'
import { openPrivacyStage, type PrivacyStage } from '../support/privacy-stage.ts'
import { type PublicHost, startPublicHost } from '../support/public-host.ts'

let test: PrivacyStage
let host: PublicHost
beforeAll(async () => {
  host = await startPublicHost('crm.example')
  host.answer((_visit, response) => response.end('ok'))
  test = await openPrivacyStage({}, { webhookRequests: host.requests })
})
afterAll(async () => {
  await test.stop()
  await host.stop()
})

const email = 'zephyrine@planted.example'
const planted: ImportedContact = {
  first_name: 'Zephyrine',
  last_name: 'Quillfeather',
  title: 'Keeper of Lanterns',
  emails: [{ email, status: 'verified', type: 'work', is_primary: true }],
  phones: [{ phone: '+49 30 7788991', type: 'direct' }],
  linkedin_url: 'https://www.linkedin.com/in/zephyrine-quillfeather',
}
const colleague: ImportedContact = {
  full_name: 'Bruno Bystander',
  emails: [{ email: 'bruno@planted.example', status: 'verified' }],
}
const traces = /zephyrine|quillfeather|lanterns|7788991|@planted\.example/i

const bring = (sourceName: string, contacts: ImportedContact[]) =>
  importCatalogue(test.app.database, {
    channelKeys: test.app.channelKeys,
    sourceName,
    source: readRecords([{ domain: 'planted.example', name: 'Planted', contacts }]),
  })

async function connectAgent(owner: string): Promise<Client> {
  const agent = await createIntegration(test, { resource: `${test.url}/mcp`, name: 'Agent' })
  const mcp = new Client({ name: 'test agent', version: '1.0.0' })
  const requestInit = { headers: { Authorization: `Bearer ${(await agent.connect(owner)).accessToken}` } }
  await mcp.connect(new StreamableHTTPClientTransport(new URL(`${test.url}/mcp`), { requestInit }) as Transport)
  return mcp
}

it('ERASE-4: a person who was everywhere is nowhere after an erasure, every account is told, and nothing brings them back', async () => {
  const { database, clock } = test.app
  await bring('crawl', [{ ...planted, title: 'Assistant Keeper of Lanterns' }, colleague])
  await bring('partner', [planted])
  const [row] = await database.query<{ id: string }>(
    sql`SELECT contact_id AS id FROM contacts WHERE last_name = 'Quillfeather'`,
  )
  const id = row!.id

  // Three accounts, four doors: a key, the web application, an agent, and a job that names the person.
  const owners = ['first', 'second', 'third'].map((name) => `${name}@planted-buyers.example`)
  const [first, second, third] = [
    await test.createAccount({ credits: 5, email: owners[0]! }),
    await test.createAccount({ credits: 5, email: owners[1]! }),
    await test.createAccount({ credits: 5, email: owners[2]! }),
  ]
  const hook = { url: host.at('crm.example', '/hook') }
  for (const { apiKey } of [first, second, third]) {
    expect((await test.call('POST', '/api/v1/webhooks', { key: apiKey, body: hook })).status).toBe(201)
  }
  const asText = JSON.stringify((await test.reveal(first.apiKey, [id])).body)
  for (const part of ['Quillfeather', email, '7788991']) expect(asText).toContain(part)
  const browser = createBrowser(test)
  await browser.signIn(owners[1]!)
  expect((await browser.call('POST', '/api/v1/contacts/reveal', { contact_ids: [id] })).status).toBe(200)
  const mcp = await connectAgent(owners[2]!)
  expect((await revealAsAgent(mcp, [id])).credits.spent).toBe(1)
  await mcp.close()
  const jobs = createJobClient(test)
  const people = [
    { email, ref: 'row 1' },
    { first_name: 'Zephyrine', last_name: 'Quillfeather', domain: 'planted.example' },
  ]
  const job = await jobs.finish(first.apiKey, { kind: 'reveal', people })
  const results = () => jobs.read(first.apiKey, job.id, '/results')
  expect((await results()).text).toMatch(traces)

  // Lists, work, exclusions, bounces, exports.
  const { body: list } = await browser.call('POST', '/api/v1/lists', { name: 'List', kind: 'contacts' })
  await browser.call('POST', `/api/v1/lists/${list.id}/items`, { ids: [id] })
  const work = { note: 'Zephyrine likes lanterns', tags: ['quillfeather'], status: 'contacted' }
  expect((await browser.call('PATCH', `/api/v1/contacts/${id}/work`, work)).status).toBe(200)
  const excluded = { entries: [{ email }] }
  expect((await test.call('PUT', '/api/v1/exclusions/known', { key: second.apiKey, body: excluded })).status).toBe(200)
  const bounced = { bounces: [{ email, code: '5.1.1' }] }
  expect((await test.call('POST', '/api/v1/bounces', { key: third.apiKey, body: bounced })).status).toBe(200)
  const sheet = async () => (await browser.call('POST', '/api/v1/contacts/export', {}, { accept: 'text/csv' })).text
  expect(await sheet()).toMatch(traces)
  expect(await dumpOf(database)).toMatch(traces)

  // A copy: everything, and nothing of the colleague.
  const copy = await test.confirm('copy', email)
  for (const part of ['Zephyrine Quillfeather', 'Keeper of Lanterns', email, '7788991', 'crawl', 'partner']) {
    expect(copy.page.text).toContain(part)
  }
  expect(copy.page.text).toContain('online stores: 3')
  expect(copy.page.text).not.toMatch(/bruno/i)

  // An objection: hidden at once, also from those who paid.
  await test.confirm('object', email)
  expect((await test.reveal(first.apiKey, [id])).body.error.code).toBe('no_revealable_contacts')
  expect(await sheet()).not.toMatch(traces)

  // The erasure.
  test.setTime(new Date(clock.now().getTime() + 2 * 24 * 3_600_000))
  const erasure = await test.confirm('erase', email)
  expect(await test.run(`privacy complete ${erasure.number}`)).toMatchObject({ code: 0 })
  await test.sendMails()
  await test.tell()
  await test.app.webhooks.runDue()

  const isGone = async () => {
    const left = `${await dumpOf(database)}\n${test.logLines.join('\n')}`.match(traces)
    expect(left?.[0]).toBeUndefined()
    // Nor sealed: what is sealed is gone, not only out of sight.
    const sealed = await database.query(sql`
      SELECT FROM contacts JOIN stores USING (store_id)
      WHERE domain = 'planted.example' AND erased_at IS NOT NULL AND channels IS NOT NULL
      UNION ALL SELECT FROM privacy_requests WHERE sealed IS NOT NULL
      UNION ALL SELECT FROM job_items WHERE contact_id = ${id} AND input <> ''
      UNION ALL SELECT FROM import_before WHERE row_id = ${id}`)
    expect(sealed).toHaveLength(0)
  }
  await isGone()
  for (const line of linesOf(await results())) expect(line).toMatchObject({ outcome: 'unavailable', contact: null })
  expect((await results()).text).not.toMatch(traces)
  expect(await sheet()).not.toMatch(traces)
  for (const { apiKey } of [first, second, third]) {
    const told = await test.call('GET', '/api/v1/events?types=contact.erased', { key: apiKey })
    expect(told.body.data).toMatchObject([{ data: { contact_ids: [id] } }])
  }
  const deliveries = host.visits.filter(({ body }) => body.includes('contact.erased'))
  expect(deliveries).toHaveLength(3)
  expect(host.visits.map(({ body }) => body).join('\n')).not.toMatch(traces)
  expect((await test.run('ledger verify --json')).json).toMatchObject({ problems: [] })

  // Nothing brings them back: not a file, not a source of another name, not ingestion.
  await bring('partner', [planted])
  await bring('another', [{ ...planted, title: null }])
  const { key } = await createOperatorKey(database, 'crawler')
  const ingested = await fetch(`${test.url}/admin/v1/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
    body: `${JSON.stringify({ domain: 'planted.example', contacts: [planted] })}\n`,
  })
  expect(ingested.status).toBe(200)
  await ingested.text()
  await isGone()
  expect((await test.reveal(second.apiKey, [id])).body.error.code).toBe('no_revealable_contacts')
})

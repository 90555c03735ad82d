import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { sql } from '../base/sql.ts'
import { erase } from '../catalog/erasure.ts'
import { importCatalogue } from '../catalog/import/import-catalogue.ts'
import { readRecords } from '../catalog/import/read-lines.ts'
import type { ImportedContact } from '../catalog/import-record.ts'
import { suppress, unsuppress } from '../catalog/suppressions.ts'
import { createJobClient } from '../jobs/job-client-fixture.ts'
import { onErased } from '../privacy/erasure-confirmations.ts'
import { tellAccounts } from './tell-accounts.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(async () => {
  test.expectDescribedReplies()
  await test.stop()
})

const domain = 'told.example'
const people = ['Ada', 'Bea', 'Cleo']
const person = (name: string, more: ImportedContact = {}): ImportedContact => ({
  source_id: name,
  full_name: `${name} Quartz`,
  emails: [{ email: `${name.toLowerCase()}@told.example`, status: 'verified' }],
  ...more,
})
const bring = (contacts: ImportedContact[]) =>
  importCatalogue(test.app.database, {
    channelKeys: test.app.channelKeys,
    source: readRecords([{ domain, contacts }]),
  })
const tell = () => tellAccounts(test.app.database, test.app.clock, onErased)

async function eventsOf(key: string): Promise<[string, string[]][]> {
  const { body } = await test.call('GET', '/api/v1/events', { key })
  return body.data
    .filter(({ type }: { type: string }) => type.startsWith('contact.'))
    .map(({ type, data }: { type: string; data: { contact_ids: string[] } }) => [type, data.contact_ids])
}

it('EVENT-5: accounts get one event for contacts that they revealed, and no other account does', async () => {
  await bring(people.map((name) => person(name)))
  const rows = await test.app.database.query<{ id: string }>(sql`
    SELECT contact_id AS id FROM contacts JOIN stores USING (store_id) WHERE domain = ${domain} ORDER BY full_name`)
  const [ada, bea, cleo] = rows.map(({ id }) => id)
  const [first, second, other] = [
    await test.createAccount({ credits: 10 }),
    await test.createAccount({ credits: 10 }),
    await test.createAccount({ credits: 10 }),
  ]
  await test.reveal(first.apiKey, [ada, bea])
  await test.reveal(second.apiKey, [bea, cleo])
  await tell()
  expect(await eventsOf(first.apiKey)).toEqual([])

  // Collected once more, and nothing is different.
  await bring(people.map((name) => person(name, { collected_at: '2026-01-05T00:00:00Z' })))
  await tell()
  expect(await eventsOf(first.apiKey)).toEqual([])

  await bring([person('Ada', { title: 'Founder' }), person('Bea', { title: 'Buyer' }), person('Cleo')])
  // Two nodes at once.
  await Promise.all([tell(), tell()])
  expect(await eventsOf(first.apiKey)).toEqual([['contact.updated', [ada, bea]]])
  expect(await eventsOf(second.apiKey)).toEqual([['contact.updated', [bea]]])

  const { database, channelKeys } = test.app
  await suppress(database, channelKeys, { contact: bea! })
  await tell()
  await tell()
  expect((await eventsOf(first.apiKey)).slice(1)).toEqual([['contact.suppressed', [bea]]])
  await unsuppress(database, channelKeys, { contact: bea! })
  await suppress(database, channelKeys, { contact: bea! })
  await tell()
  expect((await eventsOf(second.apiKey)).slice(1)).toEqual([
    ['contact.suppressed', [bea]],
    ['contact.suppressed', [bea]],
  ])
  await erase(database, channelKeys, [{ contact: cleo! }])
  await tell()
  expect((await eventsOf(second.apiKey)).at(-1)).toEqual(['contact.erased', [cleo]])
  expect((await eventsOf(second.apiKey)).filter(([type]) => type === 'contact.suppressed')).toHaveLength(2)
  // Whoever was hidden before is told of the erasure as well.
  await erase(database, channelKeys, [{ contact: bea! }])
  await tell()
  expect((await eventsOf(first.apiKey)).at(-1)).toEqual(['contact.erased', [bea]])
  expect(await eventsOf(other.apiKey)).toEqual([])
})

it('ERASE-6: of somebody whom an import turns out to have erased, accounts are told and what they wrote goes', async () => {
  const { database, channelKeys } = test.app
  const gone = 'gone@told.example'
  await bring([person('Dora', { emails: [], phones: [{ phone: '+49 30 1112223', type: 'direct' }] })])
  const [dora] = await database.query<{ id: string }>(
    sql`SELECT contact_id AS id FROM contacts WHERE full_name = 'Dora Quartz'`,
  )
  const [first, second] = [await test.createAccount({ credits: 10 }), await test.createAccount({ credits: 10 })]
  await test.reveal(first.apiKey, [dora!.id])
  const path = `/api/v1/contacts/${dora!.id}/work`
  for (const { apiKey } of [first, second]) {
    expect((await test.call('PATCH', path, { key: apiKey, body: { note: 'Dora wrote' } })).status).toBe(200)
  }
  await erase(database, channelKeys, [{ email: gone }])
  await bring([person('Dora', { emails: [{ email: gone, status: 'verified' }] })])
  await tell()
  expect(await eventsOf(first.apiKey)).toEqual([['contact.erased', [dora!.id]]])
  expect(await eventsOf(second.apiKey)).toEqual([])
  expect(await database.query(sql`SELECT FROM work WHERE note IS NOT NULL`)).toEqual([])
})

it('EVENT-5: an opt-out that is lifted is told as an update', async () => {
  const { database, channelKeys } = test.app
  const { apiKey } = await test.createAccount({ credits: 10 })
  const [id] = await test.plantContacts(1)
  await test.reveal(apiKey, [id])
  for (let turn = 0; turn < 2; turn += 1) {
    await suppress(database, channelKeys, { contact: id! })
    await tell()
    await unsuppress(database, channelKeys, { contact: id! })
    await tell()
  }
  const turns = [
    ['contact.suppressed', [id]],
    ['contact.updated', [id]],
  ]
  expect(await eventsOf(apiKey)).toEqual([...turns, ...turns])
})

it('EVENT-5: notices of a runner that died are sent by the next one', async () => {
  const { database, clock, channelKeys } = test.app
  const { apiKey } = await test.createAccount({ credits: 10 })
  const [id] = await test.plantContacts(1)
  await test.reveal(apiKey, [id])
  await suppress(database, channelKeys, { contact: id! })
  const dying = {
    ...database,
    transaction: (work: (tx: never) => Promise<unknown>) =>
      database.transaction(async (tx) => {
        await work(tx as never)
        throw new Error('the node died')
      }),
  } as typeof database
  await expect(tellAccounts(dying, clock, onErased)).rejects.toThrow('died')
  expect(await eventsOf(apiKey)).toEqual([])
  await tell()
  expect(await eventsOf(apiKey)).toEqual([['contact.suppressed', [id]]])
})

it('EVENT-6: the end of a job is an event: finished and cancelled', async () => {
  const client = createJobClient(test)
  const { apiKey } = await test.createAccount({ credits: 10 })
  const ids = await test.plantContacts(3)
  const job = await client.finish(apiKey, { kind: 'reveal', contact_ids: ids })
  const waiting = await client.create(apiKey, { kind: 'enrich', domains: ['a.example'] })
  await test.call('POST', `/api/v1/jobs/${waiting.body.id}/cancel`, { key: apiKey, body: {} })
  const { body } = await test.call('GET', '/api/v1/events?types=job.finished', { key: apiKey })
  expect(body.data.map(({ data }: { data: object }) => data)).toEqual([
    { job_id: job.id, kind: 'reveal', status: 'finished', total: 3, done: 3, credits_spent: 3 },
    { job_id: waiting.body.id, kind: 'enrich', status: 'cancelled', total: 1, done: 0, credits_spent: 0 },
  ])
})

it('EVENT-5: many people who are erased at once are not also told as suppressed, wherever their notices are cut', async () => {
  const crowd = Array.from({ length: 70 }, (_, at) => person(`Crowd${at}`))
  await bring(crowd)
  const rows = await test.app.database.query<{ id: string }>(
    sql`SELECT contact_id AS id FROM contacts WHERE full_name LIKE 'Crowd%' ORDER BY contact_id`,
  )
  const ids = rows.map(({ id }) => id)
  const { apiKey } = await test.createAccount({ credits: 100 })
  for (let at = 0; at < ids.length; at += 10) await test.reveal(apiKey, ids.slice(at, at + 10))
  const { database, channelKeys } = test.app
  await erase(
    database,
    channelKeys,
    ids.map((contact) => ({ contact })),
  )
  await tell()
  const told = await eventsOf(apiKey)
  expect(new Set(told.map(([type]) => type))).toEqual(new Set(['contact.erased']))
  expect(told.flatMap(([, contacts]) => contacts).sort()).toEqual(ids)
})

/** Which records of HubSpot are found, and what of them is written and what stays. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { connectAccount } from '../../test/support/hubspot-account.ts'
import { type HubspotSimulator, startHubspot } from '../../test/support/hubspot-simulator.ts'
import { sql } from '../base/sql.ts'

let hubspot: HubspotSimulator
let test: TestApp
beforeAll(async () => {
  hubspot = await startHubspot()
  test = await startTestApp({ hubspot: hubspot.ends })
})
afterAll(async () => {
  await test.stop()
  await hubspot.stop()
})

const phone = { phone: '+1 202 555 0142', type: 'mobile' as const, is_primary: true }
const email = (address: string) => [{ email: address, status: 'verified', type: 'work' as const, is_primary: true }]
const isWrite = ({ path }: { path: string }) => /create|update|associate|delete|archive/.test(path)

it('HUBSPOT-3: empty fields and our own properties are filled, and what somebody wrote stays', async () => {
  const { portal, push, reveal, itemsOf } = await connectAccount(test, hubspot)
  const [ada, bea] = await reveal(2, { phones: [phone], emails: email('ADA@here.example') })
  portal.write('contacts', {
    email: 'old@here.example',
    hs_additional_emails: 'ada@here.example',
    jobtitle: 'Customer since 2019',
  })
  const [{ domain }] = (await test.app.database.query<{ domain: string }>(sql`
    SELECT domain FROM stores JOIN contacts USING (store_id) WHERE contact_id = ${ada}`)) as [{ domain: string }]
  portal.write('companies', { domain, name: 'Our best customer' })
  const run = await push({ contact_ids: [ada] })
  expect(run.counts).toMatchObject({ create: 0, update: 1, kept: 1 })
  expect(await itemsOf(run.id)).toMatchObject([
    { outcome: 'update', kept_fields: ['jobtitle'], filled_fields: expect.arrayContaining(['firstname', 'phone']) },
  ])
  const [record] = [...portal.contacts.values()]
  expect(record!.properties).toMatchObject({
    ...{ email: 'old@here.example', jobtitle: 'Customer since 2019', firstname: 'Ada', phone: phone.phone },
    ...{ prospector_contact_id: ada, prospector_origin: 'filled' },
  })
  expect(record!.properties.prospector_filled_fields).toContain('phone')
  expect([...portal.companies.values()][0]!.properties).toMatchObject({
    name: 'Our best customer',
    website: `https://${domain}`,
  })
  // Somebody changes what we filled: from now on it is theirs.
  portal.write('contacts', { phone: '+44 20 7946 0000' }, record!.id)
  expect((await push({ contact_ids: [ada] })).counts).toMatchObject({ unchanged: 1, kept: 1 })
  expect(record!.properties.phone).toBe('+44 20 7946 0000')
  // What is ours is emptied when there is nothing any more.
  portal.write('contacts', { prospector_linkedin_url: 'https://www.linkedin.com/in/gone' }, record!.id)
  expect((await push({ contact_ids: [ada] })).counts).toMatchObject({ update: 1 })
  expect(record!.properties.prospector_linkedin_url).toBe('')
  // The record belongs to the first contact; another one with the same address does not take it over.
  const other = await push({ contact_ids: [bea] })
  expect(await itemsOf(other.id)).toMatchObject([{ contact_id: bea, outcome: 'conflict', reason: 'other_contact' }])
  expect([portal.contacts.size, record!.properties.prospector_contact_id]).toEqual([1, ada])
})

it('HUBSPOT-2: a company that HubSpot knows by an additional domain is found by it, and not doubled', async () => {
  const { portal, push, reveal } = await connectAccount(test, hubspot)
  const [ada] = await reveal(1)
  const [bea] = await reveal(1)
  const domains = await test.app.database.query<{ id: string; domain: string }>(sql`
    SELECT contact_id AS id, domain FROM stores JOIN contacts USING (store_id) WHERE contact_id = ANY(${[ada, bea]}::text[])`)
  const domainOf = (contactId: string) => domains.find(({ id }) => id === contactId)!.domain
  const [ours, other] = [
    { domain: 'group.example', hs_additional_domains: `first.example;${domainOf(ada!)}` },
    { domain: 'older.example', hs_additional_domains: domainOf(bea!) },
  ].map((company) => portal.write('companies', company))
  const own = portal.write('companies', { domain: domainOf(bea!) })
  await push({})
  expect([...portal.companies.keys()]).toEqual([ours!.id, other!.id, own.id])
  expect(ours!.properties).toMatchObject({ domain: 'group.example', prospector_origin: 'filled' })
  // The company whose own domain it is comes before an older one that has it in addition.
  expect(own.properties.prospector_store_id).toMatch(/^st_live_/)
  expect(other!.properties.prospector_store_id).toBeUndefined()
})

it('HUBSPOT-2: companies are sent also where HubSpot refuses to search additional domains', async () => {
  const { portal, push, reveal } = await connectAccount(test, hubspot)
  const [ada] = await reveal(1)
  let searches = 0
  hubspot.failNext(portal, { status: 400, path: { test: (path) => path.endsWith('/search') && ++searches === 2 } })
  expect((await push({ contact_ids: [ada] })).counts).toMatchObject({ create: 1 })
  expect([searches, portal.companies.size]).toEqual([2, 1])
})

it('HUBSPOT-4: a dry run says what would be created, filled, kept and in conflict, and writes nothing', async () => {
  const { portal, push, reveal, itemsOf, call } = await connectAccount(test, hubspot)
  const ids = await reveal(3, { emails: email('shared@here.example') })
  const [known] = await reveal(1, { emails: email('known@here.example') })
  portal.write('contacts', { email: 'known@here.example', lastname: 'Byron' })
  const from = hubspot.visitsOf(portal).length
  const run = await push({ dry_run: true })
  expect(run).toMatchObject({ kind: 'dry_run', status: 'finished', total: 4 })
  expect(run.counts).toMatchObject({ create: 1, update: 1, conflict: 2, kept: 1 })
  expect(hubspot.visitsOf(portal).slice(from).filter(isWrite)).toEqual([])
  expect([portal.contacts.size, portal.companies.size]).toEqual([1, 0])
  const conflicts = (await call('GET', `/runs/${run.id}/items?outcome=conflict`)).body
  expect(conflicts).toMatchObject({ total: 2, data: [{ reason: 'same_email' }, { reason: 'same_email' }] })
  expect(ids).toEqual(expect.arrayContaining(conflicts.data.map((one: { contact_id: string }) => one.contact_id)))
  expect(await itemsOf(run.id)).toContainEqual(
    expect.objectContaining({ contact_id: known, kept_fields: ['lastname'] }),
  )
  const links = await test.app.database.query(
    sql`SELECT FROM hubspot_records WHERE own_id = ANY(${[...ids, known]}::text[])`,
  )
  expect(links).toEqual([])
})

/** What an erasure or an opt-out takes away at HubSpot. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { connectAccount } from '../../test/support/hubspot-account.ts'
import { type HubspotSimulator, startHubspot } from '../../test/support/hubspot-simulator.ts'
import { sql } from '../base/sql.ts'
import { setAccount } from '../billing/set-account.ts'
import { erase } from '../catalog/erasure.ts'
import { suppress } from '../catalog/suppressions.ts'
import { tellAccounts } from '../contacts/tell-accounts.ts'
import { onErased } from '../privacy/erasure-confirmations.ts'

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

const email = (address: string) => [{ email: address, status: 'verified', type: 'work' as const, is_primary: true }]
/** The application tells accounts by itself, too: whichever is first, HubSpot hears of it. */
const untilTold = (isDone: () => boolean | Promise<boolean>) =>
  expect
    .poll(
      async () => {
        await tellAccounts(test.app.database, test.app.clock, onErased)
        await test.app.hubspot.runDue()
        return isDone()
      },
      { timeout: 30_000 },
    )
    .toBe(true)

it('HUBSPOT-7: an erasure deletes what we created for good, and takes out of other records what came from us', async () => {
  const { portal, reveal, push, runs, contactOf, accountId } = await connectAccount(test, hubspot)
  const [created] = await reveal(1, { emails: email('created@gone.example') })
  const phone = { phone: '+1 202 555 0142', type: 'direct' as const, is_primary: true }
  const [filled] = await reveal(1, { emails: email('filled@gone.example'), phones: [phone] })
  const theirs = portal.write('contacts', { email: 'filled@gone.example', lastname: 'Theirs' })
  await push({})
  portal.write('contacts', { jobtitle: 'Written by a person' }, theirs.id)
  expect(theirs.properties).toMatchObject({ phone: phone.phone, firstname: 'Ada', jobtitle: 'Written by a person' })
  // Also without a plan: it is not ours to keep.
  await setAccount(test.app.database, test.app.clock, test.app.plans, accountId, { status: 'lapsed' })
  await erase(test.app.database, test.app.channelKeys, [{ contact: created! }, { contact: filled! }])
  await untilTold(() => contactOf(created!) === undefined && contactOf(filled!) === undefined)
  expect(hubspot.visitsOf(portal).map(({ path }) => path)).toContain('POST /crm/v3/objects/contacts/gdpr-delete')
  expect(theirs.properties).toMatchObject({
    email: 'filled@gone.example',
    lastname: 'Theirs',
    jobtitle: 'Written by a person',
  })
  const left = Object.entries(theirs.properties)
    .filter(([, value]) => value !== '')
    .map(([name]) => name)
  expect(left.sort()).toEqual(['email', 'jobtitle', 'lastname'])
  await setAccount(test.app.database, test.app.clock, test.app.plans, accountId, { status: 'active' })
  const [run] = await runs()
  expect(run).toMatchObject({ kind: 'erasure', origin: 'contact.erased', status: 'finished' })
  expect(run.counts).toMatchObject({ delete: 1, clear: 1 })
  expect(
    await test.app.database.query(sql`SELECT FROM hubspot_records WHERE own_id = ANY(${[created, filled]}::text[])`),
  ).toEqual([])
})

it('HUBSPOT-7: an erasure also deletes what an opt-out moved to the recycling bin, and leaves there what somebody else had', async () => {
  const { portal, reveal, push, runs, contactOf } = await connectAccount(test, hubspot)
  const { database, channelKeys } = test.app
  const [created] = await reveal(1, { emails: email('created@bin.example') })
  const [filled] = await reveal(1, { emails: email('filled@bin.example') })
  const theirs = portal.write('contacts', { email: 'filled@bin.example', lastname: 'Theirs' })
  await push({})
  await suppress(database, channelKeys, { contact: created! })
  await untilTold(() => !contactOf(created!))
  expect([...portal.bin.values()].map(({ properties }) => properties.email)).toEqual(['created@bin.example'])
  // Somebody deletes their own record.
  portal.bin.set(theirs.id, theirs)
  portal.contacts.delete(theirs.id)
  await erase(database, channelKeys, [{ contact: created! }, { contact: filled! }])
  await untilTold(async () => (await runs())[0].origin === 'contact.erased')
  expect([...portal.bin.keys()]).toEqual([theirs.id])
  const outcomes = await database.query<{ outcome: string }>(sql`
    SELECT outcome FROM hubspot_run_items JOIN hubspot_runs USING (account_id, run_id)
    WHERE origin = 'contact.erased' AND contact_id = ANY(${[created, filled]}::text[]) ORDER BY outcome`)
  expect(outcomes).toEqual([{ outcome: 'absent' }, { outcome: 'delete' }])
  expect(
    await database.query(sql`SELECT FROM hubspot_records WHERE own_id = ANY(${[created, filled]}::text[])`),
  ).toEqual([])
})

it('HUBSPOT-8: an erasure that HubSpot refuses for one person is carried out for the others', async () => {
  const { portal, reveal, push, runs } = await connectAccount(test, hubspot)
  const ids = [
    ...(await reveal(1, { emails: email('a@two.example') })),
    ...(await reveal(1, { emails: email('b@two.example') })),
  ]
  for (const address of ['a@two.example', 'b@two.example']) portal.write('contacts', { email: address })
  await push({})
  await erase(
    test.app.database,
    test.app.channelKeys,
    ids.map((contact) => ({ contact })),
  )
  for (const path of [/batch\/update/, /batch\/update/]) hubspot.failNext(portal, { status: 400, path })
  await untilTold(async () => (await runs())[0].kind === 'erasure')
  const [run] = await runs()
  expect(run.status).toBe('finished')
  expect(run.counts).toMatchObject({ fail: 1, clear: 1 })
})

it('HUBSPOT-7: an opt-out moves what we created to the recycling bin; merged records lose only what came from us', async () => {
  const { portal, reveal, push, contactOf } = await connectAccount(test, hubspot)
  const [ada, bea, cleo] = [...(await reveal(1)), ...(await reveal(1)), ...(await reveal(1))]
  await push({})
  const merged = contactOf(bea!)!
  portal.write('contacts', { hs_merged_object_ids: '1;2', lastname: 'Of a person' }, merged.id)
  // Cleo's record was merged into another one, and our property was lost with it.
  const survivor = portal.write('contacts', {
    email: 'survivor@gone.example',
    hs_merged_object_ids: contactOf(cleo!)!.id,
  })
  portal.contacts.delete(contactOf(cleo!)!.id)
  for (const contact of [ada, bea, cleo]) await suppress(test.app.database, test.app.channelKeys, { contact: contact! })
  await untilTold(() => !contactOf(ada!) && merged.properties.email === '' && 'prospector_role' in survivor.properties)
  const paths = hubspot.visitsOf(portal).map(({ path }) => path)
  expect(paths).toContain('POST /crm/v3/objects/contacts/batch/archive')
  expect(paths).not.toContain('POST /crm/v3/objects/contacts/gdpr-delete')
  expect(contactOf(ada!)).toBeUndefined()
  expect(merged.properties).toMatchObject({ lastname: 'Of a person', email: '', prospector_contact_id: '' })
  expect(survivor.properties.email).toBe('survivor@gone.example')
})

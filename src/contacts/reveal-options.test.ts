import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { sql } from '../base/sql.ts'
import { createChannelKeys } from '../catalog/channel-keys.ts'
import type { EmailChannel } from '../catalog/channels.ts'
import { createJobClient, linesOf } from '../jobs/job-client-fixture.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.stop())

const email = (status: string): EmailChannel => ({
  email: `${status}@shop.example`,
  status,
  type: 'work',
  is_primary: true,
})
const plant = async (...statuses: string[]) => (await test.plantContacts(1, { emails: statuses.map(email) }))[0]!
const plantPhone = async () =>
  (await test.plantContacts(1, { emails: [], phones: [{ phone: '+1', type: 'mobile', is_primary: true }] }))[0]!
/** What an import or a report of a bounce makes of its emails. */
async function changeEmails(id: string, emails: EmailChannel[]): Promise<void> {
  const channels = { emails, phones: [], linkedin_url: null }
  const { sealed, keyId } = createChannelKeys(test.secrets.channelKeys).seal(id, channels)
  await test.store.owner.query(
    sql`UPDATE contacts SET channels = ${sealed}, channels_key_id = ${keyId} WHERE contact_id = ${id}`,
  )
}
const quote = (key: string, body: object) => test.call('POST', '/api/v1/contacts/reveal/quote', { key, body })
const entriesOf = async (key: string) =>
  (await test.call('GET', '/api/v1/credits/entries?kind=spend', { key })).body.data

it('REVEAL-12: with Prospector-Accept, a contact without such an email is unavailable and costs nothing, also if it is owned', async () => {
  const { apiKey } = await test.createAccount({ credits: 10 })
  const [both, found, phone, guessed] = [
    await plant('found', 'verified'),
    await plant('found'),
    await plantPhone(),
    await plant('guessed', 'matched'),
  ]
  await test.reveal(apiKey, [phone])
  const answer = await test.reveal(apiKey, [both, found, phone, guessed], { 'prospector-accept': ' Verified ,matched' })
  expect(answer.body.data.map(({ id }: { id: string }) => id)).toEqual([both, guessed])
  expect(answer.body.unavailable_contact_ids).toEqual([found, phone])
  expect(answer.body.credits).toMatchObject({ spent: 2, remaining: 7 })

  const nothing = await test.reveal(apiKey, [found], { 'prospector-accept': 'verified' })
  expect([nothing.status, nothing.body.error.code]).toEqual([404, 'no_revealable_contacts'])
  expect((await test.reveal(apiKey, [found])).body.credits.spent).toBe(1)
})

it.each(['', 'best', 'verified,,matched', 'guessed'])('REVEAL-12: Prospector-Accept %j is a 400', async (accept) => {
  const { apiKey } = await test.createAccount({ credits: 10 })
  const refused = await test.reveal(apiKey, [await plant('verified')], { 'prospector-accept': accept })
  expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_request'])
  expect(refused.body.error.param).toMatch(/^prospector-accept$/i)
})

it('REVEAL-13: Prospector-Reference is echoed and kept on the entry; too long or with control characters is a 400', async () => {
  const { apiKey } = await test.createAccount({ credits: 10 })
  const [first, second] = await test.plantContacts(2)
  const answer = await test.reveal(apiKey, [first], { 'prospector-reference': 'Autumn campaign 7' })
  expect(answer.body.reference).toBe('Autumn campaign 7')
  expect((await test.reveal(apiKey, [second])).body.reference).toBeNull()
  expect((await entriesOf(apiKey)).map(({ reference }: { reference: string }) => reference)).toEqual([
    null,
    'Autumn campaign 7',
  ])
  for (const reference of ['', 'x'.repeat(101), 'a\u0007b']) {
    const refused = await test.reveal(apiKey, [first], { 'prospector-reference': reference })
    expect([refused.status, refused.body.error?.param], JSON.stringify(reference)).toEqual([
      400,
      'Prospector-Reference',
    ])
  }
})

it('IDEM-2: a replay gives what was paid for, also when its email has another status by then', async () => {
  const { apiKey } = await test.createAccount({ credits: 10 })
  const id = await plant('verified')
  const headers = { 'prospector-accept': 'verified', 'idempotency-key': 'lost reply' }
  const first = await test.reveal(apiKey, [id], headers)
  expect(first.body.credits.spent).toBe(1)
  await changeEmails(id, [email('matched')])
  const again = await test.reveal(apiKey, [id], headers)
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect([again.body.credits.spent, again.body.data.map((one: { id: string }) => one.id)]).toEqual([1, [id]])
  // A new request is held to what it accepts.
  expect((await test.reveal(apiKey, [id], { 'prospector-accept': 'verified' })).status).toBe(404)
})

it('IDEM-11: options are part of what an Idempotency-Key compares', async () => {
  const { apiKey } = await test.createAccount({ credits: 10 })
  const id = await plant('verified')
  const send = (headers: Record<string, string>) => test.reveal(apiKey, [id], { 'idempotency-key': 'one', ...headers })
  const first = await send({ 'prospector-accept': 'verified, matched', 'prospector-reference': 'r' })
  expect(first.body.credits.spent).toBe(1)
  const replay = await send({ 'prospector-accept': 'matched,verified', 'prospector-reference': 'r' })
  expect([replay.headers['idempotent-replayed'], replay.body.reference]).toEqual(['true', 'r'])
  for (const other of [{}, { 'prospector-accept': 'verified', 'prospector-reference': 'r' }]) {
    const conflict = await send(other)
    expect([conflict.status, conflict.body.error.code]).toEqual([409, 'idempotency_conflict'])
  }
})

it('QUOTE-3: a quote takes the options, counts the outcomes, and says what emails the new contacts have', async () => {
  const { apiKey } = await test.createAccount({ credits: 10 })
  const [owned] = await test.plantContacts(1)
  await test.reveal(apiKey, [owned])
  const ids = [
    owned,
    await plant('found', 'matched'),
    await plant('found'),
    await plant('verified'),
    await plantPhone(),
  ]
  const all = await quote(apiKey, { contact_ids: ids })
  expect(all.body.counts).toMatchObject({ new: 4, already_revealed: 1, unavailable: 0 })
  expect(all.body.emails).toEqual({ verified: 1, matched: 1, found: 1, reported: 0, none: 1 })
  expect(all.body.email_types).toEqual({ work: 3, personal: 0, generic: 0, other: 0 })
  // The best one counts, not the first.
  const [generic] = await test.plantContacts(1, {
    emails: [
      { email: 'ada@types.example', status: 'found', type: 'work', is_primary: true },
      { email: 'info@types.example', status: 'verified', type: 'generic', is_primary: false },
    ],
  })
  expect((await quote(apiKey, { contact_ids: [generic] })).body.email_types).toMatchObject({ work: 0, generic: 1 })
  // Of two with one status, the primary one, which files for CRMs take.
  const [both] = await test.plantContacts(1, {
    emails: [
      { email: 'ada@home.example', status: 'verified', type: 'work', is_primary: false },
      { email: 'ada@work.example', status: 'verified', type: 'personal', is_primary: true },
    ],
  })
  expect((await quote(apiKey, { contact_ids: [both] })).body.email_types).toMatchObject({ work: 0, personal: 1 })
  const some = await quote(apiKey, { contact_ids: ids, accept: ['verified', 'MATCHED'], reference: 'r' })
  expect(some.body.counts).toMatchObject({ new: 2, already_revealed: 1, unavailable: 2 })
  expect(some.body.emails).toEqual({ verified: 1, matched: 1, found: 0, reported: 0, none: 0 })
  expect(some.body.credits.required).toBe(2)
  const refused = await quote(apiKey, { contact_ids: ids, accept: ['verified', 'best'] })
  expect([refused.status, refused.body.error.param]).toEqual([400, 'accept[1]'])
})

it('JOB-19: a reveal job takes accept and reference, in its quote and in each of its reveals', async () => {
  const client = createJobClient(test)
  const { apiKey } = await test.createAccount({ credits: 10 })
  const body = {
    kind: 'reveal',
    contact_ids: [await plant('found'), await plant('verified')],
    accept: ['verified'],
    reference: 'job',
  }
  const quoted = await client.create(apiKey, { ...body, dry_run: true })
  expect(quoted.body).toMatchObject({
    counts: { new: 1, unavailable: 1 },
    emails: { verified: 1, matched: 0, found: 0, reported: 0, none: 0 },
  })
  const job = await client.finish(apiKey, body)
  expect(job).toMatchObject({ status: 'finished', credits: { spent: 1 } })
  const lines = linesOf(await client.read(apiKey, job.id, '/results'))
  expect(lines.map(({ outcome }) => outcome)).toEqual(['unavailable', 'newly_revealed'])
  expect((await entriesOf(apiKey))[0]).toMatchObject({ job_id: job.id, reference: 'job' })
  const enrich = await client.create(apiKey, { kind: 'enrich', domains: ['a.example'], accept: ['verified'] })
  expect([enrich.status, enrich.body.error.param]).toEqual([400, 'accept'])
})

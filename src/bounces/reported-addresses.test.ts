import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../base/sql.ts'
import { erase } from '../catalog/erasure.ts'
import { undoImport } from '../catalog/import/undo-import.ts'
import { measureQuality } from '../catalog/quality.ts'
import { begun, day, openBounces } from './bounces-fixture.ts'

let stage: Awaited<ReturnType<typeof openBounces>>
beforeAll(async () => {
  stage = await openBounces()
})
afterAll(() => stage.stop())

/** An account that pays with a card of its own, if any. */
async function payingAccount(card: string | null) {
  const made = await stage.account()
  if (card === null) return made
  const customerId = `cus_${made.accountId}`
  await stage.test.app.database.query(sql`
    INSERT INTO billing_customers (customer_id, card_hash) VALUES (${customerId}, convert_to(${card}, 'UTF8'))`)
  await stage.test.app.database.query(
    sql`INSERT INTO billing_customer_accounts (account_id, customer_id) VALUES (${made.accountId}, ${customerId})`,
  )
  return made
}

it('BOUNCE-7: a reported address is reported for everybody, and bounced after three accounts with different cards', async () => {
  const keys = []
  for (const card of ['one', 'one', null, null, 'two', 'three']) keys.push((await payingAccount(card)).apiKey)
  const { apiKey: reader } = await stage.account()
  const { ids, emails, domain } = await stage.plant(1)
  for (const key of [...keys, reader]) await stage.test.reveal(key, ids)
  const seen: unknown[] = []
  for (const key of keys) {
    expect(await stage.verdictsOf(key, [{ email: emails[0] }])).toEqual(['returned'])
    expect(await stage.emailsFor(key, ids[0]!)).toEqual([])
    seen.push((await stage.emailsFor(reader, ids[0]!)).map(([, status]) => status).join() || 'none')
  }
  expect(seen).toEqual([...Array(5).fill('reported'), 'none'])
  expect(await stage.verdictsOf(reader, [{ email: emails[0] }])).toEqual(['returned'])
  const quality = await measureQuality(stage.test.app.database, stage.test.app.channelKeys, begun)
  expect(quality.emails.bySource.import).toMatchObject({ bounced: 1 })
  const { apiKey: late } = await stage.account()
  expect((await stage.test.reveal(late, ids)).status).toBe(404)
  const preview = await stage.test.call('POST', '/api/v1/contacts/search', {
    key: late,
    body: { store: { domains: [domain] } },
  })
  await expect
    .poll(
      async () => {
        const { body } = await stage.test.call('POST', '/api/v1/contacts/search', {
          key: late,
          body: { store: { domains: [domain] } },
        })
        return body.total
      },
      { timeout: 30_000 },
    )
    .toBe(0)
  expect(preview.status).toBe(200)
})

it('BOUNCE-7: previews and filters know reported addresses, and nobody pays for an address that they reported themselves', async () => {
  const { apiKey } = await stage.account()
  const { apiKey: other } = await stage.account()
  const { ids, domain } = await stage.plant(2, (_, name) => ({
    emails: [{ email: `info@${name}`, status: 'verified', type: 'generic', is_primary: true }],
  }))
  await stage.test.reveal(apiKey, [ids[0]])
  expect(await stage.verdictsOf(apiKey, [{ email: `info@${domain}` }])).toEqual(['returned'])
  const body = { contact_ids: [ids[1]] }
  const quote = (key: string) => stage.test.call('POST', '/api/v1/contacts/reveal/quote', { key, body })
  expect((await quote(apiKey)).body.counts).toMatchObject({ new: 0, unavailable: 1 })
  expect((await stage.test.reveal(apiKey, [ids[1]])).status).toBe(404)
  expect((await quote(other)).body.emails).toEqual({ verified: 0, matched: 0, found: 0, reported: 1, none: 0 })
  const search = { store: { domains: [domain] }, person: { email_statuses_any: ['reported'] } }
  await expect
    .poll(
      async () => {
        const found = await stage.test.call('POST', '/api/v1/contacts/search', { key: other, body: search })
        return found.body.data?.map(({ best_email }: never) => (best_email as { status: string }).status)
      },
      { timeout: 30_000 },
    )
    .toEqual(['reported', 'reported'])
})

it('BOUNCE-8: an import lifts reports of addresses that were verified after them, for the reporter too, and no others', async () => {
  const { apiKey } = await stage.account()
  const { apiKey: other } = await stage.account()
  const { ids, emails, domain, contacts } = await stage.plant(2)
  for (const key of [apiKey, other]) await stage.test.reveal(key, ids)
  await stage.verdictsOf(
    apiKey,
    emails.map((email) => ({ email })),
  )
  const withDates = (at: number, verified_at: string) => ({
    ...contacts[at]!,
    title: 'Founder',
    emails: contacts[at]!.emails!.map((email) => ({ ...email, verified_at })),
  })
  const before = new Date(begun.getTime() - day).toISOString()
  const after = new Date(begun.getTime() + day).toISOString()
  await stage.importStores({ domain, contacts: [withDates(0, before), { ...contacts[1]!, title: 'Head of sales' }] })
  expect([await stage.emailsFor(apiKey, ids[0]!), await stage.emailsFor(other, ids[0]!)]).toEqual([
    [],
    [[emails[0], 'reported']],
  ])
  // A line without emails keeps them as they are, and is no change of its own.
  const { emails: _, ...withoutEmails } = contacts[1]!
  await stage.importStores({ domain, contacts: [{ ...withoutEmails, title: 'Head of sales' }] })
  expect(await stage.emailsFor(other, ids[1]!)).toEqual([[emails[1], 'reported']])
  await stage.importStores({ domain, contacts: [withDates(0, after)] })
  for (const key of [apiKey, other]) expect(await stage.emailsFor(key, ids[0]!)).toEqual([[emails[0], 'verified']])
  expect(await stage.verdictsOf(apiKey, [{ email: emails[0] }])).toEqual(['already_returned'])
  const [last] = await stage.test.app.database.query<{ run: number }>(
    sql`SELECT max(import_run)::int AS run FROM imports`,
  )
  await undoImport(stage.test.app.database, stage.test.app.channelKeys, last!.run)
  expect([await stage.emailsFor(apiKey, ids[0]!), await stage.emailsFor(other, ids[0]!)]).toEqual([
    [],
    [[emails[0], 'reported']],
  ])
})

it('BOUNCE-11: an address that an import took away after it was paid for returns its credit; who paid later, or was never given it, learns nothing', async () => {
  const { apiKey } = await stage.account()
  const { apiKey: later } = await stage.account()
  const { ids, emails, domain, contacts } = await stage.plant(5, (at, name) => ({
    emails: [
      { email: `p${at}@${name}`, status: 'verified', type: 'work', is_primary: true },
      { email: `guess${at}@${name}`, status: 'guessed', type: 'work', is_primary: false },
    ],
    phones: [{ phone: `+1 202 555 01${at}0`, type: 'direct', is_primary: true }],
  }))
  await stage.test.reveal(apiKey, ids)
  const withEmails = (at: number, list: object[]) => ({ ...contacts[at]!, emails: list as never })
  await stage.importStores({
    domain,
    contacts: [
      withEmails(0, []),
      withEmails(1, [{ email: emails[1], status: 'bounced', type: 'work', is_primary: true }]),
      withEmails(2, [{ email: `new@${domain}`, status: 'verified', type: 'work', is_primary: true }]),
      withEmails(3, []),
      withEmails(4, []),
    ],
  })
  // The import was an hour after the reveal, and a day before the other one.
  await stage.test.app.database.query(
    sql`UPDATE withdrawn_emails SET withdrawn_at = ${begun}::timestamptz + interval '1 hour'`,
  )
  stage.test.setTime(new Date(begun.getTime() + day))
  await stage.test.reveal(later, ids)
  expect(await stage.verdictsOf(later, [{ email: emails[0] }, { contact_id: ids[0] }])).toEqual([
    'not_revealed',
    'not_revealed',
  ])
  const { body } = await stage.report(apiKey, [
    { email: emails[0] },
    { email: emails[1], code: '5.1.1' },
    { email: emails[2] },
    { contact_id: ids[3] },
    { email: `guess0@${domain}` },
    { email: `guess4@${domain}` },
  ])
  expect(body.data).toEqual([
    { email: emails[0], contact_id: ids[0], verdict: 'returned' },
    { email: emails[1], contact_id: ids[1], verdict: 'returned' },
    { email: emails[2], contact_id: ids[2], verdict: 'returned' },
    { email: null, contact_id: ids[3], verdict: 'returned' },
    { email: `guess0@${domain}`, contact_id: null, verdict: 'not_revealed' },
    { email: `guess4@${domain}`, contact_id: null, verdict: 'not_revealed' },
  ])
  stage.test.setTime(begun)
  const { database, channelKeys } = stage.test.app
  await erase(database, channelKeys, [{ contact: ids[4]! }])
  expect(await database.query(sql`SELECT FROM withdrawn_emails WHERE contact_id = ${ids[4]}`)).toEqual([])
})

it('BOUNCE-5: an email that came after the reveal keeps no credit back; one that was there before it does, also if it left for a while', async () => {
  const { apiKey } = await stage.account()
  const { apiKey: later } = await stage.account()
  const email = (address: string, status = 'verified') => ({ email: address, status, type: 'work', is_primary: false })
  const { ids, emails, domain, contacts } = await stage.plant(4, (at, name) => ({
    emails: [email(`p${at}@${name}`), ...(at === 2 ? [email(`more2@${name}`)] : [])],
  }))
  const importEmails = async (of: Record<number, object[]>, hours: number) => {
    const changed = Object.entries(of).map(([at, list]) => ({ ...contacts[Number(at)]!, emails: list as never }))
    await stage.importStores({ domain, contacts: changed })
    const at = new Date(begun.getTime() + hours * 3_600_000)
    const { database } = stage.test.app
    await database.query(
      sql`UPDATE arrived_emails SET arrived_at = ${at} WHERE arrived_at > ${begun}::timestamptz + interval '30 days'`,
    )
    await database.query(
      sql`UPDATE withdrawn_emails SET withdrawn_at = ${at} WHERE withdrawn_at > ${begun}::timestamptz + interval '30 days'`,
    )
  }
  const own = (at: number) => email(emails[at]!)
  const more = (at: number, status?: string) => email(`more${at}@${domain}`, status)
  // A day before the reveal one gets a second address, and another one that no reveal returns.
  await importEmails({ 0: [own(0), more(0)], 3: [own(3), more(3, 'guessed')] }, -24)
  await stage.test.reveal(apiKey, ids)
  await importEmails({ 1: [own(1), more(1)], 2: [own(2)], 3: [own(3), more(3)] }, 1)
  await importEmails({ 2: [own(2), more(2)] }, 2)
  stage.test.setTime(new Date(begun.getTime() + day))
  await stage.test.reveal(later, ids)
  const asked = emails.map((one) => ({ email: one }))
  try {
    expect(await stage.verdictsOf(later, asked)).toEqual(Array(4).fill('other_email_delivered'))
    expect(await stage.verdictsOf(apiKey, asked)).toEqual([
      'other_email_delivered',
      'returned',
      'other_email_delivered',
      'returned',
    ])
    expect(await stage.verdictsOf(apiKey, [{ email: `more1@${domain}` }])).toEqual(['already_returned'])
  } finally {
    stage.test.setTime(begun)
  }
  const { database, channelKeys } = stage.test.app
  await erase(database, channelKeys, [{ contact: ids[1]! }])
  expect(await database.query(sql`SELECT FROM arrived_emails WHERE contact_id = ${ids[1]}`)).toEqual([])
})

it('BOUNCE-11: an address that was paid for and is taken away by undoing its import returns its credit', async () => {
  const { apiKey } = await stage.account()
  const { ids, domain, contacts } = await stage.plant(1)
  const brought = `brought@${domain}`
  const emails = [{ email: brought, status: 'verified', type: 'work', is_primary: true }]
  await stage.importStores({ domain, contacts: [{ ...contacts[0]!, emails: emails as never }] })
  // The import was a day before the reveal.
  const before = new Date(begun.getTime() - day)
  const { database, channelKeys } = stage.test.app
  await database.query(sql`UPDATE arrived_emails SET arrived_at = ${before} WHERE contact_id = ${ids[0]}`)
  await database.query(sql`UPDATE withdrawn_emails SET withdrawn_at = ${before} WHERE contact_id = ${ids[0]}`)
  await stage.test.reveal(apiKey, ids)
  expect((await stage.emailsFor(apiKey, ids[0]!)).map(([email]) => email)).toEqual([brought])
  const [last] = await database.query<{ run: number }>(sql`SELECT max(import_run)::int AS run FROM imports`)
  await undoImport(database, channelKeys, last!.run)
  expect((await stage.emailsFor(apiKey, ids[0]!)).map(([email]) => email)).not.toContain(brought)
  expect(await stage.verdictsOf(apiKey, [{ email: brought }])).toEqual(['returned'])
})

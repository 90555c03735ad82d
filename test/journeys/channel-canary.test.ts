/**
 * Marked people are brought in by the real import. Their emails, phones, profiles and last names may then be seen in the
 * answers to accounts that paid, and nowhere else: no log line, preview, error, ledger row or table of the database.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rawSql, sql } from '../../src/base/sql.ts'
import { importCatalogue } from '../../src/catalog/import/import-catalogue.ts'
import { readRecords } from '../../src/catalog/import/read-lines.ts'
import { operations } from '../../src/operations.ts'
import { dumpTables } from '../rules/stored.ts'
import { type Answer, startTestApp, type TestApp } from '../support/app.ts'

const domain = 'canary-shop.example'
const people = Array.from({ length: 12 }, (_, at) => {
  // Long enough that no random id holds it by chance.
  const mark = `zqkwv${'abcdefghijkl'[at]}xvjqzkp`
  return {
    source_id: `person-${at}`,
    first_name: 'Robin',
    last_name: `Canary${mark}`,
    title: 'Head of Growth',
    role: 'marketing',
    seniority: 'executive',
    linkedin_url: `https://www.linkedin.com/in/profile-${mark}`,
    emails: [
      { email: `${mark}.verified@${domain}`, status: 'verified', type: 'work', is_primary: true },
      { email: `${mark}.guessed@${domain}`, status: 'guessed', type: 'work', is_primary: false },
    ],
    phones: [{ phone: `+1 202 555 01${String(at).padStart(2, '0')} ext 77${at}31`, type: 'direct', is_primary: true }],
  }
})

const lastNames = people.map((person) => person.last_name)
const exportable = people.flatMap((person) => [person.linkedin_url, person.emails[0]!.email, person.phones[0]!.phone])
const secretForever = people.map((person) => person.emails[1]!.email)
const profileNames = people.map((person) => person.linkedin_url.split('/').at(-1)!)
const channels = [
  ...exportable,
  ...secretForever,
  ...profileNames,
  ...lastNames.map((name) => name.replace('Canary', '')),
]

/** As they are, in lower case, and as a dump or a log might carry them by accident. */
function spellings(value: string): string[] {
  const bytes = Buffer.from(value)
  return [
    value,
    value.toLowerCase(),
    encodeURIComponent(value),
    bytes.toString('hex'),
    bytes.toString('base64').replace(/=+$/, '').slice(0, -1),
    JSON.stringify(value).slice(1, -1),
  ]
}

const found = (text: string, values: string[]): string[] => {
  const searched = text.toLowerCase()
  return values.filter((value) => spellings(value).some((spelling) => searched.includes(spelling.toLowerCase())))
}

let test: TestApp
let ids: string[]
let payer: string
let stranger: string
const strangerAnswers: Answer[] = []

beforeAll(async () => {
  test = await startTestApp()
  const { database } = test.store
  const imported = await importCatalogue(database, {
    source: readRecords([{ domain, name: 'Canary Shop', lead_fit_score: 90, contacts: people }]),
    channelKeys: test.app.channelKeys,
  })
  expect(imported).toMatchObject({ stores: 1, contacts: { new: people.length }, rejected: 0 })
  // Searches answer from the index, which is built from what was imported.
  await test.app.start()
  const rows = await database.query<{ id: string }>(sql`SELECT contact_id AS id FROM contacts ORDER BY ctid`)
  ids = rows.map(({ id }) => id)
  payer = (await test.createAccount({ credits: 100 })).apiKey
  stranger = (await test.createAccount({ credits: 0 })).apiKey
})
afterAll(() => test.stop())

it('CONTACT-2, CONTACT-5, K2: an account that paid gets every exportable channel, and never one that may not leave', async () => {
  const answers = [
    await test.reveal(payer, ids.slice(0, 10), { 'idempotency-key': 'canary' }),
    await test.reveal(payer, ids.slice(10)),
    await test.reveal(payer, ids.slice(0, 10), { 'idempotency-key': 'canary' }),
    await test.call('GET', '/api/v1/contacts/revealed?limit=100', { key: payer }),
    await test.call('GET', '/api/v1/contacts/revealed', { key: payer, headers: { accept: 'text/csv' } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const shown = answers.map(({ text }) => text)
  expect(found(shown[0]! + shown[1]!, exportable)).toEqual(exportable)
  expect(found(shown[3]!, exportable)).toEqual(exportable)
  expect(found(shown[4]!, exportable)).toEqual(exportable)
  expect(found(shown.join(), secretForever)).toEqual([])
})

it('MASK-1: an account that did not pay gets none of them from any operation, nor from an error', async () => {
  const bodies: Record<string, unknown> = {
    revealContacts: { contact_ids: ids.slice(0, 10) },
    quoteReveal: { contact_ids: ids.slice(0, 10) },
    enrichStores: { domains: [domain], include: ['contact_previews'] },
    searchContacts: { store: { domains: [domain] }, limit: 100, facets: ['role', 'seniority'] },
    searchStores: { store: { domains: [domain] } },
  }
  for (const { id, method, path } of operations) {
    const address = `/api/v1${path.replace('{domain}', domain)}`
    for (const headers of [{}, { accept: 'text/csv' }]) {
      const body = method === 'POST' ? { body: bodies[id] ?? {} } : {}
      strangerAnswers.push(await test.call(method, address, { key: stranger, headers, ...body }))
    }
  }
  // Previews of these very people were among the answers.
  const previews = strangerAnswers.filter(({ status, text }) => status === 200 && text.includes('contact_preview'))
  expect(previews.length).toBeGreaterThan(1)
  expect(previews.some(({ text }) => ids.every((id) => text.includes(id)))).toBe(true)
  for (const { text } of strangerAnswers) expect(found(text, [...channels, ...lastNames])).toEqual([])
})

it('SECRET-4: a secret pasted into the wrong place reaches no log line', async () => {
  const email = people[0]!.emails[0]!.email
  const phone = people[0]!.phones[0]!.phone
  const before = test.logLines.length
  await test.reveal(payer, [email])
  await test.call('POST', '/api/v1/contacts/reveal', { key: payer, body: { [email]: phone } })
  await test.call('GET', `/api/v1/contacts/${encodeURIComponent(email)}?cursor=${encodeURIComponent(phone)}`, {
    key: payer,
  })
  await test.call('GET', `/api/v1/contacts/revealed?cursor=${encodeURIComponent(email)}`, { key: email })
  await test.reveal(payer, [ids[0]], { 'idempotency-key': '', 'user-agent': email, referer: email })
  await test.reveal(payer, ids.slice(0, 1), { cookie: `session=${email}` })
  const lines = test.logLines.slice(before)
  expect(lines.filter((line) => line.includes('"answered"'))).toHaveLength(6)
  expect(found(lines.join(''), [...channels, ...lastNames, domain])).toEqual([])
  expect(lines.join('')).not.toMatch(/psk_live_|bearer|session=/i)
})

it('a contact that can’t be opened is answered like an unknown one, and tells nothing', async () => {
  const { database } = test.store
  const [kept] = await database.query<{ key: string }>(sql`
    SELECT channels_key_id AS key FROM contacts WHERE contact_id = ${ids[3]}`)
  await database.query(sql`UPDATE contacts SET channels_key_id = 'lost' WHERE contact_id = ${ids[3]}`)
  const answer = await test.reveal(payer, [ids[3]])
  expect(answer.body.error).toMatchObject({ code: 'no_revealable_contacts' })
  expect(found(answer.text, [...channels, ...lastNames])).toEqual([])
  await database.query(sql`UPDATE contacts SET channels_key_id = ${kept!.key} WHERE contact_id = ${ids[3]}`)
})

it('SECRET-4, MASK-1: no log line holds a channel, a last name, a key or a header', async () => {
  const logged = test.logLines.join('')
  expect(logged).toContain('"answered"')
  expect(found(logged, [...channels, ...lastNames, domain])).toEqual([])
  expect(logged).not.toMatch(/psk_live_|bearer|authorization|cookie/i)
})

it('SECRET-5, ERR-13: every log line of a request names it, also of one that fails, which tells its caller nothing', async () => {
  const before = test.logLines.length
  const good = await test.call('GET', '/api/v1/usage', { key: payer })
  const refused = await test.call('GET', '/api/v1/usage')
  await test.store.owner.query(rawSql('ALTER TABLE credit_lots RENAME TO lots_elsewhere'))
  const failed = await test.call('GET', '/api/v1/usage', { key: payer })
  await test.store.owner.query(rawSql('ALTER TABLE lots_elsewhere RENAME TO credit_lots'))
  expect([good.status, refused.status, failed.status]).toEqual([200, 401, 500])
  expect(failed.body.error).toMatchObject({ type: 'server_error', code: 'internal_error' })
  expect(failed.text).not.toMatch(/lots|42P01|relation|select/i)

  const lines = test.logLines.slice(before).map((line) => JSON.parse(line) as { msg: string; request_id?: string })
  const linesOf = ({ headers }: Answer) =>
    lines.filter(({ request_id }) => request_id === headers['x-request-id']).map(({ msg }) => msg)
  expect([linesOf(good), linesOf(refused)]).toEqual([['answered'], ['answered']])
  expect(linesOf(failed).sort()).toEqual(['answered', 'internal_error'])
  expect(lines).toHaveLength(4)
})

it('SECRET-1: a dump of the database shows no channel, and a last name only in the catalogue', async () => {
  const dump = await dumpTables(test.store.database)
  expect(dump.get('credit_entries')!.length).toBeGreaterThan(2)
  expect(dump.get('idempotency_keys')).toHaveLength(1)
  const marks = channels.filter((value) => value.includes('@') || value.includes('profile-') || value.startsWith('+1'))
  for (const [table, rows] of dump) {
    const text = rows.join('\n')
    expect([table, found(text, marks)]).toEqual([table, []])
    if (table !== 'contacts') expect([table, found(text, lastNames)]).toEqual([table, []])
  }
})

/** Erasures in the console: of people who share a mailbox, and of people who did not ask in the privacy centre. */
import { hash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServedApp, startServedApp } from '../../test/support/browser.ts'
import { createQuickCommand, environmentFor } from '../../test/support/command.ts'
import { type SignedInOperator, signInNewOperator } from '../../test/support/operator.ts'
import { readAuditEntries } from '../audit/entries.ts'
import { sql } from '../base/sql.ts'
import { emailLengthMax } from '../catalog/channel-values.ts'
import { importCatalogue } from '../catalog/import/import-catalogue.ts'
import { readRecords } from '../catalog/import/read-lines.ts'
import { createOperatorKey } from '../ingest/operator-keys.ts'
import { confirmRequest, openRequest } from '../privacy/requests.ts'

let test: ServedApp
let operator: SignedInOperator
let key: string
beforeAll(async () => {
  test = await startServedApp({ clock: 'fixed' })
  operator = await signInNewOperator(test, 'ada@operator.example', 'Ada')
  key = (await createOperatorKey(test.app.database, 'erasures', { canOperate: true })).key
})
afterAll(() => test.stop())

const script = '<script>alert(1)</script>'
const admin = (method: string, path: string, body?: unknown) =>
  test.call(method, `/admin/v1${path}`, { key, ...(body !== undefined && { body }) })
const runCommand = (line: string) => {
  const CHANNEL_KEY = test.secrets.channelKeys[0]!.toString('base64')
  return createQuickCommand({ ...environmentFor(test.store.url), CHANNEL_KEY })(line)
}
const open = (path: string) => operator.browser.open(`/operator${path}`)

async function ask(kind: 'erase' | 'correct', email: string): Promise<string> {
  const { clock, channelKeys: keys, database } = test.app
  return database.transaction(async (tx) => {
    const number = await openRequest(tx, { clock, keys }, { kind, language: 'en', ask: { email } })
    await confirmRequest(tx, clock, number)
    return number
  })
}

/** Two people at one store who share a mailbox. Returns their contacts by name. */
async function plantShared(email: string): Promise<Record<string, string>> {
  const domain = email.slice(email.indexOf('@') + 1)
  const person = (full_name: string) => ({
    ...{ full_name, title: 'Buyer', emails: [{ email, status: 'verified' as const }] },
  })
  const { channelKeys, database } = test.app
  const source = readRecords([{ domain, contacts: [person('Dan Shared'), person(`Eve ${script}`)] }])
  await importCatalogue(database, { source, channelKeys, sourceName: 'shared' })
  const rows = await database.query<{ contact_id: string; full_name: string }>(sql`
    SELECT contact_id, full_name FROM contacts JOIN stores USING (store_id) WHERE domain = ${domain}`)
  return Object.fromEntries(rows.map(({ contact_id, full_name }) => [full_name.split(' ')[0]!, contact_id]))
}

it('OPERATOR-16: of several people who share a mailbox those are erased whom the operator ticks, and nobody if none is', async () => {
  const { Dan, Eve } = await plantShared('team@mailbox.example')
  const number = await ask('erase', 'team@mailbox.example')
  const { body } = await admin('GET', `/privacy-requests/${number}`)
  expect([body.shared, body.people.length]).toEqual([true, 2])
  expect(body.people).toContainEqual({
    ...{ contact_id: Dan, full_name: 'Dan Shared', title: 'Buyer', store: 'mailbox.example' },
  })
  const shown = await runCommand(`privacy show ${number}`)
  expect(shown.stdout).toMatch(new RegExp(`${Dan} +Dan Shared +Buyer +mailbox\\.example`))
  const page = await open(`/privacy-requests/${number}`)
  expect(page.text).not.toContain('<script')
  for (const value of ['', Dan, Eve]) expect(page.text).toMatch(new RegExp(`name="contact_ids" value="${value}"`))
  const complete = `/operator/privacy-requests/${number}/complete`
  const none = await operator.send(page, complete, { contact_ids: '' })
  expect([none.status, none.text.includes('Tick who asked. Nobody was erased.')]).toEqual([400, true])
  const held = async () =>
    (
      await test.app.database.query<{ id: string }>(sql`
      SELECT contact_id AS id FROM contacts WHERE contact_id = ANY(${[Dan, Eve]}::text[]) AND erased_at IS NULL`)
    ).map(({ id }) => id)
  expect((await held()).toSorted()).toEqual([Dan, Eve].toSorted())
  // Nor does anybody leave because nobody was named at all.
  const unnamed = await admin('POST', `/privacy-requests/${number}/complete`, {})
  const typed = await runCommand(`privacy complete ${number}`)
  expect([unnamed.status, typed.code]).toEqual([400, 1])
  for (const reason of [unnamed.body.error.message, typed.stderr])
    for (const named of [Dan, Eve, 'Name those who asked']) expect(reason).toContain(named)
  expect((await held()).toSorted()).toEqual([Dan, Eve].toSorted())
  const done = await operator.send(await open(`/privacy-requests/${number}`), complete, { contact_ids: Dan! })
  expect([done.text.includes('The request is carried out.'), await held()]).toEqual([true, [Eve]])
  expect((await admin('GET', `/privacy-requests/${number}`)).body).toMatchObject({
    ...{ state: 'done', contact_ids: [Dan], people: [], shared: false },
  })
  // Nobody knows who of them wrote a correction.
  await plantShared('two@other.example')
  expect((await open(`/privacy-requests/${await ask('correct', 'two@other.example')}`)).text).toContain(
    'you bring it in by an import',
  )
  // A mailbox of one person has no boxes: whoever holds the address asked.
  const single = await ask('erase', 'nobody@mailbox.example')
  expect((await open(`/privacy-requests/${single}`)).text).not.toContain('contact_ids')
  await admin('POST', `/privacy-requests/${single}/refuse`, { reason: 'Not held' })
})

it('OPERATOR-17: a person who did not ask in the privacy centre is erased from the console, once, for a reason', async () => {
  const { Dan, Eve } = await plantShared('pair@erased.example')
  const page = await open('/catalogue')
  const given = { kind: 'contact', target: Dan!, reason: 'Wrote by post' }
  for (const bad of [{ reason: ' ' }, { target: 'ct_live_x' }, { kind: 'domain', target: 'erased.example' }]) {
    const refused = await operator.send(await open('/catalogue'), '/operator/erasures', { ...given, ...bad })
    expect([bad, refused.status]).toEqual([bad, 400])
  }
  for (const _ of ['first', 'again']) {
    const done = await operator.send(page, '/operator/erasures', given)
    expect(done.text).toContain('They are erased.')
  }
  const left = async () =>
    test.app.database.query<{ id: string }>(sql`
      SELECT contact_id AS id FROM contacts WHERE contact_id = ANY(${[Dan, Eve]}::text[]) AND erased_at IS NULL`)
  expect(await left()).toEqual([{ id: Eve }])
  const acts = await readAuditEntries(test.app.database, { byOperators: true, limit: 2 })
  expect(acts[0]).toMatchObject({
    ...{ action: 'contact.erased', actorName: 'Ada', details: { contacts: 1, reason: 'Wrote by post' } },
  })
  expect(acts[1]!.action).not.toBe('contact.erased')
  expect((await admin('POST', '/erasures', { ...given, kind: 'email', target: 'pair@erased.example' })).status).toBe(
    200,
  )
  expect(await left()).toEqual([])
  // What is kept of the act says nothing of whose address it was.
  const [act] = await test.app.database.query<{ row: string }>(
    sql`SELECT string_agg(o::text, ' ') AS row FROM operator_acts o`,
  )
  expect(act!.row).not.toContain('pair@')
})

it('ERASE-4: what is kept of hiding and showing people is keyed, and the same again is answered as the first time', async () => {
  const { database } = test.app
  await database.query(sql`DELETE FROM operator_acts`)
  const body = { kind: 'email', target: 'hidden@kept.example', reason: 'Asked' }
  for (const [path, act] of [
    ['/suppressions', 'suppress'],
    ['/suppressions/remove', 'unsuppress'],
  ] as const) {
    const headers = { 'idempotency-key': act }
    const once = () => test.call('POST', `/admin/v1${path}`, { key, headers, body })
    const [first, again] = [await once(), await once()]
    expect(first.body).toMatchObject({ kind: 'email', target: 'h***@kept.example', changed: true })
    expect(again.body).toEqual({ ...first.body, request_id: again.body.request_id })
    const [kept] = await database.query<{ fingerprint: Buffer; result: object }>(
      sql`SELECT fingerprint, result FROM operator_acts WHERE once_key = ${act}`,
    )
    expect(JSON.stringify(kept!.result)).not.toContain('kept.example')
    const plain = JSON.stringify([act, { email: body.target }, body.reason])
    expect(kept!.fingerprint.equals(hash('sha256', plain, 'buffer'))).toBe(false)
  }
})

it('OPERATOR-17, SUPPRESS-1: whoever can be imported can be hidden, shown and erased, by console and command, however long the address', async () => {
  const longestAt = (domain: string) => `${'a'.repeat(emailLengthMax - 1 - domain.length)}@${domain}`
  const [byConsole, byCommand] = [longestAt('console.example'), longestAt('command.example')]
  const hidden = async (domain: string) => {
    const [row] = await test.app.database.query<{ suppressed: number; erased: number }>(sql`
      SELECT count(*) FILTER (WHERE suppressed) AS suppressed, count(contacts.erased_at) AS erased
      FROM contacts JOIN stores USING (store_id) WHERE domain = ${domain}`)
    return row
  }
  await plantShared(byConsole)
  const send = async (action: string) =>
    (await operator.send(await open('/catalogue'), action, { kind: 'email', target: byConsole, reason: 'Asked' }))
      .status
  expect(await send('/operator/suppressions')).toBe(200)
  expect(await hidden('console.example')).toEqual({ suppressed: 2, erased: 0 })
  expect(await send('/operator/suppressions/remove')).toBe(200)
  expect(await hidden('console.example')).toEqual({ suppressed: 0, erased: 0 })
  expect(await send('/operator/erasures')).toBe(200)
  expect(await hidden('console.example')).toMatchObject({ erased: 2 })
  // A browser lets no more be typed than the form says.
  const { text } = await open('/catalogue')
  expect([...text.matchAll(/name="target" required maxlength="(\d+)"/g)].map(([, most]) => most)).toEqual(
    Array(3).fill(String(emailLengthMax)),
  )

  await plantShared(byCommand)
  expect((await runCommand(`suppress --email ${byCommand} --json`)).json).toMatchObject({ contacts_changed: 2 })
  expect((await runCommand(`suppress remove --email ${byCommand} --json`)).json).toMatchObject({ contacts_changed: 2 })
  expect((await runCommand(`erase --email ${byCommand} --json`)).json).toEqual({ contacts: 2 })
  expect(await hidden('command.example')).toMatchObject({ erased: 2 })
  const none = await runCommand(`erase --email a${byCommand}`)
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('It must be an email address.')])
})

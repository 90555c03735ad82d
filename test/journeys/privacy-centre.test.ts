/** A person asks what is held about them, objects, corrects, erases; the operator answers; accounts confirm. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PrivacySettings } from '../../src/base/config.ts'
import { rawSql, sql } from '../../src/base/sql.ts'
import { importCatalogue } from '../../src/catalog/import/import-catalogue.ts'
import { readRecords } from '../../src/catalog/import/read-lines.ts'
import type { ImportedContact } from '../../src/catalog/import-record.ts'
import { recordEvents } from '../../src/events/record.ts'
import { languageNames, preferredLanguage, textsIn } from '../../src/privacy/languages/languages.ts'
import { createBrowser, type ServedApp, startServedApp } from '../support/browser.ts'
import { type Command, createQuickCommand, environmentFor } from '../support/command.ts'

const settings: PrivacySettings = {
  contact: 'privacy@operator.example',
  name: 'Operator GmbH',
  automatic: false,
  recipients: 'category',
}
let test: ServedApp
let run: Command
beforeAll(async () => {
  test = await startServedApp({ privacy: settings, clock: 'fixed' })
  const CHANNEL_KEY = test.secrets.channelKeys[0]!.toString('base64')
  run = createQuickCommand({ ...environmentFor(test.store.url), CHANNEL_KEY })
})
afterAll(() => test.stop())

const daysMs = 24 * 3_600_000
let stores = 0

/** People at a store of their own, as an import brings them. Their contact ids, in the order of the addresses. */
async function plant(contacts: ImportedContact[], source = 'crawl'): Promise<string[]> {
  stores += 1
  const domain = `privacy${stores}.example`
  await importCatalogue(test.app.database, {
    channelKeys: test.app.channelKeys,
    sourceName: source,
    source: readRecords([{ domain, name: `Shop ${stores}`, contacts }]),
  })
  const rows = await test.app.database.query<{ id: string }>(sql`
    SELECT contact_id AS id FROM contacts JOIN stores USING (store_id) WHERE domain = ${domain} ORDER BY full_name`)
  return rows.map(({ id }) => id)
}

const person = (email: string, more: ImportedContact = {}): ImportedContact => ({
  full_name: 'Zebulon Quartz',
  title: 'Head of Sales',
  emails: [{ email, status: 'verified', type: 'work', verified_at: '2026-01-05T00:00:00Z' }],
  phones: [{ phone: '+49 30 1234567', type: 'direct' }],
  ...more,
})

/** Also what the clock would start. */
async function sendMails(): Promise<void> {
  await test.app.queue.enqueue(test.app.database, 'privacy', {})
  await test.app.queue.runWaiting()
}

async function ask(kind: string, email: string, fields: Record<string, string> = {}) {
  const page = await createBrowser(test).submit(`/privacy/${kind}`, { email, language: 'en', ...fields })
  await sendMails()
  return page
}

const mailsTo = (email: string) => test.mails.filter(({ to }) => to === email)
const linkIn = (text: string): string => /\/privacy\/requests\/[A-Za-z0-9]+/.exec(text)![0]

/** Asks, follows the link and presses the button. */
async function confirmed(kind: string, email: string, fields: Record<string, string> = {}) {
  await ask(kind, email, fields)
  const mail = mailsTo(email).at(-1)!
  const path = linkIn(mail.text)
  const page = await createBrowser(test).submit(path, {})
  return { path, page, number: /PR-\w{4}-\w{4}/.exec(mail.text)![0] }
}

it('PRIVACY-1: without settings there is no privacy centre', async () => {
  const plain = await startServedApp()
  try {
    expect((await createBrowser(plain).open('/privacy')).status).toBe(404)
  } finally {
    await plain.stop()
  }
})

it('PRIVACY-2: four requests, in five languages, on pages without a script, in the operator’s name', async () => {
  const browser = createBrowser(test)
  for (const language of languageNames) {
    const { kinds, title } = textsIn(language)
    const overview = await browser.open(`/privacy?language=${language}`)
    expect(overview.status).toBe(200)
    expect(overview.text).toContain(`<html lang="${language}">`)
    expect(overview.text).toContain(title)
    for (const [kind, { name }] of Object.entries(kinds)) {
      expect(overview.text).toContain(name.replaceAll('’', '’'))
      const form = await browser.open(`/privacy/${kind}?language=${language}`)
      expect(form.text).toContain(`action="/privacy/${kind}"`)
      expect(form.text).not.toMatch(/<script|javascript:/i)
      expect(form.text).toContain('Operator GmbH')
    }
  }
  expect(preferredLanguage('pt-BR, de-CH;q=0.4, fr;q=0.9, *;q=0.1')).toBe('fr')
  expect(preferredLanguage('ja')).toBe('en')
  expect(preferredLanguage(undefined)).toBe('en')
})

it('PRIVACY-3, P1: the answer is the same whether or not the person is held; the mail tells the truth', async () => {
  await plant([person('held@privacy.example')])
  const [held, unknown] = [await ask('erase', 'held@privacy.example'), await ask('erase', 'nobody@privacy.example')]
  expect([held.status, unknown.status]).toEqual([200, 200])
  expect(held.text.replaceAll(/nonce[-=]"?[\w+/=]+"?/g, '')).toBe(unknown.text.replaceAll(/nonce[-=]"?[\w+/=]+"?/g, ''))
  expect(mailsTo('held@privacy.example').map(({ text }) => /privacy\/requests\//.test(text))).toEqual([true])
  const [toNobody] = mailsTo('nobody@privacy.example')
  expect(toNobody!.text).toContain('Nothing is held under it.')
  expect(toNobody!.text).not.toMatch(/privacy\/requests\//)
  const { requests } = (await run('privacy list --all --json')).json
  expect(requests.map(({ state }: { state: string }) => state)).toEqual(expect.arrayContaining(['not_held']))
})

it('PRIVACY-4, P2: a link acts once, by its button, in any browser, for 7 days', async () => {
  await plant([person('link@privacy.example')])
  await ask('object', 'link@privacy.example')
  const path = linkIn(mailsTo('link@privacy.example')[0]!.text)
  const opened = await createBrowser(test).open(path)
  expect([opened.status, /<button>/.test(opened.text)]).toEqual([200, true])
  const before = await run('suppress list --json')
  expect(JSON.stringify(before.json)).not.toContain('l***@privacy.example')
  const elsewhere = await test.call('POST', path, {
    headers: { 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' },
    body: 'x=1',
  })
  expect(elsewhere.status).toBe(403)
  const [first, second] = [await createBrowser(test).submit(path, {}), await createBrowser(test).submit(path, {})]
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.text).toContain('no longer shown')
  expect((await createBrowser(test).open('/privacy/requests/unknown')).status).toBe(404)
  await plant([person('late@privacy.example')])
  await ask('object', 'late@privacy.example')
  const late = linkIn(mailsTo('late@privacy.example')[0]!.text)
  const now = new Date()
  test.setTime(new Date(now.getTime() + 7 * daysMs + 1_000))
  expect((await createBrowser(test).submit(late, {})).status).toBe(404)
  expect((await createBrowser(test).open(path)).status).toBe(404)
  test.setTime(now)
})

it('PRIVACY-5: a copy holds all that is held, its source and dates, and who received it; the file has the same', async () => {
  const { apiKey } = await test.createAccount({ credits: 5, name: 'Buyer Inc' })
  const email = 'copy@privacy.example'
  const [id] = await plant([
    person(email, {
      emails: [
        { email, status: 'verified', verified_at: '2026-01-05T00:00:00Z' },
        { email: 'zq@mail.example', status: 'guessed' },
      ],
      linkedin_url: 'https://linkedin.com/in/zebulon',
    }),
  ])
  await test.reveal(apiKey, [id])
  const { path, page } = await confirmed('copy', email)
  for (const text of [
    'Zebulon Quartz',
    'Head of Sales',
    email,
    'zq@mail.example',
    '+49 30 1234567',
    'crawl',
    'January 5, 2026',
  ])
    expect(page.text).toContain(text)
  expect(page.text).toContain('Companies that offer services to online stores: 1')
  expect(page.text).not.toContain('Buyer Inc')
  const file = await createBrowser(test).open(`${path}/copy.json`)
  expect(file.headers.get('content-disposition')).toContain('attachment')
  expect(file.body).toMatchObject({
    controller: { name: 'Operator GmbH', contact: settings.contact },
    people: [{ name: 'Zebulon Quartz', source: 'crawl', emails: [{ address: email }, { address: 'zq@mail.example' }] }],
    recipients: { count: 1, names: null },
  })
})

it('PRIVACY-5, P3: of people who share a mailbox nobody’s details are shown', async () => {
  const email = 'info@shared.example'
  await plant([
    person(email, { full_name: 'Anna Alpha', title: 'Founder' }),
    person(email, { full_name: 'Bert Beta', title: 'Buyer', phones: [{ phone: '+49 30 7654321' }] }),
  ])
  const { path, page } = await confirmed('copy', email)
  expect(page.text).toContain('Several people are held under this address')
  expect(page.text).toContain(email)
  const file = await createBrowser(test).open(`${path}/copy.json`)
  for (const text of ['Anna', 'Beta', 'Founder', 'Buyer', '7654321', '1234567']) {
    expect(page.text + file.text).not.toContain(text)
  }
})

it('PRIVACY-6: an objection suppresses the person at once', async () => {
  const { apiKey } = await test.createAccount({ credits: 5 })
  const [id] = await plant([person('object@privacy.example')])
  expect((await test.reveal(apiKey, [id])).status).toBe(200)
  await confirmed('object', 'object@privacy.example')
  expect((await test.reveal(apiKey, [id])).status).toBe(404)
})

it('PRIVACY-7, PRIVACY-8: an erasure waits for the operator, is carried out and told, and accounts confirm it', async () => {
  const email = 'erase@privacy.example'
  const buyers = [
    await test.createAccount({ credits: 5, name: 'First buyer' }),
    await test.createAccount({ credits: 5 }),
  ]
  const [id] = await plant([person(email)])
  for (const { apiKey } of buyers) await test.reveal(apiKey, [id])
  const { number, page } = await confirmed('erase', email)
  expect(page.text).toContain('is being worked on')
  expect((await run('privacy list')).stdout).toContain(number)
  expect((await run(`privacy show ${number}`)).stdout).toContain(email)
  expect(await run(`privacy complete ${number}`)).toMatchObject({ code: 0 })
  expect(await run(`privacy complete ${number}`)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('It is done'),
  })
  await sendMails()
  expect(mailsTo(email).at(-1)!.text).toContain('Your data was deleted')
  const [row] = await test.app.database.query<{ name: string | null }>(
    sql`SELECT full_name AS name FROM contacts WHERE contact_id = ${id}`,
  )
  expect(row!.name).toBeNull()

  const { accountId, apiKey } = buyers[0]!
  await test.app.database.transaction((tx) =>
    recordEvents(tx, test.app.clock, accountId, [
      { type: 'contact.erased', data: { contact_ids: [id!] }, once: 'told' },
    ]),
  )
  const feed = await test.call('GET', '/api/v1/events?types=contact.erased', { key: apiKey })
  const [event] = feed.body.data
  const confirm = () => test.call('POST', `/api/v1/events/${event.id}/confirm`, { key: apiKey, body: {} })
  const [once, twice] = [await confirm(), await confirm()]
  expect([once.status, twice.body.confirmed_at]).toEqual([200, once.body.confirmed_at])
  expect(once.body.contact_ids).toEqual([id])
  const stranger = await test.call('POST', `/api/v1/events/${event.id}/confirm`, { key: buyers[1]!.apiKey, body: {} })
  expect(stranger.status).toBe(404)
  const { json } = await run(`privacy show ${number} --json`)
  expect(json.recipients).toHaveLength(2)
  expect(json.recipients).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'First buyer', deletion_confirmed_at: once.body.confirmed_at }),
      expect.objectContaining({ account_id: buyers[1]!.accountId, deletion_confirmed_at: null }),
    ]),
  )
  expect(json).toMatchObject({ email: null, state: 'done', contact_ids: [id] })
  expect(json.steps.map(({ step }: { step: string }) => step)).toEqual(['asked', 'link_sent', 'confirmed', 'done'])
  test.expectDescribedReplies()
})

it('PRIVACY-8: other events are not confirmed', async () => {
  const { apiKey } = await test.createAccount({ credits: 5 })
  await test.reveal(apiKey, await test.plantContacts(1))
  const { body } = await test.call('GET', '/api/v1/events', { key: apiKey })
  const answer = await test.call('POST', `/api/v1/events/${body.data[0].id}/confirm`, { key: apiKey, body: {} })
  expect([answer.status, answer.body.error.param]).toEqual([400, 'event_id'])
})

it('PRIVACY-7: a correction is a proposal: taken over by the operator, or refused with a reason', async () => {
  const email = 'correct@privacy.example'
  const [id] = await plant([person(email)])
  const empty = await ask('correct', email)
  expect(empty.status).toBe(400)
  const { number } = await confirmed('correct', email, { last_name: 'Quarz', title: 'Chief Sales Officer' })
  expect((await run(`privacy show ${number}`)).stdout).toContain('Chief Sales Officer')
  expect(await run(`privacy complete ${number}`)).toMatchObject({ code: 0 })
  const { apiKey } = await test.createAccount({ credits: 5 })
  const revealed = await test.reveal(apiKey, [id])
  expect(revealed.body.data[0]).toMatchObject({
    last_name: 'Quarz',
    title: 'Chief Sales Officer',
    source: 'privacy',
    emails: [{ email }],
    phones: [{ phone: '+49 30 1234567' }],
  })

  const other = 'refused@privacy.example'
  await plant([person(other)])
  const refused = await confirmed('erase', other)
  expect(await run(`privacy refuse ${refused.number} --reason 'We have to keep it.'`)).toMatchObject({ code: 0 })
  await sendMails()
  expect(mailsTo(other).at(-1)!.text).toContain('We have to keep it.')
  expect(await run('privacy complete PR-0000-0000')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no request'),
  })
})

it('PRIVACY-9: a mailbox gets one mail a day for each kind of request, and a network may ask 20 times an hour', async () => {
  await plant([person('often@privacy.example')])
  for (let at = 0; at < 4; at += 1) expect((await ask('copy', 'Often@privacy.example')).status).toBe(200)
  expect(mailsTo('often@privacy.example')).toHaveLength(1)
  const browser = createBrowser(test)
  const statuses: number[] = []
  for (let at = 0; at < 21; at += 1) {
    statuses.push((await browser.submit('/privacy/copy', { email: `many${at}@privacy.example` })).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
})

it('PRIVACY-10, P4: addresses are sealed while a request is under way, deleted when it is answered, and never logged', async () => {
  const email = 'sealed@privacy.example'
  await plant([person(email)])
  await confirmed('erase', email)
  const tables = ['privacy_requests', 'privacy_steps', 'sign_in_attempts']
  const rows = await Promise.all(
    tables.map((name) => test.app.database.query<{ row: string }>(rawSql(`SELECT t::text AS row FROM ${name} t`))),
  )
  expect(JSON.stringify(rows)).not.toContain('sealed@')
  expect(test.logLines.join('\n')).not.toMatch(/@privacy\.example|requests\/[A-Za-z0-9]{40}/)
  const [open] = await test.app.database.query<{ sealed: number }>(sql`
    SELECT count(*)::int AS sealed FROM privacy_requests WHERE sealed IS NOT NULL AND ended_at IS NOT NULL`)
  expect(open!.sealed).toBe(0)
})

it('PRIVACY-11: the operator hears once of what is due in a week, and doctor says it', async () => {
  const email = 'due@privacy.example'
  await plant([person(email)])
  const { number } = await confirmed('erase', email)
  const now = new Date()
  test.setTime(new Date(now.getTime() + 24 * daysMs))
  await sendMails()
  await sendMails()
  test.setTime(now)
  await test.app.database.query(
    sql`UPDATE privacy_requests SET due_at = now() + interval '1 day' WHERE request_id = ${number}`,
  )
  expect((await run('doctor')).stdout).toMatch(/warning\s+privacy/)
  await test.app.database.query(
    sql`UPDATE privacy_requests SET due_at = now() - interval '1 day' WHERE request_id = ${number}`,
  )
  expect((await run('doctor')).stdout).toMatch(/error\s+privacy/)
  expect(mailsTo(settings.contact).filter(({ text }) => text.includes(number))).toHaveLength(1)
})

it('PRIVACY-11: owners of accounts that have not confirmed an erasure are reminded once', async () => {
  const [late, prompt] = ['late-buyer@privacy-owners.example', 'prompt-buyer@privacy-owners.example']
  const buyers = [
    await test.createAccount({ credits: 5, email: late }),
    await test.createAccount({ credits: 5, email: prompt }),
  ]
  const [id] = await plant([person('reminded@privacy.example')])
  for (const { apiKey } of buyers) await test.reveal(apiKey, [id])
  const { number } = await confirmed('erase', 'reminded@privacy.example')
  await run(`privacy complete ${number}`)
  await test.app.database.query(sql`
    INSERT INTO erasure_confirmations (account_id, contact_id, actor_name, confirmed_at)
    VALUES (${buyers[1]!.accountId}, ${id}, 'Somebody', now())`)
  const now = new Date()
  test.setTime(new Date(now.getTime() + 8 * daysMs))
  await sendMails()
  await sendMails()
  test.setTime(now)
  expect(mailsTo(late).map(({ subject }) => subject)).toEqual(['Confirm that you deleted an erased contact'])
  expect(mailsTo(prompt)).toEqual([])
})

it('PRIVACY-12: where requests are automatic an erasure is carried out at once, but never of a shared mailbox', async () => {
  await test.stop()
  test = await startServedApp({ privacy: { ...settings, automatic: true, recipients: 'name' } })
  const { apiKey } = await test.createAccount({ credits: 5, name: 'Buyer Inc' })
  const [id] = await plant([person('auto@privacy.example')])
  await test.reveal(apiKey, [id])
  expect((await confirmed('copy', 'auto@privacy.example')).page.text).toContain('Buyer Inc')
  expect((await confirmed('erase', 'auto@privacy.example')).page.text).toContain('Your data was deleted')
  await plant([person('both@privacy.example'), person('both@privacy.example', { full_name: 'Bert Beta' })])
  expect((await confirmed('erase', 'both@privacy.example')).page.text).toContain('is being worked on')
})

it('PRIVACY-2: bad input is refused with a sentence, and nothing is stored', async () => {
  const browser = createBrowser(test)
  for (const email of ['', 'no address', 'a@b', 'x@y.example\u0000']) {
    const page = await browser.submit('/privacy/copy', { email })
    expect([email, page.status]).toEqual([email, 400])
    expect(page.text).toContain('role="alert"')
  }
})

/** A person asks what is held about them, objects, and asks badly; nobody learns who is held. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { dayMs } from '../../src/base/durations.ts'
import { rawSql, sql } from '../../src/base/sql.ts'
import { setSource } from '../../src/catalog/imports.ts'
import { languageNames, preferredLanguage, textsIn } from '../../src/privacy/languages/languages.ts'
import { createBrowser, startServedApp } from '../support/browser.ts'
import { linkIn, openPrivacyStage, type PrivacyStage, person, privacySettings } from '../support/privacy-stage.ts'

/** The operator's own words, as `PRIVACY_TEXTS` brings them. */
const own = (text: string) => ({
  en: text,
  de: `${text} (de)`,
  fr: `${text} (fr)`,
  es: `${text} (es)`,
  it: `${text} (it)`,
})
const texts = { about: own('Registered <b>here</b>\n\nOur officer: Ms Officer'), purposes: own('Only for our fair') }

let test: PrivacyStage
beforeAll(async () => {
  test = await openPrivacyStage({ texts })
})
afterAll(() => test.stop())

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

it('PRIVACY-18: the first page and a copy have the operator’s own texts, in the reader’s language', async () => {
  const german = await createBrowser(test).open('/privacy?language=de')
  expect(german.text).toContain('<p>Registered &lt;b&gt;here&lt;/b&gt;</p><p>Our officer: Ms Officer (de)</p>')
  await test.plant([person('texts@privacy.example')])
  const { path, page } = await test.confirm('copy', 'texts@privacy.example')
  expect(page.text).toContain('<p>Only for our fair</p>')
  expect(page.text).toContain(textsIn('en').rightsText)
  expect(page.text).not.toContain(textsIn('en').purposesText)
  expect(JSON.parse((await createBrowser(test).open(`${path}/copy.json`)).text)).toMatchObject({
    purpose: 'Only for our fair',
    rights: textsIn('en').rightsText,
  })
})

it('PRIVACY-3, P1: the answer is the same whether or not the person is held; the mail tells the truth', async () => {
  await test.plant([person('held@privacy.example')])
  const [held, unknown] = [
    await test.ask('erase', 'held@privacy.example'),
    await test.ask('erase', 'nobody@privacy.example'),
  ]
  expect([held.status, unknown.status]).toEqual([200, 200])
  expect(held.text.replaceAll(/nonce[-=]"?[\w+/=]+"?/g, '')).toBe(unknown.text.replaceAll(/nonce[-=]"?[\w+/=]+"?/g, ''))
  expect(test.mailsTo('held@privacy.example').map(({ text }) => /privacy\/requests\//.test(text))).toEqual([true])
  const [toNobody] = test.mailsTo('nobody@privacy.example')
  expect(toNobody!.text).toContain('Nothing is held under it.')
  expect(toNobody!.text).not.toMatch(/privacy\/requests\//)
  const { requests } = (await test.run('privacy list --all --json')).json
  expect(requests.map(({ state }: { state: string }) => state)).toEqual(expect.arrayContaining(['not_held']))
})

it('PRIVACY-4, P2: a link acts once, by its button, in any browser, for 7 days', async () => {
  await test.plant([person('link@privacy.example')])
  await test.ask('object', 'link@privacy.example')
  const path = linkIn(test.mailsTo('link@privacy.example')[0]!.text)
  const opened = await createBrowser(test).open(path)
  expect([opened.status, /<button>/.test(opened.text)]).toEqual([200, true])
  const before = await test.run('suppress list --json')
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
  await test.plant([person('late@privacy.example')])
  await test.ask('object', 'late@privacy.example')
  const late = linkIn(test.mailsTo('late@privacy.example')[0]!.text)
  const now = new Date()
  test.setTime(new Date(now.getTime() + 7 * dayMs + 1_000))
  expect((await createBrowser(test).submit(late, {})).status).toBe(404)
  expect((await createBrowser(test).open(path)).status).toBe(404)
  test.setTime(now)
})

it('PRIVACY-2: the forms work in a browser that does not say where a form comes from, and not from another site', async () => {
  await test.plant([person('old@privacy.example')])
  const send = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    test.call('POST', path, {
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    })
  const asked = { email: 'old@privacy.example' }
  const others = [{ origin: 'https://other.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }]
  for (const headers of others) expect((await send('/privacy/object', asked, headers)).status).toBe(403)
  expect((await send('/privacy/object', asked)).status).toBe(200)
  await test.sendMails()
  const path = linkIn(test.mailsTo('old@privacy.example')[0]!.text)
  for (const headers of others) expect((await send(path, {}, headers)).status).toBe(403)
  expect((await send(path, {})).status).toBe(303)
  expect((await createBrowser(test).open(path)).text).toContain('no longer shown')
})

it('PRIVACY-5, PRIVACY-13: a copy holds all that is held, its source and dates, and who received it; the file has the same', async () => {
  const { apiKey } = await test.createAccount({ credits: 5, name: 'Buyer Inc' })
  const email = 'copy@privacy.example'
  const [id] = await test.plant([
    person(email, {
      seniority: 'executive',
      emails: [
        { email, status: 'verified', type: 'work', verified_at: '2026-01-05T00:00:00Z' },
        { email: 'zq@mail.example', status: 'guessed', type: 'personal' },
      ],
      phones: [{ phone: '+49 30 1234567', type: 'mobile' }],
      linkedin_url: 'https://linkedin.com/in/zebulon',
    }),
  ])
  await test.reveal(apiKey, [id])
  const described = { label: 'Our crawler', legalBasis: 'Art. 6(1)(f) GDPR' }
  await setSource(test.app.database, test.app.clock, 'crawl', described)
  const { path, page } = await test.confirm('copy', email)
  for (const text of [
    'Zebulon Quartz',
    'Head of Sales',
    'executive',
    `${email} (work; verified;`,
    'zq@mail.example (personal;',
    '+49 30 1234567 (mobile)',
    'Our crawler; Art. 6(1)(f) GDPR',
    'January 5, 2026',
  ])
    expect(page.text).toContain(text)
  expect(page.text).toContain('Companies that offer services to online stores: 1')
  expect(page.text).not.toContain('Buyer Inc')
  const file = await createBrowser(test).open(`${path}/copy.json`)
  expect(file.headers.get('content-disposition')).toContain('attachment')
  expect(file.body).toMatchObject({
    controller: { name: 'Operator GmbH', contact: privacySettings.contact },
    people: [
      {
        name: 'Zebulon Quartz',
        seniority: 'executive',
        sources: [{ name: 'crawl', label: 'Our crawler', legal_basis: 'Art. 6(1)(f) GDPR' }],
        emails: [
          { address: email, type: 'work' },
          { address: 'zq@mail.example', type: 'personal' },
        ],
        phones: [{ number: '+49 30 1234567', type: 'mobile' }],
      },
    ],
    recipients: { count: 1, names: null },
  })
})

it('PRIVACY-5, P3: of people who share a mailbox nobody’s details are shown', async () => {
  const email = 'info@shared.example'
  await test.plant([
    person(email, { full_name: 'Anna Alpha', title: 'Founder' }),
    person(email, { full_name: 'Bert Beta', title: 'Buyer', phones: [{ phone: '+49 30 7654321' }] }),
  ])
  const { path, page } = await test.confirm('copy', email)
  expect(page.text).toContain('Several people are held under this address')
  expect(page.text).toContain(email)
  const file = await createBrowser(test).open(`${path}/copy.json`)
  for (const text of ['Anna', 'Beta', 'Founder', 'Buyer', '7654321', '1234567']) {
    expect(page.text + file.text).not.toContain(text)
  }
  const international = 'team@bücher.example'
  await test.plant([
    person(international, { full_name: 'Anna Alpha' }),
    person(international, { full_name: 'Bert Beta' }),
  ])
  const shown = (await test.confirm('copy', 'team@xn--bcher-kva.example')).page.text
  expect(shown).toContain(international)
})

it('PRIVACY-6: an objection suppresses the person at once', async () => {
  const { apiKey } = await test.createAccount({ credits: 5 })
  const [id] = await test.plant([person('object@privacy.example')])
  expect((await test.reveal(apiKey, [id])).status).toBe(200)
  await test.confirm('object', 'object@privacy.example')
  expect((await test.reveal(apiKey, [id])).status).toBe(404)
})

it('PRIVACY-9: a mailbox gets one mail a day for each kind of request, and a network may ask 20 times an hour', async () => {
  await test.plant([person('often@privacy.example')])
  for (let at = 0; at < 4; at += 1) expect((await test.ask('copy', 'Often@privacy.example')).status).toBe(200)
  expect(test.mailsTo('often@privacy.example')).toHaveLength(1)
  const browser = createBrowser(test)
  const statuses: number[] = []
  for (let at = 0; at < 21; at += 1) {
    statuses.push((await browser.submit('/privacy/copy', { email: `many${at}@privacy.example` })).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
})

it('PRIVACY-10, P4: addresses are sealed while a request is under way, deleted when it is answered, and never logged', async () => {
  const email = 'sealed@privacy.example'
  await test.plant([person(email)])
  await test.confirm('erase', email)
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

it('PRIVACY-2: bad input is refused with a sentence, and nothing is stored', async () => {
  const browser = createBrowser(test)
  for (const email of ['', 'no address', 'a@b', 'x@y.example\u0000']) {
    const page = await browser.submit('/privacy/copy', { email })
    expect([email, page.status]).toEqual([email, 400])
    expect(page.text).toContain('role="alert"')
  }
})

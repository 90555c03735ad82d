/** The operator answers erasures and corrections, accounts confirm that they deleted their copies, and both are reminded. */

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dayMs } from '../../src/base/durations.ts'
import { sql } from '../../src/base/sql.ts'
import { importCatalogue } from '../../src/catalog/import/import-catalogue.ts'
import { readRecords } from '../../src/catalog/import/read-lines.ts'
import { createOperatorKey } from '../../src/ingest/operator-keys.ts'
import { createBrowser } from '../support/browser.ts'
import { dumpOf } from '../support/dump.ts'
import { openPrivacyStage, type PrivacyStage, person, privacySettings } from '../support/privacy-stage.ts'

let test: PrivacyStage
beforeAll(async () => {
  test = await openPrivacyStage()
})
afterAll(() => test.stop())

it('PRIVACY-7, PRIVACY-8: an erasure waits for the operator, is carried out and told, and accounts confirm it', async () => {
  const email = 'erase@privacy.example'
  const buyers = [
    await test.createAccount({ credits: 5, name: 'First buyer' }),
    await test.createAccount({ credits: 5 }),
  ]
  const [id] = await test.plant([person(email)])
  for (const { apiKey } of buyers) await test.reveal(apiKey, [id])
  const { number, page } = await test.confirm('erase', email)
  expect(page.text).toContain('is being worked on')
  expect((await test.run('privacy list')).stdout).toContain(number)
  expect((await test.run(`privacy show ${number}`)).stdout).toContain(email)
  expect(await test.run(`privacy complete ${number}`)).toMatchObject({ code: 0 })
  expect(await test.run(`privacy complete ${number}`)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('It is done'),
  })
  await test.sendMails()
  expect(test.mailsTo(email).at(-1)!.text).toContain('Your data was deleted')
  const [row] = await test.app.database.query<{ name: string | null }>(
    sql`SELECT full_name AS name FROM contacts WHERE contact_id = ${id}`,
  )
  expect(row!.name).toBeNull()

  const { apiKey } = buyers[0]!
  await test.tell()
  const feed = await test.call('GET', '/api/v1/events?types=contact.erased', { key: apiKey })
  const [event] = feed.body.data
  const confirm = () => test.call('POST', `/api/v1/events/${event.id}/confirm`, { key: apiKey, body: {} })
  const [once, twice] = [await confirm(), await confirm()]
  expect([once.status, twice.body.confirmed_at]).toEqual([200, once.body.confirmed_at])
  expect(once.body.contact_ids).toEqual([id])
  const stranger = await test.call('POST', `/api/v1/events/${event.id}/confirm`, { key: buyers[1]!.apiKey, body: {} })
  expect(stranger.status).toBe(404)
  const { json } = await test.run(`privacy show ${number} --json`)
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
  const [id] = await test.plant([person(email)])
  const empty = await test.ask('correct', email)
  expect(empty.status).toBe(400)
  const { number } = await test.confirm('correct', email, { last_name: 'Quarz', title: 'Chief Sales Officer' })
  expect((await test.run(`privacy show ${number}`)).stdout).toContain('Chief Sales Officer')
  const { code, stdout } = await test.run(`privacy complete ${number}`)
  expect([code, stdout]).toEqual([0, `${number} is done. The person gets a mail.\n`])
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
  await test.plant([person(other)])
  const refused = await test.confirm('erase', other)
  expect(await test.run(`privacy refuse ${refused.number} --reason 'We have to keep it.'`)).toMatchObject({ code: 0 })
  await test.sendMails()
  expect(test.mailsTo(other).at(-1)!.text).toContain('We have to keep it.')
  expect(await test.run('privacy complete PR-0000-0000')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no request'),
  })
})

it('PRIVACY-11: the operator is mailed once about requests due within a week, and doctor reports them', async () => {
  const email = 'due@privacy.example'
  await test.plant([person(email)])
  const { number } = await test.confirm('erase', email)
  const [request] = await test.app.database.query<{ days: number }>(
    sql`SELECT extract(epoch FROM due_at - created_at)::float8 / 86400 AS days FROM privacy_requests WHERE request_id = ${number}`,
  )
  expect(request!.days).toBeCloseTo(30, 1)
  const now = new Date()
  const told = () => test.mailsTo(privacySettings.contact).filter(({ text }) => text.includes(number)).length
  for (const [days, mails] of [
    [22.9, 0],
    [23.1, 1],
    [24, 1],
  ] as const) {
    test.setTime(new Date(now.getTime() + days * dayMs))
    await test.sendMails()
    expect([days, told()]).toEqual([days, mails])
  }
  test.setTime(now)
  await test.app.database.query(
    sql`UPDATE privacy_requests SET due_at = now() + interval '1 day' WHERE request_id = ${number}`,
  )
  expect((await test.run('doctor')).stdout).toMatch(/warning\s+privacy/)
  await test.app.database.query(
    sql`UPDATE privacy_requests SET due_at = now() - interval '1 day' WHERE request_id = ${number}`,
  )
  expect((await test.run('doctor')).stdout).toMatch(/error\s+privacy/)
})

it('PRIVACY-11: owners of accounts that have not confirmed an erasure are reminded after 7 and 30 days', async () => {
  const [late, prompt] = ['late-buyer@privacy-owners.example', 'prompt-buyer@privacy-owners.example']
  const buyers = [
    await test.createAccount({ credits: 5, email: late }),
    await test.createAccount({ credits: 5, email: prompt }),
  ]
  const [id] = await test.plant([person('reminded@privacy.example')])
  for (const { apiKey } of buyers) await test.reveal(apiKey, [id])
  // Also after an erasure by the operator's own command, which no request asked for.
  expect(await test.run('erase --email reminded@privacy.example')).toMatchObject({ code: 0 })
  await test.tell()
  const browser = createBrowser(test)
  await browser.signIn(prompt)
  expect((await browser.call('POST', '/app/v1/erasures/confirm', { contact_ids: [id] })).status).toBe(200)
  const now = new Date()
  const subjects = async (days: number) => {
    test.setTime(new Date(now.getTime() + days * dayMs))
    await test.remind()
    await test.remind()
    test.setTime(now)
    return test.mailsTo(late).map(({ subject }) => subject)
  }
  const subject = 'Confirm that you deleted erased contacts'
  expect(await subjects(6)).toEqual([])
  expect(await subjects(8)).toEqual([subject])
  expect(await subjects(31)).toEqual([subject, subject])
  expect(await subjects(90)).toHaveLength(2)
  expect(test.mailsTo(late)[0]!.text).toContain('/settings/erasures')
  expect(test.mailsTo(prompt)).toEqual([])
})

it('PRIVACY-14: people confirm erasures in the web application, the operator sees who has not, and evidence is a file', async () => {
  const [first, second] = ['first@privacy-web.example', 'second@privacy-web.example']
  const buyers = [
    await test.createAccount({ credits: 5, email: first, name: 'Web buyer' }),
    await test.createAccount({ credits: 5, email: second }),
  ]
  const [id] = await test.plant([person('web-erased@privacy.example')])
  for (const { apiKey } of buyers) await test.reveal(apiKey, [id])
  const { number } = await test.confirm('erase', 'web-erased@privacy.example')
  await test.run(`privacy complete ${number}`)
  await test.tell()
  const browser = createBrowser(test)
  await browser.signIn(first)
  const list = async (state: string) => (await browser.call('GET', `/app/v1/erasures?state=${state}`)).body
  expect(await list('waiting')).toMatchObject({
    total: 1,
    data: [{ contact_id: id, revealed_at: expect.any(String), confirmed_at: null, confirmed_by: null }],
  })
  const confirm = (ids: string[]) => browser.call('POST', '/app/v1/erasures/confirm', { contact_ids: ids })
  const [stranger] = await test.plantContacts(1)
  expect((await confirm([id!, stranger!])).body.error).toMatchObject({
    code: 'resource_not_found',
    param: 'contact_ids',
  })
  const [once, twice] = [await confirm([id!]), await confirm([id!])]
  expect([once.status, twice.body.confirmed_at]).toEqual([200, once.body.confirmed_at])
  expect(await list('waiting')).toMatchObject({ total: 0, data: [] })
  expect(await list('confirmed')).toMatchObject({ data: [{ contact_id: id, confirmed_at: once.body.confirmed_at }] })

  const waiting = (await test.run('privacy erasures --json')).json.erasures
  const ours = waiting.filter((one: { contact_id: string }) => one.contact_id === id)
  expect(ours).toMatchObject([{ account_id: buyers[1]!.accountId, confirmed_at: null }])
  expect((await test.run('privacy erasures')).stdout).toContain(buyers[1]!.accountId)
  const folder = await mkdtemp(join(tmpdir(), 'evidence-'))
  try {
    const file = join(folder, 'evidence.json')
    expect(await test.run(`privacy show ${number} --out ${file}`)).toMatchObject({ code: 0 })
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      number,
      recipients: expect.arrayContaining([
        expect.objectContaining({ name: 'Web buyer', deletion_confirmed_at: once.body.confirmed_at }),
        expect.objectContaining({ account_id: buyers[1]!.accountId, deletion_confirmed_at: null }),
      ]),
    })
    expect(await test.run(`privacy show ${number} --out ${file}`)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('exists'),
    })
    const all = join(folder, 'all.json')
    await test.run(`privacy erasures --all --out ${all}`)
    expect(await readFile(all, 'utf8')).toContain(once.body.confirmed_at)
  } finally {
    await rm(folder, { recursive: true })
  }
})

it('PRIVACY-12: where requests are automatic an erasure is carried out at once, but never of a shared mailbox', async () => {
  const automatic = await openPrivacyStage({ automatic: true, recipients: 'name' })
  try {
    const { apiKey } = await automatic.createAccount({ credits: 5, name: 'Buyer Inc' })
    const [id] = await automatic.plant([person('auto@privacy.example')])
    await automatic.reveal(apiKey, [id])
    expect((await automatic.confirm('copy', 'auto@privacy.example')).page.text).toContain('Buyer Inc')
    expect((await automatic.confirm('erase', 'auto@privacy.example')).page.text).toContain('Your data was deleted')
    await automatic.plant([person('both@privacy.example'), person('both@privacy.example', { full_name: 'Bert Beta' })])
    expect((await automatic.confirm('erase', 'both@privacy.example')).page.text).toContain('is being worked on')
  } finally {
    await automatic.stop()
  }
})

it('PRIVACY-6, PRIVACY-7: who was sealed by a key that is lost objects and is erased all the same', async () => {
  const { database } = test.app
  const [id] = await test.plant([person('lost-key@privacy.example', { full_name: 'Lost Key' })])
  await database.query(sql`UPDATE contacts SET channels_key_id = 'lost' WHERE contact_id = ${id}`)
  const { page } = await test.confirm('object', 'lost-key@privacy.example')
  expect(page.text).toContain('no longer shown or handed out')
  expect(await database.query(sql`SELECT suppressed FROM contacts WHERE contact_id = ${id}`)).toEqual([
    { suppressed: true },
  ])
  const { number } = await test.confirm('erase', 'lost-key@privacy.example')
  expect(await test.run(`privacy complete ${number}`)).toMatchObject({ code: 0 })
  expect(await database.query(sql`SELECT FROM contacts WHERE contact_id = ${id} AND erased_at IS NULL`)).toEqual([])
})

it('PRIVACY-7: contacts that are not held under the address of a request are refused, and nobody is erased', async () => {
  const [asker, stranger] = await test.plant([
    person('asker@privacy.example', { full_name: 'Asker' }),
    person('stranger@privacy.example', { full_name: 'Stranger' }),
  ])
  const { number } = await test.confirm('erase', 'asker@privacy.example')
  for (const id of [stranger, 'ct_live_NobodyHasThisIdO']) {
    const { code, stderr } = await test.run(`privacy complete ${number} --contact ${asker} --contact ${id}`)
    expect([code, stderr]).toEqual([1, expect.stringContaining(`${id} is not held under the address of ${number}`)])
  }
  const held = await test.app.database.query(
    sql`SELECT FROM contacts WHERE contact_id = ANY(${[asker, stranger]}::text[]) AND erased_at IS NULL`,
  )
  expect(held).toHaveLength(2)
  expect(await test.run(`privacy show ${number} --json`)).toMatchObject({ json: { state: 'open' } })
})

it('ERASE-5, P3: of a shared mailbox only whom the operator names leaves, also after files and ingestion brought the others again', async () => {
  const { database, channelKeys } = test.app
  const email = 'team@several.example'
  const several = [person(email, { full_name: 'Anna Alpha' }), person(email, { full_name: 'Bert Beta' })]
  const [anna, bert] = await test.plant(several)
  const { number } = await test.confirm('erase', email)
  expect(await test.run(`privacy complete ${number} --contact ${anna}`)).toMatchObject({ code: 0 })
  const [store] = await database.query<{ domain: string }>(
    sql`SELECT domain FROM contacts JOIN stores USING (store_id) WHERE contact_id = ${bert}`,
  )
  const lines = (title: string) => [{ domain: store!.domain, contacts: several.map((one) => ({ ...one, title })) }]
  await importCatalogue(database, { channelKeys, source: readRecords(lines('From a file')) })
  const { key } = await createOperatorKey(database, 'crawler')
  const ingested = await fetch(`${test.url}/admin/v1/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
    body: lines('Ingested')
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  })
  expect(await ingested.text()).toContain('changed')
  const { apiKey } = await test.createAccount({ credits: 5 })
  expect((await test.reveal(apiKey, [bert])).body.data).toMatchObject([{ full_name: 'Bert Beta', title: 'Ingested' }])
  expect((await test.reveal(apiKey, [anna])).status).toBe(404)
  expect(await dumpOf(database)).not.toMatch(/Anna|Alpha/)
})

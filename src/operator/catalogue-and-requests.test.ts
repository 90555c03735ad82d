/** The catalogue, requests of people, billing and the system in the console and in the operator's API. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBrowser, type ServedApp, startServedApp } from '../../test/support/browser.ts'
import { type SignedInOperator, signInNewOperator } from '../../test/support/operator.ts'
import { readAuditEntries } from '../audit/entries.ts'
import { rawSql, sql } from '../base/sql.ts'
import { readBalance } from '../credits/ledger.ts'
import { createOperatorKey } from '../ingest/operator-keys.ts'
import { noteReportedErasures } from '../privacy/erasure-confirmations.ts'
import { confirmRequest, openRequest } from '../privacy/requests.ts'
import { runbook } from './runbook.ts'

let test: ServedApp
let operator: SignedInOperator
let key: string
beforeAll(async () => {
  test = await startServedApp({ clock: 'fixed' })
  operator = await signInNewOperator(test, 'ada@operator.example', 'Ada')
  key = (await createOperatorKey(test.app.database, 'reports', { canOperate: true })).key
})
afterAll(() => test.stop())

const script = '<script>alert(1)</script>'
const admin = (method: string, path: string, body?: unknown) =>
  test.call(method, `/admin/v1${path}`, { key, ...(body !== undefined && { body }) })
const open = (path: string) => operator.browser.open(`/operator${path}`)
const lastAct = async () => (await readAuditEntries(test.app.database, { byOperators: true, limit: 1 }))[0]!

async function ask(kind: 'erase' | 'correct', email: string, proposal?: object): Promise<string> {
  const { clock, channelKeys: keys, database } = test.app
  return database.transaction(async (tx) => {
    const number = await openRequest(
      tx,
      { clock, keys },
      { kind, language: 'en', ask: { email, ...(proposal && { proposal }) } },
    )
    await confirmRequest(tx, clock, number)
    return number
  })
}

it('OPERATOR-16: requests of people are carried out or refused from their page, and the person is told', async () => {
  const erase = await ask('erase', 'gone@person.example')
  const correct = await ask('correct', 'odd@person.example', { title: script })
  const list = await open('/requests')
  expect([list.text.includes(erase), list.text.includes(correct)]).toEqual([true, true])
  expect((await admin('GET', '/today')).body.needs).toContainEqual(
    expect.objectContaining({ about: 'privacy', count: 2 }),
  )
  const shown = await open(`/privacy-requests/${correct}`)
  expect([shown.text.includes('&lt;script&gt;'), shown.text.includes('<script')]).toEqual([true, false])
  const empty = await operator.send(shown, `/operator/privacy-requests/${correct}/refuse`, { reason: ' ' })
  const refuse = (reason?: string) => admin('POST', `/privacy-requests/${correct}/refuse`, { reason })
  const blank = [await refuse(), await refuse(''), await refuse(' \t\n')]
  expect(blank.map(({ status, body }) => [status, body.error?.param])).toEqual(blank.map(() => [400, 'reason']))
  expect([empty.status, (await admin('GET', `/privacy-requests/${correct}`)).body.state]).toEqual([400, 'open'])
  await operator.send(shown, `/operator/privacy-requests/${correct}/refuse`, { reason: 'Not you' })
  expect(await lastAct()).toMatchObject({
    ...{ action: 'privacy.answered', actorName: 'Ada', details: { request: correct, answer: 'refused' } },
  })
  const done = await operator.send(
    await open(`/privacy-requests/${erase}`),
    `/operator/privacy-requests/${erase}/complete`,
  )
  expect(done.text).toContain('The request is carried out.')
  expect((await admin('GET', `/privacy-requests/${correct}`)).body).toMatchObject({
    state: 'refused',
    refusal: 'Not you',
  })
  expect((await admin('GET', `/privacy-requests/${erase}`)).body).toMatchObject({
    state: 'done',
    steps: expect.arrayContaining([expect.objectContaining({ actor: 'Ada' })]),
  })
  expect(await lastAct()).toMatchObject({ action: 'privacy.answered', actorName: 'Ada', details: { request: erase } })
  const again = await admin('POST', `/privacy-requests/${erase}/complete`, {})
  expect([again.status, again.body.error.message]).toEqual([
    400,
    expect.stringContaining('does not wait for an answer'),
  ])
  expect((await admin('GET', '/privacy-requests')).body.data).toEqual([])
  const answered = (await admin('GET', '/privacy-requests?state=answered')).body.data
  expect(answered.map((one: { number: string; state: string }) => `${one.number} ${one.state}`).sort()).toEqual(
    [`${erase} done`, `${correct} refused`].sort(),
  )
  for (const number of [erase, correct])
    expect((await open('/requests')).text).toContain(`/privacy-requests/${number}"`)
  expect((await admin('GET', '/privacy-requests/PR-NONE')).status).toBe(400)
})

it('OPERATOR-10: a request is answered and recorded in one transaction, or neither', async () => {
  const [erase, refuse] = [await ask('erase', 'both@person.example'), await ask('erase', 'none@person.example')]
  const state = async (number: string) => (await admin('GET', `/privacy-requests/${number}`)).body.state
  await test.store.owner.query(
    rawSql(`ALTER TABLE audit_entries ADD CONSTRAINT not_written CHECK (action <> 'privacy.answered') NOT VALID`),
  )
  const answers = async () => [
    (await admin('POST', `/privacy-requests/${erase}/complete`, {})).status,
    (await admin('POST', `/privacy-requests/${refuse}/refuse`, { reason: 'Not you' })).status,
  ]
  expect([await answers(), await state(erase), await state(refuse)]).toEqual([[500, 500], 'open', 'open'])
  await test.store.owner.query(rawSql('ALTER TABLE audit_entries DROP CONSTRAINT not_written'))
  expect([await answers(), await state(erase), await state(refuse)]).toEqual([[200, 200], 'done', 'refused'])
})

it('OPERATOR-16: accounts that have not confirmed an erasure are listed with how much waits', async () => {
  const { accountId } = await test.createAccount({ name: `Keeps ${script}` })
  const { database, clock } = test.app
  await database.transaction((tx) =>
    noteReportedErasures(tx, clock, accountId, ['ct_live_ErasedPersonAbcd', 'ct_live_ErasedPersonAbce']),
  )
  expect((await admin('GET', '/erasures')).body.data).toEqual([
    expect.objectContaining({ account_id: accountId, waiting: 2, reminded_last_at: null }),
  ])
  const page = await open('/requests')
  expect([page.text.includes(accountId), page.text.includes('<script')]).toEqual([true, false])
})

it('OPERATOR-16: a bounce over the limit is decided once, and its credit comes back once', async () => {
  const { accountId, apiKey } = await test.createAccount({ credits: 10 })
  const ids = await test.plantContacts(2)
  await test.reveal(apiKey, ids)
  for (const [at, id] of ids.entries()) {
    await test.store.owner.query(sql`
      INSERT INTO bounce_reviews (account_id, contact_id, email_hash, review_id, code, reported_at)
      VALUES (${accountId}, ${id}, '\\x00', ${`bnc_${at}`}, ${script}, now())`)
  }
  const page = await open('/requests')
  const [first] = (await admin('GET', '/bounces')).body.data
  expect(first.store_domain).toMatch(/\.example$/)
  expect(page.text).toContain(`<td>${first.store_domain}</td>`)
  expect([page.text.includes('&lt;script&gt;'), page.text.includes('<script')]).toEqual([true, false])
  const accept = () => operator.send(page, '/operator/bounces/bnc_0/accept')
  for (const answer of await Promise.all([accept(), accept()])) expect(answer.text).toContain('The credit is returned.')
  await operator.send(page, '/operator/bounces/bnc_1/refuse')
  expect((await readBalance(test.app.database, accountId)).balance).toBe(9)
  expect((await admin('POST', '/bounces/bnc_1/accept', {})).body.error.message).toBe('bnc_1 is decided already.')
  expect((await admin('POST', '/bounces/bnc_9/accept', {})).status).toBe(400)
  expect((await admin('GET', '/bounces')).body.data).toEqual([])
  const over = (await admin('GET', '/bounces?state=decided')).body.data
  expect(over.map((one: { bounce_id: string; state: string }) => [one.bounce_id, one.state])).toEqual([
    ['bnc_0', 'accepted'],
    ['bnc_1', 'refused'],
  ])
  expect(over[0]).toMatchObject({
    account_id: accountId,
    account_name: expect.stringMatching(/./),
    decided_at: expect.any(String),
  })
  const { text } = await open('/requests')
  expect(text).toMatch(/bnc_1<\/span><\/td><td>refused/)
  expect(text).toContain('What is reported beyond that waits here.')
  const told = await readAuditEntries(test.app.database, { accountId, byOperators: true, limit: 5 })
  expect(told.map(({ details, actorName }) => [details.decision, actorName])).toEqual([
    ['refused', 'Ada'],
    ['accepted', 'Ada'],
  ])
})

it('OPERATOR-17: removals that were held back are released or discarded, for a reason', async () => {
  await test.plantContacts(1)
  await test.store.owner.query(sql`
    INSERT INTO store_changes (store_id, observed_at, type, value, import_run, state)
    SELECT store_id, now(), 'app_removed', value, 7, 'held' FROM unnest(ARRAY['Klaviyo', ${script}]) AS value, (SELECT store_id FROM stores LIMIT 1) AS store`)
  const page = await open('/catalogue')
  expect([page.text.includes('&lt;script&gt;'), page.text.includes('<script')]).toEqual([true, false])
  const first = (verb: string) =>
    operator.send(page, `/operator/held-changes/7/${verb}`, { reason: 'Seen by hand', type: '', value: 'Klaviyo' })
  for (const verb of ['release', 'discard']) {
    expect((await admin('POST', `/held-changes/7/${verb}`, { value: 'Klaviyo' })).status).toBe(400)
    const unexplained = await operator.send(page, `/operator/held-changes/7/${verb}`, { reason: ' ', value: 'Klaviyo' })
    expect([verb, unexplained.status]).toEqual([verb, 400])
  }
  expect((await first('release')).text).toContain('The removals are recorded.')
  expect(await lastAct()).toMatchObject({
    action: 'changes.released',
    details: { import: 7, changes: 1, value: 'Klaviyo', reason: 'Seen by hand' },
  })
  expect((await admin('POST', '/held-changes/7/discard', { value: script, reason: 'A bad crawl' })).body).toMatchObject(
    { changes: 1 },
  )
  expect(await lastAct()).toMatchObject({ action: 'changes.discarded', details: { reason: 'A bad crawl' } })
  expect((await admin('POST', '/held-changes/7/discard', { reason: 'x' })).status).toBe(400)
  expect((await admin('GET', '/held-changes')).body.data).toEqual([])
  const states = await test.store.owner.query(sql`SELECT value, state FROM store_changes WHERE import_run = 7`)
  expect(states).toEqual([{ value: 'Klaviyo', state: 'recorded' }])
})

it('OPERATOR-17: people are hidden and shown again from the console, and addresses are shown masked', async () => {
  const page = await open('/catalogue')
  const given = { kind: 'email', target: 'Somebody@shop.example', reason: 'She wrote to us' }
  const targets = async () => {
    const { data } = (await admin('GET', '/suppressions')).body as { data: { target: string }[] }
    return data.map(({ target }) => target).filter((target) => target !== 'erased')
  }
  const hidden = await operator.send(page, '/operator/suppressions', given)
  expect(hidden.text).toContain('They are hidden from every reply.')
  expect(hidden.text).not.toContain('omebody@')
  expect(await targets()).toEqual(['s***@shop.example'])
  expect((await admin('POST', '/suppressions', given)).body.target).toBe('s***@shop.example')
  expect(await lastAct()).toMatchObject({ action: 'contact.suppressed', details: { reason: 'She wrote to us' } })
  for (const bad of [{ target: 'no address' }, { kind: 'contact' }, { kind: 'planet' }, { reason: '' }]) {
    const refused = await operator.send(await open('/catalogue'), '/operator/suppressions', { ...given, ...bad })
    expect([bad, refused.status]).toEqual([bad, 400])
  }
  const unexplained = await operator.send(await open('/catalogue'), '/operator/suppressions/remove', {
    ...given,
    reason: '',
  })
  expect([unexplained.status, (await targets()).length]).toEqual([400, 1])
  await operator.send(await open('/catalogue'), '/operator/suppressions/remove', { ...given, reason: 'A mistake' })
  expect(await targets()).toEqual([])
  expect(await lastAct()).toMatchObject({
    ...{ action: 'contact.unsuppressed', actorName: 'Ada', details: { reason: 'A mistake' } },
  })
  const twice = await operator.send(await open('/catalogue'), '/operator/suppressions/remove', given)
  expect([twice.status, twice.text.includes('is not suppressed')]).toEqual([400, true])
})

it('OPERATOR-18: system and billing show what is, and a stranger sees neither them nor any other page', async () => {
  const { accountId } = await test.createAccount({ name: `Bill ${script}` })
  const { body } = await admin('GET', '/system')
  expect(body).toMatchObject({
    node: { version: expect.stringMatching(/^\d+\./) },
    database: { version: expect.any(String) },
  })
  expect(body.programs).toContainEqual(expect.objectContaining({ program: expect.stringContaining('prospector') }))
  const nodes = async () => (await admin('GET', '/system')).body.nodes
  const thisOne = expect.objectContaining({ process_id: process.pid, version: body.node.version })
  await expect.poll(nodes, { timeout: 60_000 }).toContainEqual(thisOne)
  const notes = (await admin('GET', '/releases')).body
  expect(notes).toMatchObject({
    version: body.node.version,
    data: expect.arrayContaining([{ release: expect.any(String), changes: expect.any(Array) }]),
  })
  expect(notes.data.length).toBeGreaterThan(1)
  const released = await open('/system/releases')
  for (const { release } of notes.data) expect(released.text).toContain(`<h2>${release}</h2>`)
  const billing = await open(`/accounts/${accountId}/billing`)
  expect([billing.status, billing.text.includes('Nothing differs.'), billing.text.includes('<script')]).toEqual([
    200,
    true,
    false,
  ])
  expect((await admin('GET', '/accounts/acc_none/billing')).status).toBe(404)
  const paths = [
    '/today',
    '/accounts',
    '/catalogue',
    '/catalogue/quality',
    '/requests',
    '/reports',
    '/system',
    '/system/releases',
    '/plans',
    '/runbook',
    '/view',
    '/log',
    '/you',
    `/accounts/${accountId}/billing`,
  ]
  const stranger = createBrowser(test)
  for (const path of paths) {
    expect([path, (await open(path)).status]).toEqual([path, 200])
    expect([path, (await stranger.open(`/operator${path}`)).url]).toEqual([path, `${test.url}/operator/sign-in`])
  }
})

it('RUN-11: the page that alerts link to has a section for each, with all of its steps', async () => {
  const { text } = await open('/runbook')
  const sections = text.split('<section id="').slice(1)
  expect(sections.map((section) => section.slice(0, section.indexOf('"')))).toEqual(runbook.map(({ alert }) => alert))
  for (const [at, { lookAt, toDo }] of runbook.entries()) {
    const [looks, acts] = sections[at]!.split('<h3>Do</h3>')
    expect([looks!.split('<li>').length - 1, acts!.split('<li>').length - 1]).toEqual([lookAt.length, toDo.length])
  }
  expect(text).toContain('A node does not answer on its metrics port.')
})

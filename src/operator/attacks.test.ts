/** The console under attack: over all of its addresses, every act in the log, and what others chose as text on every page and in every file. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBrowser, hiddenField, type ServedApp, startServedApp } from '../../test/support/browser.ts'
import { type SignedInOperator, signInNewOperator } from '../../test/support/operator.ts'
import { readAuditEntries } from '../audit/entries.ts'
import { sql } from '../base/sql.ts'
import { importCatalogue } from '../catalog/import/import-catalogue.ts'
import { readRecords } from '../catalog/import/read-lines.ts'
import { createOperatorKey } from '../ingest/operator-keys.ts'
import { confirmRequest, openRequest } from '../privacy/requests.ts'
import { operatorOperations } from './operations.ts'

let test: ServedApp
let operator: SignedInOperator
let key: string
let account: Awaited<ReturnType<ServedApp['createAccount']>>
const script = '<script>alert(1)</script>'
const formula = `=cmd|' /C calc'!A0${script}`

beforeAll(async () => {
  test = await startServedApp({ clock: 'fixed', billing: 'sandbox' })
  operator = await signInNewOperator(test, 'ada@operator.example', 'Ada')
  key = (await createOperatorKey(test.app.database, 'attacks', { canOperate: true })).key
  account = await test.createAccount({ name: `Shop ${script}`, email: 'owner@shop.example', credits: 100 })
  await importCatalogue(test.app.database, {
    ...{ source: readRecords([{ domain: 'no domain' }], formula), channelKeys: test.app.channelKeys },
    ...{ inputs: [{ name: formula }], sourceName: 'crawler' },
  })
  await test.store.owner.query(sql`UPDATE sources SET label = ${formula}, legal_basis = ${script}`)
  await test.app.queue.runWaiting()
})
afterAll(() => test.stop())

type Route = { method: 'GET' | 'POST'; path: string }

/** What the server itself says that it serves under /operator, with something in the place of each parameter. */
function listRoutes(): Route[] {
  const given: Record<string, string> = { account_id: account.accountId, import: '1', table: 'accounts' }
  const parts: string[] = []
  return test.app.http.server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', segment, methods] = /^([\s│├└─]*)(\S*) ?(?:\(([A-Z, ]+)\))?$/.exec(line) ?? []
      if (segment === undefined) return []
      const depth = indent.length / 4
      parts.length = depth
      parts[depth] = segment
      const path = parts.join('').replaceAll(/:(\w+)/g, (_, name: string) => given[name] ?? 'x')
      const named = methods?.split(', ').filter((method) => method === 'GET' || method === 'POST') ?? []
      return named.map((method) => ({ method: method as Route['method'], path }))
    })
    .filter(({ path }) => path.startsWith('/operator'))
}

/** Whoever is not signed in yet: these lead on to the sign-in, or are it. */
const isSignIn = ({ path }: Route) => /^\/operator(\/(sign-in|set-up|second-factor))?$/.test(path)

it('OPERATOR-4, OPERATOR-8, OPERATOR-9: no address of the console answers strangers and members, no form counts without its token, and no page runs a script', async () => {
  const member = createBrowser(test)
  await member.signIn('owner@shop.example')
  expect((await member.call('GET', '/app/v1/profile')).status).toBe(200)
  const acts = async () => (await readAuditEntries(test.app.database, { byOperators: true, limit: 100 })).length
  const before = await acts()
  const fields = {
    reason: 'x',
    credits: '5',
    once: 'a'.repeat(20),
    status: 'lapsed',
    kind: 'domain',
    target: 'a.example',
  }
  const wrong: unknown[] = []
  const served: Route[] = []
  for (const route of listRoutes().filter((one) => !isSignIn(one))) {
    const { method, path } = route
    const page = method === 'GET' ? await operator.browser.open(path) : await operator.browser.submit(path, fields)
    // The server has a route for every other method, too, which says so.
    if (page.status === 405) continue
    served.push(route)
    for (const browser of [createBrowser(test), member]) {
      const { url } = method === 'GET' ? await browser.open(path) : await browser.submit(path, fields)
      if (url !== `${test.url}/operator/sign-in`) wrong.push([route, url])
    }
    if (method === 'POST' ? page.status !== 403 : page.status >= 500) wrong.push([route, page.status])
    const isPage = page.headers.get('content-type')?.startsWith('text/html')
    if (isPage && page.text.includes('<script')) wrong.push([route, page.text])
    const policy = page.headers.get('content-security-policy') ?? ''
    if (!policy.startsWith("default-src 'none'") || policy.includes('script-src')) wrong.push([route, policy])
    if (page.headers.get('cache-control') !== 'no-store') wrong.push([route, 'may be stored'])
  }
  // So that the rest can't be satisfied by finding none.
  expect(served.length).toBeGreaterThan(40)
  for (const path of ['/operator/today', `/operator/accounts/${account.accountId}`, '/operator/imports/1/rejects'])
    expect(served).toContainEqual({ method: 'GET', path })
  expect(wrong).toEqual([])
  expect(await acts()).toBe(before)
})

it('OPERATOR-10: whatever else the path, the query and the form hold, the answer is a sentence, and nothing is done', async () => {
  const before = await readAuditEntries(test.app.database, { byOperators: true, limit: 1 })
  const odd = ["1' OR 1=1 --", '../../etc/passwd', script, '%00', '𝕏'.repeat(300), '-1', '1e9', '[]']
  const token = hiddenField(await operator.browser.open('/operator/catalogue'), 'token')
  for (const text of odd) {
    const at = encodeURIComponent(text)
    for (const path of [`/accounts/${at}`, `/imports/${at}/rejects`, `/reports/${at}`, `/privacy-requests/${at}`]) {
      const page = await operator.browser.open(`/operator${path}`)
      expect([path, page.status >= 400 && page.status < 500, page.text.includes('<script')]).toEqual([
        path,
        true,
        false,
      ])
    }
    for (const path of [
      '/accounts?find=',
      '/accounts?status=',
      '/accounts?cursor=',
      '/billing/differences?cursor=',
      '/log?before=',
      '/reports/credits?since=',
    ]) {
      const page = await operator.browser.open(`/operator${path}${at}`)
      expect([path, page.status < 500, page.text.includes('<script')]).toEqual([path, true, false])
    }
    const form = { token, once: 'b'.repeat(20), reason: 'x', type: 'app_removed', value: text }
    const decided = await operator.browser.submit(`/operator/held-changes/${at}/release`, form)
    expect([text, decided.status]).toEqual([text, decided.status === 404 ? 404 : 400])
  }
  const large = await operator.browser.submit('/operator/suppressions', { token, reason: 'x'.repeat(70_000) })
  expect(large.status).toBe(413)
  expect(await readAuditEntries(test.app.database, { byOperators: true, limit: 1 })).toEqual(before)
})

it('OPERATOR-10, OPERATOR-17: names of files, sources and stores are text on pages, and in files no formula', async () => {
  for (const path of ['/catalogue', '/catalogue/quality', '/today']) {
    const page = await operator.browser.open(`/operator${path}`)
    expect([path, page.text.includes('<script')]).toEqual([path, false])
  }
  expect((await operator.browser.open('/operator/catalogue')).text).toContain('=cmd|')
  const file = await operator.browser.open('/operator/imports/1/rejects')
  expect(file.text.split('\r\n')[1]).toMatch(/^'=cmd\|/)
  expect([file.headers.get('x-content-type-options'), file.headers.get('content-type')]).toEqual([
    'nosniff',
    'text/csv; charset=utf-8',
  ])
})

async function askPrivately(email: string): Promise<string> {
  const { clock, channelKeys: keys, database } = test.app
  return database.transaction(async (tx) => {
    const number = await openRequest(tx, { clock, keys }, { kind: 'erase', language: 'en', ask: { email } })
    await confirmRequest(tx, clock, number)
    return number
  })
}

it('OPERATOR-10: every act there is leaves an entry in the log, under the name of whoever did it', async () => {
  const { accountId, apiKey } = account
  const contacts = await test.plantContacts(2)
  await test.reveal(apiKey, contacts)
  const [spend] = await test.app.database.query<{ id: string }>(
    sql`SELECT entry_id AS id FROM credit_entries WHERE account_id = ${accountId} AND kind = 'spend'`,
  )
  for (const [at, id] of contacts.entries())
    await test.store.owner.query(sql`
      INSERT INTO bounce_reviews (account_id, contact_id, email_hash, review_id, code, reported_at)
      VALUES (${accountId}, ${id}, '\\x00', ${`bnc_${at}`}, 'hard', now())`)
  await test.store.owner.query(sql`
    INSERT INTO store_changes (store_id, observed_at, type, value, import_run, state)
    SELECT store_id, now(), 'app_removed', value, 7, 'held' FROM unnest(ARRAY['A', 'B']) AS value, (SELECT store_id FROM stores LIMIT 1) AS store`)
  const plans = (await test.call('GET', '/admin/v1/plans', { key })).body
  const [done, refused] = [await askPrivately('done@person.example'), await askPrivately('no@person.example')]
  const people = { kind: 'email', target: 'somebody@shop.example' }
  /** What each act needs, in an order in which each can be done. */
  const acts: Record<string, [path: Record<string, string>, body: object]> = {
    grantCredits: [{}, { credits: 5 }],
    refundSpend: [{}, { entry_id: spend!.id, amount: 1 }],
    setPlan: [{}, { plan: 'business' }],
    suspendAccount: [{}, {}],
    liftSuspension: [{}, {}],
    endSessions: [{}, {}],
    settleBilling: [{}, {}],
    completePrivacyRequest: [{ number: done }, { reason: undefined }],
    refusePrivacyRequest: [{ number: refused }, {}],
    acceptBounce: [{ bounce_id: 'bnc_0' }, { reason: undefined }],
    refuseBounce: [{ bounce_id: 'bnc_1' }, { reason: undefined }],
    releaseChanges: [{ import: '7' }, { value: 'A' }],
    discardChanges: [{ import: '7' }, { value: 'B' }],
    suppress: [{}, people],
    unsuppress: [{}, people],
    erase: [{}, people],
    changePlans: [{}, { version: plans.version, plans: JSON.stringify({ pro: { requests_per_minute: 77 } }) }],
  }
  const changing = operatorOperations.filter(({ method, id }) => method === 'POST' && id !== 'previewPlans')
  expect(Object.keys(acts).sort()).toEqual(changing.map(({ id }) => id).sort())
  for (const [id, [params, body]] of Object.entries(acts)) {
    const { path } = changing.find((one) => one.id === id)!
    const at = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? accountId)
    const before = (await readAuditEntries(test.app.database, { byOperators: true, limit: 1 }))[0]!
    const answer = await test.call('POST', `/admin/v1${at}`, { key, body: { reason: `Why ${id}`, ...body } })
    expect([id, answer.status, answer.status === 200 || answer.text]).toEqual([id, 200, true])
    const [entry] = await readAuditEntries(test.app.database, { byOperators: true, limit: 1 })
    expect([id, entry!.seq > before.seq, entry!.actorName]).toEqual([id, true, 'attacks'])
    if (!('reason' in body) && id !== 'refusePrivacyRequest')
      expect([id, JSON.stringify(entry!.details)]).toEqual([id, expect.stringContaining(`Why ${id}`)])
  }
})

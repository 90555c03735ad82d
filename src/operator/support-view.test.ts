/** See what they see: what an operator's view of an account shows, and everything that it does not. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dumpTables } from '../../test/rules/stored.ts'
import { startTestApp } from '../../test/support/app.ts'
import { type Browser, createBrowser, type ServedApp } from '../../test/support/browser.ts'
import { type SignedInOperator, signInNewOperator } from '../../test/support/operator.ts'
import { readAuditEntries } from '../audit/entries.ts'
import { sql } from '../base/sql.ts'
import type { AnyOperation } from '../call/operation.ts'
import { operations, sessionOperations } from '../operations.ts'

const email = 'zqkwvcanary@channel.example'
const phone = '+1 202 555 0177'
const profile = 'https://www.linkedin.com/in/zqkwvprofile'

let test: ServedApp
let now = new Date()
const pass = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
  test.setTime(now)
}

type Customer = { accountId: string; userId: string; apiKey: string; ids: Record<string, string> }
let customer: Customer

beforeAll(async () => {
  const url = 'https://prospector.example'
  test = { ...(await startTestApp({ clock: 'fixed', startAt: now, publicUrl: url })), url }
  customer = await createCustomer('ada@viewed.example')
})
afterAll(() => test.stop())

/** An account with one of everything that a read can ask for, and with contacts that it paid for. */
async function createCustomer(owner: string): Promise<Customer> {
  const { accountId, apiKey, userId } = await test.createAccount({ email: owner, credits: 50 })
  const emails = [{ email, status: 'verified', type: 'work' as const, is_primary: true }]
  const phones = [{ phone, type: 'direct' as const, is_primary: true }]
  const contacts = await test.plantContacts(3, { emails, phones, linkedin_url: profile })
  await test.app.start()
  const post = async (path: string, body: object) =>
    (await test.call('POST', `/api/v1${path}`, { key: apiKey, body })).body
  await test.reveal(apiKey, contacts.slice(0, 2))
  const list = await post('/lists', { name: 'Ours', kind: 'contacts' })
  await post(`/lists/${list.id}/items`, { ids: contacts })
  const search = await post('/saved-searches', { name: 'Kept', kind: 'contacts', query: {} })
  const watch = await post('/watches', { list_id: list.id })
  const webhook = await post('/webhooks', { url: 'https://hook.example/x' })
  const job = await post('/jobs', { kind: 'reveal', contact_ids: contacts })
  await test.app.queue.runWaiting()
  const [store] = await test.app.database.query<{ domain: string }>(
    sql`SELECT domain FROM stores JOIN contacts USING (store_id) WHERE contact_id = ${contacts[0]}`,
  )
  const ids = {
    ...{ contact_id: contacts[0]!, domain: store!.domain, list_id: list.id, saved_search_id: search.id },
    ...{ watch_id: watch.id, webhook_id: webhook.id, job_id: job.id, label: 'customers', event_id: 'evt_1x' },
    ...{ key_id: 'key_1', user_id: userId, invitation_id: 'inv_1', connection_id: 'con_1' },
  }
  return { accountId, userId, apiKey, ids }
}

async function openView(operator: SignedInOperator, { accountId, userId }: Customer): Promise<Browser> {
  const page = await operator.browser.open(`/operator/accounts/${accountId}`)
  const action = `/operator/accounts/${accountId}/view`
  await operator.send(page, action, { user_id: userId, reason: 'They see no results' })
  expect(operator.browser.setCookies.at(-2)).toMatch(
    /^__Host-prospector-support=\w{43}; HttpOnly; Path=\/; Max-Age=900; SameSite=Strict; Secure$/,
  )
  return operator.browser
}

const readProfile = async (browser: Browser) => (await browser.call('GET', '/app/v1/profile')).status

const all = [
  ...operations.map((operation) => ({ operation: operation as AnyOperation<never>, base: '/api/v1' })),
  ...sessionOperations.map((operation) => ({ operation: operation as AnyOperation<never>, base: '/app/v1' })),
]

/** Pages that a view opens, so that the test below can't be satisfied by refusing everything. */
const opened = [
  ...['searchContacts', 'searchStores', 'getStore', 'listLists', 'getList', 'getListItems', 'listSavedSearches'],
  ...['runSavedSearch', 'getUsage', 'listCreditEntries', 'getBillingStatus', 'listJobs', 'listWebhooks', 'getWebhook'],
  ...['getProfile', 'listKeys', 'listMembers', 'listAuditEntries', 'listWatches', 'findWork'],
]

it('OPERATOR-20: an operator sees an account as a member does, for 15 minutes; the account’s log says who, as whom and why', async () => {
  const operator = await signInNewOperator(test, 'look@operator.example', 'Olga')
  const browser = await openView(operator, customer)
  const seen = await browser.call('GET', '/app/v1/profile')
  expect(seen.body).toMatchObject({
    user: { id: customer.userId },
    account: { id: customer.accountId },
    accounts: [{ id: customer.accountId }],
    support_view: { operator: 'Olga', ends_at: new Date(now.getTime() + 15 * 60_000).toISOString() },
  })
  expect(seen.body.scopes).not.toContain('contacts:reveal')
  const [entry] = await readAuditEntries(test.app.database, { accountId: customer.accountId, limit: 1 })
  expect(entry).toMatchObject({
    action: 'account.viewed',
    door: 'operator',
    actorName: 'Olga',
    targetId: customer.userId,
    details: { reason: 'They see no results' },
  })
  const owner = createBrowser(test)
  await owner.signIn('ada@viewed.example')
  expect((await owner.call('GET', '/app/v1/audit/entries')).text).toContain('They see no results')
  expect((await owner.call('GET', '/app/v1/profile')).body.support_view).toBeNull()
  pass(14.9)
  expect(await readProfile(browser)).toBe(200)
  pass(0.2)
  expect(await readProfile(browser)).toBe(401)
})

it('OPERATOR-20: a view ends with its button, with the operator’s session, and when its member leaves', async () => {
  const operator = await signInNewOperator(test, 'ends@operator.example')
  const browser = await openView(operator, customer)
  const kept = browser.cookies.get('__Host-prospector-support')!
  await operator.send(await browser.open('/operator/view'), '/operator/view/end')
  expect(browser.cookies.has('__Host-prospector-support')).toBe(false)
  browser.cookies.set('__Host-prospector-support', kept)
  expect(await readProfile(browser)).toBe(401)

  await openView(operator, customer)
  expect(await readProfile(browser)).toBe(200)
  await operator.send(await browser.open('/operator/you'), '/operator/sign-out')
  expect(await readProfile(browser)).toBe(401)

  const other = await createCustomer('bob@viewed.example')
  const again = await signInNewOperator(test, 'again@operator.example')
  const view = await openView(again, other)
  await test.app.database.query(sql`DELETE FROM members WHERE user_id = ${other.userId}`)
  expect(await readProfile(view)).toBe(401)
})

it('OPERATOR-21: over every operation, a view changes nothing, uses up nothing and is shown no channel', async () => {
  const operator = await signInNewOperator(test, 'all@operator.example')
  const view = await openView(operator, customer)
  const counters = [
    'request_counters',
    'api_keys',
    'oauth_resources',
    'jobs.queue',
    'jobs.version',
    'operator_sessions',
  ]
  const dump = async () => [...(await dumpTables(test.store.owner))].filter(([table]) => !counters.includes(table))
  const before = await dump()
  const ok: string[] = []
  const wrong: string[] = []
  for (const { operation, base } of all) {
    const { id, method, example, readsOnly, csv, lines } = operation
    const path = base + operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => customer.ids[name] ?? 'x')
    const body = method === 'GET' ? undefined : { ...((example.request as object | undefined) ?? {}) }
    const isRead = method === 'GET' || readsOnly === true
    const answers = [await view.call(method, path, body)]
    if (csv || lines) answers.push(await view.call(method, path, body, { accept: 'text/csv' }))
    const [answer, exported] = answers
    const texts = answers.map(({ text }) => text).join('\n')
    if ([email, phone, profile].some((channel) => texts.includes(channel))) wrong.push(`${id} shows a channel`)
    if (!isRead && answer!.status !== 403) wrong.push(`${id} is not refused: ${answer!.status}`)
    if (exported && exported.status !== 403) wrong.push(`${id} exports: ${exported.status}`)
    if (answer!.status === 200) ok.push(id)
    // A window holds 240 requests a minute.
    pass(0.05)
  }
  expect(wrong).toEqual([])
  expect(opened.filter((id) => !ok.includes(id))).toEqual([])
  expect(await dump()).toEqual(before)
})

it('OPERATOR-21: whoever has no view open can’t use an operator’s cookie on the pages of accounts, and a view is worth nothing elsewhere', async () => {
  const operator = await signInNewOperator(test, 'worth@operator.example')
  expect(await readProfile(operator.browser)).toBe(401)
  const view = await openView(operator, customer)
  const token = view.cookies.get('__Host-prospector-support')!
  const bearer = { authorization: `Bearer ${token}` }
  expect((await test.call('GET', '/api/v1/usage', { headers: bearer })).status).toBe(401)
  expect((await test.call('POST', '/mcp', { headers: bearer, body: {} })).status).toBe(401)
  const stranger = createBrowser(test)
  stranger.cookies.set('__Host-prospector-support', token)
  expect((await stranger.open('/operator/accounts')).url).toContain('/operator/sign-in')
  expect((await stranger.call('GET', '/auth/get-session')).body).toBeNull()
  const fromElsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
  expect((await stranger.call('GET', '/app/v1/profile', undefined, fromElsewhere)).status).toBe(401)
})

it('OPERATOR-21: requests of a view count in a window of the operator, not in that of the member', async () => {
  const operator = await signInNewOperator(test, 'window@operator.example')
  const view = await openView(operator, customer)
  const counted = () =>
    test.app.database.query(sql`
      SELECT * FROM request_counters WHERE account_id = ${customer.accountId} AND meter NOT LIKE ${`%${operator.id}`}
      ORDER BY meter`)
  const before = await counted()
  expect((await view.call('GET', '/app/v1/profile')).status).toBe(200)
  expect((await view.call('POST', '/api/v1/contacts/search', {})).status).toBe(200)
  expect(await counted()).toEqual(before)
  const own = await test.app.database.query(sql`
    SELECT FROM request_counters WHERE meter LIKE ${`web:%${operator.id}`}`)
  expect(own.length).toBeGreaterThan(0)
})

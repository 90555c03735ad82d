/** Accounts in the console and in the operator's API: found, shown, and acted on once, for a reason. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createBrowser, hiddenField, type ServedApp, startServedApp } from '../../test/support/browser.ts'
import { createIntegration } from '../../test/support/integration.ts'
import { type SignedInOperator, signInNewOperator } from '../../test/support/operator.ts'
import { createTestKey } from '../../test/support/test-key.ts'
import { readAuditEntries } from '../audit/entries.ts'
import { sql } from '../base/sql.ts'
import { readBalance } from '../credits/ledger.ts'
import { createOperatorKey } from '../ingest/operator-keys.ts'
import { createJobClient } from '../jobs/job-client-fixture.ts'
import { accountColumns } from './listed-accounts.ts'
import { operatorOperations } from './operations.ts'

let test: ServedApp
let operator: SignedInOperator
let key: string
beforeAll(async () => {
  test = await startServedApp({ clock: 'fixed' })
  operator = await signInNewOperator(test, 'ada@operator.example', 'Ada')
  key = (await createOperatorKey(test.app.database, 'reports', { canOperate: true })).key
})
afterAll(() => test.stop())

let account: Awaited<ReturnType<ServedApp['createAccount']>> & { email: string }
let made = 0
beforeEach(async () => {
  made += 1
  const email = `owner${made}@shop${made}.example`
  account = { ...(await test.createAccount({ name: `Shop number ${made}`, email, credits: 100 })), email }
})

const pathOf = (act = '') => `/operator/accounts/${account.accountId}${act}`
const balance = async () => (await readBalance(test.app.database, account.accountId)).balance
const openAccount = () => operator.browser.open(pathOf())
const auditOf = (accountId = account.accountId) => readAuditEntries(test.app.database, { accountId, limit: 10 })
const admin = (method: string, path: string, body?: unknown, headers = {}) =>
  test.call(method, `/admin/v1${path}`, { key, ...(body !== undefined && { body }), headers })

it('OPERATOR-11: an account is found by id, name, email, domain and the beginning of a key, in the console and by programs', async () => {
  const other = await test.createAccount({ name: 'Somebody else', email: 'else@other.example' })
  for (const find of [
    ...[account.accountId, `shop NUMBER ${made}`, `Shop number ${made}`, account.email, account.email.toUpperCase()],
    ...[`@shop${made}.example`, `shop${made}.example`, account.apiKey.slice(0, 13), account.apiKey],
  ]) {
    const { data } = (await admin('GET', `/accounts?find=${encodeURIComponent(find)}`)).body
    expect([find, data.map(({ account_id }: { account_id: string }) => account_id)]).toEqual([
      find,
      [account.accountId],
    ])
    const page = await operator.browser.open(`/operator/accounts?find=${encodeURIComponent(find)}`)
    for (const { heading } of accountColumns) expect(page.text).toContain(`<th scope="col">${heading}</th>`)
    expect(page.text).toContain(account.accountId)
    expect(page.text).not.toContain(other.accountId)
  }
  for (const find of ['100%', '_', '\\', 'nobody@shop.example', 'acc_none', 'psk_live_0000', "' OR 1=1 --", '@']) {
    expect([find, (await admin('GET', `/accounts?find=${encodeURIComponent(find)}`)).body.data]).toEqual([find, []])
  }
})

it('OPERATOR-11: of a key that is pasted whole, only its beginning is in the address and on the page', async () => {
  const token = hiddenField(await operator.browser.open('/operator/accounts'), 'token')
  const sent = await operator.browser.submit('/operator/accounts', { token, find: ` ${account.apiKey} `, status: '' })
  expect(sent.url.endsWith(`/operator/accounts?find=${account.apiKey.slice(0, 13)}`)).toBe(true)
  for (const find of [account.apiKey.slice(0, 13), account.apiKey]) {
    const page = await operator.browser.open(`/operator/accounts?find=${find}`)
    expect(page.text).toContain(account.accountId)
    expect(page.text).not.toContain(account.apiKey)
  }
  const named = await operator.browser.submit('/operator/accounts', { token, find: 'Shop & Co', status: 'active' })
  expect(named.url).toMatch(/\/operator\/accounts\?find=Shop\+%26\+Co&status=active$/)
  const foreign = await operator.browser.submit('/operator/accounts', { token: 'x', find: 'Shop', status: '' })
  expect(foreign.status).toBe(403)
})

it('OPERATOR-12: the forms say when granted credits end, and that a refund gives credits and not money', async () => {
  const { text } = await openAccount()
  expect(text).toMatch(/Unspent credits of a grant expire with the period, on <time/)
  expect(text).toContain('This gives credits back. Money is refunded at the payment provider')
})

it('OPERATOR-11: lists of accounts go on page by page, and miss and repeat none', async () => {
  await test.store.owner.query(sql`
    INSERT INTO accounts (account_id, name, plan_id, status, created_at)
    SELECT 'acc_page' || lpad(n::text, 16, '0'), 'Paged ' || (n % 3), 'pro', 'none', '2020-01-01'::timestamptz + (n % 7) * interval '1 microsecond'
    FROM generate_series(1, 120) AS n`)
  for (const query of ['find=paged', 'status=none']) {
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await admin(
        'GET',
        `/accounts?${query}${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
      )
      seen.push(...body.data.map(({ account_id }: { account_id: string }) => account_id))
      cursor = body.next_cursor
    }
    expect([query, seen.length, new Set(seen).size]).toEqual([query, 120, 120])
  }
  const first = await operator.browser.open('/operator/accounts?find=Paged')
  const [, next] = /href="(\/operator\/accounts\?[^"]*cursor=[^"]*)">Next page/.exec(first.text)!
  expect((await operator.browser.open(next!.replaceAll('&amp;', '&'))).text).toContain('acc_page')
  for (const bad of ['cursor=x', 'cursor=', 'status=odd', 'limit=1']) {
    expect([bad, (await admin('GET', `/accounts?${bad}`)).status]).toEqual([bad, 400])
  }
})

it('OPERATOR-11: accounts in a status or suspended are listed alone, also of those that were found', async () => {
  const other = await test.createAccount({ name: `Shop number ${made}`, email: `second@shop${made}.example` })
  await admin('POST', `/accounts/${account.accountId}/suspend`, { reason: 'Abuse' })
  // Its access ended by the clock alone, which it says nowhere but by its status as of now.
  const ended = await test.createAccount({ name: 'Ended by the clock' })
  await test.app.database.query(sql`
    UPDATE accounts SET access_ends_at = ${new Date(test.app.clock.now().getTime() - 1_000)}
    WHERE account_id = ${ended.accountId}`)
  const inStatus = async (status: string) =>
    (await admin('GET', `/accounts?find=Ended&status=${status}`)).body.data.map((row: { status: string }) => row.status)
  expect([await inStatus('active'), await inStatus('lapsed')]).toEqual([[], ['lapsed']])
  const finds = ['', account.accountId, account.email, `shop${made}.example`, `Shop number ${made}`, account.apiKey]
  for (const find of finds) {
    const query = `find=${encodeURIComponent(find)}&status=`
    const listed = async (status: string) =>
      (await admin('GET', `/accounts?${query}${status}`)).body.data.map((row: { account_id: string }) => row.account_id)
    expect([find, await listed('suspended')]).toEqual([find, [account.accountId]])
    const page = await operator.browser.open(`/operator/accounts?${query}suspended`)
    expect([page.text.includes(account.accountId), page.text.includes(other.accountId)]).toEqual([true, false])
    expect(page.text).toContain('<option selected>suspended</option>')
    expect([find, (await listed('lapsed')).includes(account.accountId)]).toEqual([find, false])
    expect([find, (await listed('active')).includes(account.accountId)]).toEqual([find, true])
  }
})

it('OPERATOR-11: one page shows plan, credits with lots, limits, members, keys, webhooks, jobs, ledger and audit log', async () => {
  const [contactId] = await test.plantContacts(1)
  await test.reveal(account.apiKey, [contactId])
  const url = 'https://hooks.example/in/prospector?team=7'
  await test.call('POST', '/api/v1/webhooks', { key: account.apiKey, body: { url } })
  const page = await openAccount()
  const { keyId } = account
  const { body } = await admin('GET', `/accounts/${account.accountId}`)
  expect(body).toMatchObject({ plan: 'pro', status: 'active', credits: { remaining: 99 }, suspended: null })
  expect(body.members).toEqual([expect.objectContaining({ email: account.email, role: 'owner' })])
  expect(body.keys).toEqual([expect.objectContaining({ key_id: keyId, prefix: account.apiKey.slice(0, 13) })])
  expect(body.entries[0]).toMatchObject({ kind: 'spend', amount: -1 })
  expect(body.lots).toEqual([expect.objectContaining({ source: 'period', granted: 100, left: 99 })])
  expect(body.webhooks).toEqual([expect.objectContaining({ url, status: 'enabled', pending: expect.any(Number) })])
  for (const shown of [
    account.email,
    keyId,
    url,
    '99 left of 100',
    'Webhooks',
    'Jobs',
    'Audit log',
    body.entries[0].entry_id,
  ]) {
    expect(page.text).toContain(shown)
  }
  for (const hidden of [account.apiKey.slice(14), contactId!])
    expect(page.text + JSON.stringify(body)).not.toContain(hidden)
  expect((await admin('GET', '/accounts/acc_none')).status).toBe(404)
  expect((await operator.browser.open('/operator/accounts/acc_none')).status).toBe(404)
})

it('OPERATOR-12: credits are granted and refunded for a reason, in the operator’s name, once for each form', async () => {
  const page = await openAccount()
  const once = hiddenField({ ...page, text: page.text.slice(page.text.indexOf('/grant"')) }, 'once')
  const grant = () => operator.send(page, pathOf('/grant'), { credits: '25', reason: 'Sorry for the outage' })
  const answers = await Promise.all([grant(), grant(), grant()])
  for (const answer of answers)
    expect([answer.status, answer.text.includes('The credits are granted.')]).toEqual([200, true])
  expect(await balance()).toBe(125)
  const [entry, ...others] = (await auditOf()).filter(({ action }) => action === 'credits.granted')
  expect(others).toEqual([])
  expect(entry).toMatchObject({ actorName: 'Ada', actorId: operator.id, door: 'operator' })
  expect(entry!.details).toMatchObject({ credits: 25, reason: 'Sorry for the outage' })
  const newestEntry = async () => (await admin('GET', `/accounts/${account.accountId}`)).body.entries[0]
  expect(await newestEntry()).toMatchObject({ kind: 'grant', amount: 25, reason: 'Sorry for the outage' })
  const token = hiddenField(page, 'token')
  const changed = await operator.browser.submit(pathOf('/grant'), { token, once, credits: '26', reason: 'More' })
  expect([changed.status, await balance()]).toEqual([409, 125])

  const [contactId] = await test.plantContacts(1)
  await test.reveal(account.apiKey, [contactId])
  const spent = await openAccount()
  const [, entryId] = /(ent_\w+)<\/span><\/td><td>spend/.exec(spent.text)!
  // The form offers spends, so that nobody copies ids.
  const [, offered] = /list="spends".*?<datalist id="spends">(.*?)<\/datalist>/s.exec(spent.text)!
  expect([...offered!.matchAll(/value="(.*?)"/g)].map(([, id]) => id)).toEqual([entryId])
  expect(offered).toMatch(/, 1 by .+<\/option>/)
  const refunded = await operator.send(spent, pathOf('/refund'), { entry_id: entryId!, reason: 'Bounced' })
  expect([refunded.status, await balance()]).toEqual([200, 125])
  const details = { entry_id: entryId, amount: 1, reason: 'Bounced' }
  expect((await auditOf())[0]).toMatchObject({ action: 'credits.refunded', actorName: 'Ada', details })
  expect(await newestEntry()).toMatchObject({ kind: 'refund', amount: 1, reason: 'Bounced' })
  const twice = await operator.send(await openAccount(), pathOf('/refund'), { entry_id: entryId!, reason: 'Again' })
  expect([twice.status, twice.text.includes('Only 0 credits of')]).toEqual([400, true])
  expect(await balance()).toBe(125)
})

it('OPERATOR-12: an act without a reason, or with input that makes no sense, changes nothing and says so', async () => {
  const before = [await balance(), (await auditOf()).length]
  for (const [act, fields] of [
    ['/grant', { credits: '5' }],
    ['/grant', { credits: '5', reason: '   ' }],
    ['/grant', { credits: '5', reason: 'two\nlines' }],
    ['/grant', { credits: '0', reason: 'x' }],
    ['/grant', { credits: '-5', reason: 'x' }],
    ['/grant', { credits: '5.5', reason: 'x' }],
    ['/grant', { credits: '2147483648', reason: 'x' }],
    ['/grant', { credits: '2147483647', reason: 'x' }],
    ['/grant', { credits: 'five', reason: 'x' }],
    ['/refund', { entry_id: 'ent_none', reason: 'x' }],
    ['/plan', { reason: 'nothing to set' }],
    ['/plan', { plan: 'gold', reason: 'x' }],
    ['/plan', { status: 'rich', reason: 'x' }],
    ['/end-sessions', { user_id: 'usr_none', reason: 'x' }],
    ['/suspend', { reason: '' }],
  ] as const) {
    const page = await operator.send(await openAccount(), pathOf(act), fields)
    expect([act, fields, page.status, page.text.includes('role="alert"')]).toEqual([act, fields, 400, true])
  }
  expect([await balance(), (await auditOf()).length]).toEqual(before)
})

it('OPERATOR-12: a form that was refused comes back open, as it was filled in, and can be sent again', async () => {
  const before = await balance()
  const detailsOf = ({ text }: { text: string }, act: string) =>
    text.split('<details').find((part) => part.includes(`action="${pathOf(act)}"`))!
  const fields = { entry_id: 'ent_none', amount: '1', reason: 'Bounced "hard" <b>' }
  const refused = await operator.send(await openAccount(), pathOf('/refund'), fields)
  expect([refused.status, refused.text.includes('This account has no spend ent_none.')]).toEqual([400, true])
  const form = detailsOf(refused, '/refund')
  expect(form).toMatch(/^ open>/)
  for (const typed of ['value="ent_none"', 'value="1"', 'value="Bounced &quot;hard&quot; &lt;b&gt;"'])
    expect(form).toContain(typed)
  // The others stay closed and empty, although their fields have the same names.
  const other = detailsOf(refused, '/grant')
  expect(other).toMatch(/^>/)
  expect(other).not.toContain('Bounced')
  const plan = { plan: 'business', status: 'active', credits: '5', reason: 'two\nlines' }
  const chosen = detailsOf(await operator.send(await openAccount(), pathOf('/plan'), plan), '/plan')
  expect([...chosen.matchAll(/<option value="(\w+)" selected>/g)].map(([, value]) => value)).toEqual([
    'business',
    'active',
  ])
  const granted = await operator.send(refused, pathOf('/grant'), { credits: '5', reason: 'Instead' })
  expect([granted.status, await balance()]).toEqual([200, before + 5])
  expect(granted.text).not.toContain('<details open')
})

it('OPERATOR-12: every act on an account that programs have is a form in the console, too', async () => {
  const acts = operatorOperations.filter(({ method, path }) => method === 'POST' && path.startsWith('/accounts/'))
  // Offered on the billing page, where something differs.
  const here = acts
    .filter(({ id }) => id !== 'settleBilling')
    .map(({ path }) => path.replace('/accounts/{account_id}', ''))
  expect(here).toContain('/grant')
  const open = await openAccount()
  const closed = await operator.send(open, pathOf('/suspend'), { reason: 'Abuse' })
  for (const act of here)
    expect([act, (open.text + closed.text).includes(`action="${pathOf(act)}"`)]).toEqual([act, true])
})

it('OPERATOR-12: plan and status are set, and sessions end, for a reason', async () => {
  await operator.send(await openAccount(), pathOf('/plan'), { plan: 'business', credits: '3000', reason: 'Bigger' })
  expect((await admin('GET', `/accounts/${account.accountId}`)).body).toMatchObject({
    plan: 'business',
    credits: { remaining: 3000 },
    entries: expect.arrayContaining([expect.objectContaining({ kind: 'adjust', reason: 'Bigger', actor: 'Ada' })]),
  })
  const member = createBrowser(test)
  await member.signIn(account.email)
  expect((await member.call('GET', '/app/v1/profile')).status).toBe(200)
  await operator.send(await openAccount(), pathOf('/end-sessions'), { user_id: '', reason: 'A stolen laptop' })
  expect((await member.call('GET', '/app/v1/profile')).status).toBe(401)
  const told = (await auditOf()).filter(({ door }) => door === 'operator')
  expect(told.map(({ action, details }) => [action, details.reason])).toEqual([
    ['session.ended', 'A stolen laptop'],
    ['account.changed', 'Bigger'],
  ])
})

it('OPERATOR-14: a suspended account answers 403 through every door, spends nothing and keeps its jobs waiting; lifted, it works again', async () => {
  const [contactId] = await test.plantContacts(1)
  const member = createBrowser(test)
  await member.signIn(account.email)
  const api = await (await createIntegration(test)).connect(account.email)
  const agent = await (await createIntegration(test, { resource: `${test.url}/mcp` })).connect(account.email)
  const jobs = createJobClient(test)
  const { body: job } = await jobs.create(account.apiKey, { kind: 'reveal', contact_ids: await test.plantContacts(2) })
  const { apiKey: testKey } = await createTestKey(test, account.accountId)
  const initialize = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_usage', arguments: {} } }
  const doors = async () => {
    const asMcp = { accept: 'application/json, text/event-stream' }
    const answers = [
      await test.call('GET', '/api/v1/usage', { key: account.apiKey }),
      await test.reveal(account.apiKey, [contactId]),
      await test.call('GET', '/api/v1/usage', { key: api.accessToken }),
      await test.call('POST', '/mcp', { key: agent.accessToken, body: initialize, headers: asMcp }),
      await member.call('GET', '/app/v1/members'),
      await member.call('GET', '/api/v1/billing/status'),
      await test.call('GET', '/api/v1/usage', { key: testKey }),
    ]
    return answers.map(({ status, text }) => [status, /account_suspended/.test(text)])
  }
  const suspended = await operator.send(await openAccount(), pathOf('/suspend'), { reason: 'Stolen card' })
  expect(suspended.text).toContain('Suspended since')
  expect(suspended.text).toContain('<dt>API access</dt><dd>no, suspended</dd>')
  const listed = await operator.browser.open(`/operator/accounts?find=${account.accountId}`)
  expect(listed.text).toContain('<td>no, suspended</td>')
  expect(await doors()).toEqual(Array.from({ length: 7 }, () => [403, true]))
  // Whoever belongs to another account as well can get there.
  expect((await member.call('GET', '/app/v1/profile')).status).toBe(200)
  const seen = async () => (await admin('GET', `/accounts/${account.accountId}`)).body
  const waiting = { job_id: job.id, status: 'stopped', done: 0, credits_spent: 0 }
  expect((await seen()).jobs).toEqual([expect.objectContaining({ ...waiting, stop_reason: 'paused' })])
  // A runner that had begun before finds out at its next step.
  await test.store.owner.query(
    sql`UPDATE jobs SET status = 'queued', stop_reason = NULL, ended_at = NULL WHERE job_id = ${job.id}`,
  )
  await test.app.queue.runWaiting()
  const after = await seen()
  expect(after).toMatchObject({ credits: { remaining: 100 }, suspended: { reason: 'Stolen card' } })
  expect(after.jobs).toEqual([expect.objectContaining({ ...waiting, stop_reason: 'no_longer_allowed' })])
  expect((await admin('POST', `/accounts/${account.accountId}/suspend`, { reason: 'x' })).status).toBe(400)

  await operator.send(await openAccount(), pathOf('/lift'), { reason: 'The bank confirmed' })
  expect(await doors()).toEqual(Array.from({ length: 7 }, () => [200, false]))
  await test.app.queue.runWaiting()
  expect((await seen()).jobs).toEqual([expect.objectContaining(waiting)])
  await test.call('POST', `/api/v1/jobs/${job.id}/resume`, { key: account.apiKey })
  await test.app.queue.runWaiting()
  expect((await jobs.read(account.apiKey, job.id)).body).toMatchObject({ status: 'finished' })
  expect((await auditOf()).filter(({ door }) => door === 'operator').map(({ action }) => action)).toEqual([
    'account.lifted',
    'account.suspended',
  ])
})

it('OPERATOR-13: programs use the same operations with an operator key that may, and with no other credential', async () => {
  const { key: ingestKey } = await createOperatorKey(test.app.database, 'crawler')
  const fill = (path: string) => path.replace('{account_id}', account.accountId)
  const before = await balance()
  for (const { method, path } of operatorOperations) {
    const body = method === 'POST' ? { reason: 'x', credits: 5 } : undefined
    const call = (presented: object) =>
      test.call(method, `/admin/v1${fill(path)}`, { ...(body && { body }), ...presented })
    const cookie = [...operator.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const statuses = [
      await call({}),
      await call({ key: account.apiKey }),
      await call({ key: 'pso_wrong' }),
      await call({ headers: { cookie, 'sec-fetch-site': 'same-origin', origin: test.url } }),
      await call({ key: ingestKey }),
    ].map(({ status }) => status)
    expect([path, statuses]).toEqual([path, [401, 401, 401, 401, 403]])
    const elsewhere = await test.call(method, `/api/v1${fill(path)}`, { key, ...(body && { body }) })
    expect([path, [401, 404, 405].includes(elsewhere.status)]).toEqual([path, true])
  }
  expect(await balance()).toBe(before)
  const path = `/accounts/${account.accountId}/grant`
  const ask = (body: object, once: string) => admin('POST', path, body, { 'idempotency-key': once })
  const [first, second] = await Promise.all([
    ask({ credits: 7, reason: 'Twice' }, 'k'),
    ask({ credits: 7, reason: 'Twice' }, 'k'),
  ])
  expect([first.status, second.status, await balance()]).toEqual([200, 200, before + 7])
  expect(first.body).toEqual({ ...second.body, request_id: first.body.request_id })
  expect((await ask({ credits: 8, reason: 'Twice' }, 'k')).status).toBe(409)
  expect((await ask({ credits: 7, reason: 'x' }, 'é')).status).toBe(400)
  const [entry] = await auditOf()
  expect(entry).toMatchObject({
    action: 'credits.granted',
    actorType: 'operator_key',
    actorName: 'reports',
  })
  // Either of the two may have come first.
  expect([first, second].map(({ body }) => body.request_id)).toContain(entry!.requestId)
  expect((await admin('POST', path, { credits: 7, reason: 'x', odd: 1 })).body.error).toMatchObject({ param: 'odd' })
  expect((await test.call('GET', '/openapi.json')).text).not.toContain('/admin/')
})

it('OPERATOR-10: names of accounts, people, keys and reasons are only text in every page', async () => {
  const script = '<script>alert(1)</script>'
  const escaped = '&lt;script&gt;'
  const { accountId, apiKey } = await test.createAccount({ name: `A ${script}`, email: '"<b>"@x.example' })
  await test.store.owner.query(sql`UPDATE api_keys SET name = ${script} WHERE account_id = ${accountId}`)
  await test.store.owner.query(sql`UPDATE users SET name = ${script} WHERE email LIKE '"<b>%'`)
  const path = `/operator/accounts/${accountId}`
  await operator.send(await operator.browser.open(path), `${path}/grant`, { credits: '1', reason: script })
  await operator.send(await operator.browser.open(path), `${path}/suspend`, { reason: `${script} "'` })
  for (const address of [
    path,
    `/operator/accounts?find=${apiKey}`,
    `/operator/accounts?find=${encodeURIComponent(script)}`,
    '/operator/log',
    '/operator/today',
  ]) {
    const page = await operator.browser.open(address)
    expect([address, page.status, page.text.includes('<script'), page.text.includes('<b>')]).toEqual([
      address,
      200,
      false,
      false,
    ])
    if (address !== '/operator/today') expect([address, page.text.includes(escaped)]).toEqual([address, true])
  }
  const odd = await operator.browser.open(`${path}?done=${encodeURIComponent(script)}`)
  expect(odd.text).not.toContain('role="status"')
})

it('OPERATOR-4, OPERATOR-8: no page and no act of an account without a session, and no act without its form', async () => {
  const stranger = createBrowser(test)
  const before = await balance()
  for (const path of ['/operator', '/operator/today', '/operator/accounts', pathOf()]) {
    expect((await stranger.open(path)).url).toBe(`${test.url}/operator/sign-in`)
  }
  const acts = ['grant', 'refund', 'plan', 'suspend', 'lift', 'end-sessions']
  const fields = { credits: '5', reason: 'x', status: 'lapsed', once: 'a'.repeat(20) }
  const token = hiddenField(await openAccount(), 'token')
  for (const act of acts) {
    expect((await stranger.submit(pathOf(`/${act}`), { ...fields, token })).url).toBe(`${test.url}/operator/sign-in`)
    expect((await operator.browser.submit(pathOf(`/${act}`), fields)).status).toBe(403)
    const { once: _, ...noKey } = fields
    expect((await operator.browser.submit(pathOf(`/${act}`), { ...noKey, token })).status).toBe(400)
  }
  expect([await balance(), (await auditOf()).filter(({ door }) => door === 'operator')]).toEqual([before, []])
})

it('OPERATOR-15: the first page says what is wrong, what waits for a person, what came in and what was sold', async () => {
  await test.createAccount({ name: 'Unpaid', status: 'past_due' })
  const { body } = await admin('GET', '/today')
  expect(body.findings.map(({ about }: { about: string }) => about)).toEqual(
    expect.arrayContaining(['database', 'webhooks', 'bulk jobs', 'privacy']),
  )
  expect(body.needs).toContainEqual({ about: 'payments', count: 1, message: '1 account with a failed payment' })
  expect(body.accounts).toContainEqual({ plan: 'pro', status: 'past_due', suspended: false, accounts: 1 })
  const [contactId] = await test.plantContacts(1)
  await test.reveal(account.apiKey, [contactId])
  const after = (await admin('GET', '/today')).body.credits.last_day
  expect(after.spent).toBe(body.credits.last_day.spent + 1)
  expect(after.in_periods).toBeGreaterThanOrEqual(100)
  const invoice = {
    invoiceId: 'in_1',
    currency: 'usd',
    amountPaid: 9_900,
    amountRefunded: 0,
    paidAt: Date.now() - 60_000,
  }
  const earlier = { ...invoice, invoiceId: 'in_0', paidAt: Date.now() - 5 * 86_400_000 }
  await test.store.owner.query(sql`INSERT INTO billing_customers (customer_id) VALUES ('cus_money')`)
  for (const [look, amountRefunded] of [0, 900].entries()) {
    const snapshot = JSON.stringify({ invoices: [{ ...invoice, amountRefunded }, earlier] })
    await test.store.owner.query(
      sql`INSERT INTO billing_snapshots VALUES ('cus_money', ${look}, now() + ${look} * interval '1 second', ${snapshot})`,
    )
  }
  const inUsd = (paid: string, refunded: string, invoices: number) => [{ currency: 'usd', paid, refunded, invoices }]
  expect((await admin('GET', '/today')).body.money_in).toEqual({
    last_day: inUsd('$99', '$9', 1),
    last_30_days: inUsd('$198', '$9', 2),
  })
  const page = await operator.browser.open('/operator/today')
  for (const shown of [
    '$198',
    'Needs a person',
    'with a failed payment',
    'Health',
    'Money in',
    'Credits',
    'Last imports',
  ]) {
    expect(page.text).toContain(shown)
  }
  expect((await operator.browser.open('/operator/accounts?status=past_due')).text).toContain('Unpaid')
})

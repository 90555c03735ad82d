/** What the console shows of accounts: only what is theirs, all of it, and nothing of test mode. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServedApp, startServedApp } from '../../test/support/browser.ts'
import { type SignedInOperator, signInNewOperator } from '../../test/support/operator.ts'
import { createTestKey } from '../../test/support/test-key.ts'
import { sql } from '../base/sql.ts'
import { createOperatorKey } from '../ingest/operator-keys.ts'

let test: ServedApp
let operator: SignedInOperator
let key: string
beforeAll(async () => {
  test = await startServedApp({ clock: 'fixed' })
  operator = await signInNewOperator(test, 'ada@operator.example', 'Ada')
  key = (await createOperatorKey(test.app.database, 'reports', { canOperate: true })).key
})
afterAll(() => test.stop())

const admin = (method: string, path: string, body?: unknown) =>
  test.call(method, `/admin/v1${path}`, { key, ...(body !== undefined && { body }) })
const found = async (query: string): Promise<string[]> =>
  (await admin('GET', `/accounts?${query}`)).body.data.map((row: { account_id: string }) => row.account_id)

it('OPERATOR-11: a name is found by the beginning of any of its words, the newest account is first, and test mode leads to its live account', async () => {
  const { accountId } = await test.createAccount({ name: 'Shop Alpha', email: 'a@alpha.example' })
  const later = await test.createAccount({ name: 'Beta Shop', email: 'b@beta.example' })
  const { apiKey, testAccountId } = await createTestKey(test, accountId)
  await test.store.owner.query(
    sql`UPDATE accounts SET created_at = created_at + interval '1 second' WHERE account_id = ${later.accountId}`,
  )
  expect(await found('find=shop')).toEqual([later.accountId, accountId])
  expect(await found('find=alpha')).toEqual([accountId])
  expect([await found('find=lpha'), await found('find=op+alpha'), await found('find=.')]).toEqual([[], [], []])
  expect(await found('')).toEqual([later.accountId, accountId])
  expect(await found('status=active')).toEqual([later.accountId, accountId])
  expect(await found(`find=${testAccountId}`)).toEqual([accountId])
  expect(await found(`find=${apiKey}`)).toEqual([accountId])
  const counted = (await admin('GET', '/today')).body.accounts as { accounts: number }[]
  expect(counted.reduce((sum, { accounts }) => sum + accounts, 0)).toBe(2)
})

it('OPERATOR-11: a name is found whatever its signs mean to a database and however its apostrophe is written; ids of keys and people lead to their account', async () => {
  const { accountId, keyId, userId } = await test.createAccount({ name: 'The O’Neill-Ferreira (Ltd.) 100%_\\' })
  for (const find of ["o'neill", 'O’NEILL', 'o`neill-ferr', 'ferreira', '(ltd.)', 'ltd', '100%_\\', keyId, userId])
    expect([find, await found(`find=${encodeURIComponent(find)}`)]).toEqual([find, [accountId]])
  for (const find of ['[a-z]', '.*', 'the|a', 'ltd(', 'eill+', '\\w', 'key_none', 'usr_none', `${keyId}x`])
    expect([find, await found(`find=${encodeURIComponent(find)}`)]).toEqual([find, []])
  const { apiKey } = await createTestKey(test, accountId)
  const [testKey] = await test.store.owner.query<{ id: string }>(
    sql`SELECT key_id AS id FROM api_keys WHERE prefix = ${apiKey.slice(0, 13)}`,
  )
  expect(await found(`find=${testKey!.id}`)).toEqual([accountId])
})

it('OPERATOR-11: the page of an account shows its jobs, limits, lots, members and log, and nothing of another account', async () => {
  const mine = await test.createAccount({ name: 'Mine', email: 'me@mine.example', credits: 1_234 })
  const other = await test.createAccount({ name: 'Other', email: 'they@other.example' })
  const jobs: string[] = []
  for (const { apiKey } of [mine, other]) {
    const body = { kind: 'enrich', domains: ['a.example'] }
    jobs.push((await test.call('POST', '/api/v1/jobs', { key: apiKey, body })).body.id)
    await test.call('POST', '/api/v1/webhooks', {
      key: apiKey,
      body: { url: `https://${apiKey.slice(9, 13)}.example` },
    })
  }
  for (const [at, { accountId }] of [mine, other].entries())
    await admin('POST', `/accounts/${accountId}/grant`, { credits: 5, reason: `Reason number ${at}` })
  const { body } = await admin('GET', `/accounts/${mine.accountId}`)
  expect(body.jobs).toEqual([expect.objectContaining({ job_id: jobs[0], kind: 'enrich' })])
  const sentence = 'The operator of this service granted 5 credits: Reason number 0.'
  expect(body.audit[0]).toMatchObject({ action: 'credits.granted', actor: 'reports', sentence })
  expect(body.limits).toEqual({
    requests_per_minute: expect.any(Number),
    requests_per_day: expect.any(Number),
    search_rows_per_month: expect.any(Number),
  })
  const page = (await operator.browser.open(`/operator/accounts/${mine.accountId}`)).text
  const shown = (title: string) => page.slice(page.indexOf(`<h2>${title}</h2>`)).split('<h2>')[1]!
  const grouped = (number: number) => number.toLocaleString('en-US')
  const { requests_per_minute: minute, requests_per_day: day, search_rows_per_month: rows } = body.limits
  expect(page).toContain(`${grouped(minute)} a minute, ${grouped(day)} a day`)
  expect(page).toContain(`${grouped(rows)} a month`)
  for (const [title, text] of [
    ['Credits by lot', '1,234'],
    ['Ledger', 'Reason number 0'],
    ['Members', 'me@mine.example'],
    ['Keys', mine.keyId],
    ['Webhooks', `https://${mine.apiKey.slice(9, 13)}.example`],
    ['Jobs', jobs[0]!],
    ['Audit log', sentence],
  ] as const)
    expect([title, shown(title).includes(text)]).toEqual([title, true])
  for (const foreign of [jobs[1]!, other.keyId, other.accountId, 'they@other.example', 'Reason number 1'])
    expect([foreign, (page + JSON.stringify(body)).includes(foreign)]).toEqual([foreign, false])
})

it('OPERATOR-15: suspended accounts are counted apart from others of their plan and status', async () => {
  const { accountId } = await test.createAccount({ name: 'Closed', status: 'trialing' })
  await test.createAccount({ name: 'Open', status: 'trialing' })
  await admin('POST', `/accounts/${accountId}/suspend`, { reason: 'Abuse' })
  const { accounts } = (await admin('GET', '/today')).body
  const row = { plan: 'pro', status: 'trialing', accounts: 1 }
  expect(accounts).toContainEqual({ ...row, suspended: false })
  expect(accounts).toContainEqual({ ...row, suspended: true })
})

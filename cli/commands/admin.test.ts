/** The console at the command line: every operation of the operator's API, and what a member sees. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readAuditEntries } from '../../src/audit/entries.ts'
import { nameOnThisMachine } from '../../src/audit/record.ts'
import { sql } from '../../src/base/sql.ts'
import { operatorOperations } from '../../src/operator/operations.ts'
import { type ServedApp, startServedApp } from '../../test/support/browser.ts'
import { type Command, createQuickCommand, environmentFor } from '../../test/support/command.ts'

let test: ServedApp
let run: Command
beforeAll(async () => {
  test = await startServedApp()
  const CHANNEL_KEY = test.secrets.channelKeys[0]!.toString('base64')
  run = createQuickCommand({ ...environmentFor(test.store.url), CHANNEL_KEY, PUBLIC_URL: test.url })
})
afterAll(() => test.stop())

const lastEntry = async (accountId: string) => (await readAuditEntries(test.app.database, { accountId, limit: 1 }))[0]!

it('OPERATOR-23: every operation of the operator’s API is there, reads answer, and acts without what they need change nothing', async () => {
  const { accountId } = await test.createAccount({ email: 'all@admin.example' })
  const { json } = await run('admin --json')
  expect(json.operations.map(({ path }: { path: string }) => path)).toEqual(operatorOperations.map(({ path }) => path))
  expect((await run('admin')).stdout).toMatch(/^METHOD +PATH +SUMMARY\n/)
  const given: Record<string, string> = { account_id: accountId, table: 'credits' }
  const answers: Record<string, unknown> = {}
  for (const { id, method, path } of operatorOperations) {
    const at = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name] ?? '1')
    const { code, stderr } = await run(`admin ${method.toLowerCase()} ${at}`)
    const isThere = method === 'GET' && !/\{(?!account_id|table)/.test(path)
    // One that is named and not there, or an act without a reason: a sentence, no stack.
    if (isThere ? code !== 0 : code !== 1 || !/^[^\n]+\.\n$/.test(stderr)) answers[id] = [code, stderr]
  }
  expect(answers).toEqual({})
  expect(await readAuditEntries(test.app.database, { accountId, byOperators: true, limit: 5 })).toEqual([])
})

it('OPERATOR-23: what is done is checked as the API checks it, and recorded under the name on this machine', async () => {
  const { accountId } = await test.createAccount({ email: 'act@admin.example', credits: 5 })
  const found = await run("admin get '/accounts?find=act@admin.example' --json")
  expect(found.json.data).toEqual([expect.objectContaining({ account_id: accountId })])
  const granted = await run(`admin post /accounts/${accountId}/grant '{"credits":7,"reason":"Sorry"}' --json`)
  expect(granted.json).toMatchObject({ account_id: accountId, credits: { remaining: 12 } })
  expect(await lastEntry(accountId)).toMatchObject({
    action: 'credits.granted',
    actorName: nameOnThisMachine(),
    details: { credits: 7, reason: 'Sorry' },
  })
  for (const [line, code] of [
    [`admin post /accounts/${accountId}/grant '{"credits":-7,"reason":"Sorry"}'`, 1],
    [`admin post /accounts/${accountId}/grant '{"credits":7}'`, 1],
    [`admin post /accounts/${accountId}/grant 'no JSON'`, 1],
    ['admin get /accounts/acc_none', 1],
    ['admin get /planets', 1],
    ['admin get today', 2],
    ["admin get /today '{}'", 2],
    ['admin delete /today', 2],
  ] as const)
    expect([line, (await run(line)).code]).toEqual([line, code])
  expect((await test.app.database.query(sql`SELECT FROM credit_entries WHERE reason = 'Sorry'`)).length).toBe(1)
})

it('OPERATOR-23: account view prints what a member sees, without channels, says so in the account’s log, and leaves no view open', async () => {
  const email = 'zqkwvseen@channel.example'
  const { accountId, apiKey, userId } = await test.createAccount({ email: 'own@view.example', credits: 5 })
  const emails = [{ email, status: 'verified', type: 'work' as const, is_primary: true }]
  const contacts = await test.plantContacts(1, { emails })
  await test.app.start()
  await test.reveal(apiKey, contacts)
  const look = (rest: string) => run(`account view own@view.example ${rest} --reason 'Ticket 17' --json`)
  const profile = await look('')
  expect(profile.json).toMatchObject({
    user: { id: userId },
    account: { id: accountId },
    support_view: { operator: nameOnThisMachine() },
  })
  expect(await lastEntry(accountId)).toMatchObject({
    action: 'account.viewed',
    door: 'operator',
    targetId: userId,
    details: { reason: 'Ticket 17' },
  })
  expect((await look('/api/v1/usage')).json).toMatchObject({ object: expect.any(String) })
  const found = await look("/api/v1/contacts/search --post '{}'")
  expect(found.json.total).toBeGreaterThan(0)
  const refused = [
    await look(`/api/v1/contacts/reveal --post '{"contact_ids":["${contacts[0]}"]}'`),
    await look('/api/v1/contacts/revealed'),
    await look('/api/v1/lists --post \'{"name":"X","kind":"contacts"}\''),
  ]
  expect(refused.map(({ code }) => code)).toEqual([1, 1, 1])
  for (const { stdout, stderr } of [profile, found, ...refused]) expect(stdout + stderr).not.toContain(email)
  expect((await look('/admin/v1/today')).code).toBe(2)
  expect((await look('--as nobody@view.example')).stderr).toBe('nobody@view.example is no member of this account.\n')
  expect((await run('account view own@view.example')).code).toBe(2)
  const away = await look('--server http://127.0.0.1:9')
  expect([away.code, away.stderr]).toEqual([1, expect.stringContaining('No server answers at http://127.0.0.1:9')])
  expect(await test.app.database.query(sql`SELECT FROM support_views`)).toEqual([])
})

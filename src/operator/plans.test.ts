/** Plans that operators change while nodes run. */

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import type { ServedApp } from '../../test/support/browser.ts'
import { createCommand, createQuickCommand, environmentFor, makeDataDir } from '../../test/support/command.ts'
import { openStore } from '../../test/support/database.ts'
import { type SignedInOperator, signInNewOperator } from '../../test/support/operator.ts'
import { createTestKey } from '../../test/support/test-key.ts'
import { readAuditEntries } from '../audit/entries.ts'
import { sql } from '../base/sql.ts'
import { setAccount } from '../billing/set-account.ts'

let test: ServedApp
let other: TestApp
let operator: SignedInOperator
beforeAll(async () => {
  const url = 'https://prospector.example'
  test = { ...(await startTestApp({ clock: 'fixed', publicUrl: url })), url }
  // Another node of the same installation.
  other = await startTestApp({ store: openStore(test.store.url, test.store.ownerUrl) })
  operator = await signInNewOperator(test, 'plans@operator.example', 'Olga')
})
afterAll(async () => {
  await other.stop()
  await test.stop()
})

const path = '/operator/plans'
const write = (plans: object) => JSON.stringify(plans)

async function preview(plans: string) {
  return operator.send(await operator.browser.open(path), `${path}/preview`, { plans })
}

const apply = async (page: Awaited<ReturnType<typeof preview>>, plans: string, version: number) =>
  operator.send(page, path, { plans, version: String(version), reason: 'More for everybody' })

const alertOn = ({ text }: { text: string }) => /<p class="alert" role="alert">(.*?)<\/p>/s.exec(text)?.[1]

const limitAt = async (node: TestApp, key: string) => {
  const { body } = await node.call('GET', '/api/v1/usage', { key })
  return body.search_rows.limit
}

it('OPERATOR-22: a change is previewed with the accounts that it concerns, is a version with a reason, and is sold by every node', async () => {
  const { apiKey, accountId } = await test.createAccount({ email: 'ada@plans.example' })
  const { apiKey: testKey } = await createTestKey(test, accountId)
  expect(await limitAt(other, apiKey)).toEqual(25_000)
  const plans = write({ pro: { requests_per_minute: 77, search_rows_per_month: 30_000, credits_per_month: 1_500 } })
  const page = await preview(plans)
  const cells = [...page.text.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell]) => cell)
  expect(cells).toEqual([
    ...['pro', 'credits a month', '1,000', '1,500', '1', 'with the next period of each account'],
    ...['pro', 'requests a minute', '60', '77', '1', 'at once, unless an account has its own limit'],
    ...['pro', 'search rows a month', '25,000', '30,000', '1', expect.stringContaining('at once')],
  ])
  expect(await limitAt(test, apiKey)).toEqual(25_000)
  const after = await apply(page, plans, 0)
  expect(after.text).toContain('The plans are changed.')
  expect(after.text).toContain('More for everybody')
  expect(await limitAt(test, apiKey)).toEqual(30_000)
  // MODE-4: test windows are as large.
  expect(await limitAt(test, testKey)).toEqual(30_000)
  // What is sold now, under the names that the text has for it.
  expect(after.text).toMatch(/<th[^>]*>credits_per_month<\/th>/)
  const sold = [...after.text.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell]) => cell!.replace(/<[^>]*>/g, ''))
  expect(sold.slice(0, 9)).toEqual(['pro', 'Pro', '$99 a month', '1,500', '77', '5,000', '30,000', '250,000', '25'])
  await expect.poll(() => limitAt(other, apiKey), { timeout: 60_000, interval: 200 }).toEqual(30_000)
  const [entry] = await readAuditEntries(test.app.database, { byOperators: true, limit: 1 })
  expect(entry).toMatchObject({ action: 'plans.changed', actorName: 'Olga', details: { version: 1, changes: 3 } })
})

it('OPERATOR-22: what is wrong in a file is wrong here, and what makes no sense changes nothing', async () => {
  const wrong = '{"pro": {"credits_per_month": -1, "colour": "red"}}'
  const said = alertOn(await preview(wrong))
  expect(said).toMatch(
    /^These plans can&#39;t be used:\n {2}- Plan &quot;pro&quot;: a plan has no &quot;colour&quot;\. It has /,
  )
  expect(said).toMatch(
    /\n {2}- Plan &quot;pro&quot;: credits_per_month must be a whole number from 0 to 1,000,000,000\.$/,
  )
  expect(alertOn(await preview('{'))).toMatch(/^These plans can&#39;t be used:\n {2}- They are not JSON: /)
  expect(alertOn(await preview('[]'))).toContain(
    'They must be a JSON object that says what is different about each plan',
  )
  const same = write({ pro: { requests_per_minute: 77, search_rows_per_month: 30_000, credits_per_month: 1_500 } })
  expect((await preview(same)).text).toContain('This changes nothing.')
  const scale = { name: 'Scale', price_label: '$9', credits_per_month: 1, requests_per_minute: 1 }
  const withScale = write({ scale: { ...scale, requests_per_day: 1, search_rows_per_month: 1 } })
  const page = await preview(withScale)
  expect((await apply(page, withScale, 0)).text).toContain('Somebody else changed the plans meanwhile.')
  expect((await apply(await preview(withScale), withScale, 1)).text).toContain('The plans are changed.')
  const { accountId } = await test.createAccount({ email: 'bob@plans.example', planId: 'scale' })
  expect((await preview('{}')).text).toContain(`Accounts are on plans that would be gone: scale (1: ${accountId}).`)
  // A test account that was started over is on no plan; the one that has taken its place is.
  const { database, clock, plans } = test.app
  const { apiKey: testKey } = await createTestKey(test, accountId)
  await setAccount(database, clock, plans, accountId, { planId: 'pro' })
  const inTestMode = (await test.call('GET', '/api/v1/usage', { key: testKey })).body.account.id
  const blocked = (await preview('{}')).text
  expect(blocked).toContain(`would be gone: scale (1: ${inTestMode}).`)
  // The operator moves it as any other account.
  await setAccount(database, clock, plans, inTestMode, { planId: 'pro' })
  expect((await preview('{}')).text).not.toContain('would be gone')
  await setAccount(database, clock, plans, inTestMode, { planId: 'scale' })
  expect((await test.call('POST', '/api/v1/test/reset', { key: testKey, body: {} })).status).toBe(200)
  expect((await preview('{}')).text).not.toContain('would be gone')
  // A downgrade that waits for the end of the month.
  await test.store.owner.query(sql`
    UPDATE accounts SET next_plan_id = 'scale', next_plan_at = now() + interval '9 days' WHERE account_id = ${accountId}`)
  expect((await preview('{}')).text).toContain(`would be gone: scale (1: ${accountId}).`)
  await setAccount(database, clock, plans, accountId, { planId: 'scale' })
})

it('OPERATOR-22: the command does the same, knows plans of the database, and says when plans.json is no longer read', async () => {
  const home = await makeDataDir()
  await mkdir(home.path)
  const env = { ...environmentFor(test.store.url), DATA_DIR: home.path }
  const run = createQuickCommand(env)
  const file = join(home.path, 'new.json')
  const before = (await run('plans show --json')).json
  expect(before.version).toBe(2)
  for (const verb of ['check', "apply --reason 'More'"]) {
    await writeFile(file, '{"pro": {"watches": "many"}}')
    const told = `These plans can't be used:\n  - Plan "pro": watches must be a whole number from 0 to 1,000,000,000.\n`
    expect(await run(`plans ${verb} ${file}`)).toMatchObject({ code: 1, stderr: told })
  }
  await writeFile(file, write({ ...before.plans, pro: { requests_per_minute: 88 } }))
  expect((await run(`plans check ${file}`)).stdout).toContain('requests a minute')
  expect(await run(`plans apply ${file}`)).toMatchObject({ code: 2 })
  expect((await run(`plans apply ${file} --reason 'By hand'`)).stdout).toContain('This is version 3 of the plans.')
  expect(await run(`plans apply ${file} --reason 'Again'`)).toMatchObject({
    code: 1,
    stderr: 'This changes nothing.\n',
  })
  expect((await run('plans history --json')).json.versions).toMatchObject([
    { version: 3, reason: 'By hand' },
    { version: 2, changed_by: 'Olga' },
    { version: 1 },
  ])
  expect((await run('plans show --plans-version 1')).stdout).toContain('77')
  const gold = await run('account create --name A --email a@gold.example --plan gold')
  expect([gold.code, gold.stderr]).toEqual([
    2,
    expect.stringContaining('Allowed choices are pro, business, enterprise, scale'),
  ])
  await writeFile(join(home.path, 'plans.json'), '{}')
  const { findings } = (await createCommand(env)('doctor --json')).json
  expect(findings.find(({ about }: { about: string }) => about === 'plans')).toMatchObject({ state: 'warning' })
  await home.remove()
})

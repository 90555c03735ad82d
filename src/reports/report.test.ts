import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { createQuickCommand, environmentFor } from '../../test/support/command.ts'
import { createTestKey } from '../../test/support/test-key.ts'
import { fixedClock } from '../base/clock.ts'
import { sql } from '../base/sql.ts'
import { cleanUp } from '../queue/housekeeping.ts'
import { readReport } from './report.ts'
import { reportsRetention } from './retention.ts'
import { wordsAsked } from './unmet-searches.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
  await test.plantContacts(3)
  await test.app.start()
})
afterAll(() => test.stop())

const everything = new Date(0)
const month = new Date().toISOString().slice(0, 7)
const tableOf = async (name: string, since = everything) =>
  (await readReport(test.store.database, since, [name]))[0]!.rows

it('REPORT-1: accounts by plan, credits by plan, door and kind, reveals by source and age; test accounts count nowhere', async () => {
  const { apiKey, accountId } = await test.createAccount({ credits: 20, planId: 'business' })
  const ids = await test.plantContacts(4)
  expect((await test.reveal(apiKey, ids.slice(0, 3))).status).toBe(200)
  const { database } = test.store
  await database.query(sql`
    INSERT INTO accounts (account_id, name, plan_id, status, live_account_id)
    VALUES ('acc_test_abcdefghijklmnop', 'Test', 'business', 'none', ${accountId})`)
  await database.query(sql`
    INSERT INTO credit_entries (account_id, seq, entry_id, kind, amount, balance_after, door, period_start, created_at)
    VALUES ('acc_test_abcdefghijklmnop', 1, 'ent_test', 'grant', 7, 7, 'operator', now(), now())`)
  expect(await tableOf('accounts')).toEqual([['business', 'active', 1]])
  expect(await tableOf('new-accounts')).toEqual([[month, 'business', 1]])
  expect(await tableOf('credits')).toEqual([
    [month, 'business', 'api_key', 'spend', 1, -3],
    [month, 'business', 'operator', 'grant', expect.any(Number), 20],
  ])
  const reveals = await tableOf('reveals')
  expect(reveals.map(([when, , , count]) => [when, count])).toEqual([[month, 3]])
  await database.query(
    sql`UPDATE contacts SET emails_verified_at = NULL, email_kinds = NULL, collected_at = now() - interval '100 days' WHERE contact_id = ${ids[0]}`,
  )
  await database.query(
    sql`UPDATE contacts SET emails_verified_at = NULL, email_kinds = NULL, collected_at = NULL WHERE contact_id = ${ids[1]}`,
  )
  const ages = (await tableOf('reveals')).map(([, , age, count]) => [age, count])
  expect(ages).toContainEqual(['180', 1])
  expect(ages).toContainEqual(['unknown', 2])
  for (const name of ['new-accounts', 'credits', 'reveals'])
    expect([name, await tableOf(name, new Date(Date.now() + 86_400_000))]).toEqual([name, []])
})

it('REPORT-2: revenue is what was paid by month, plan and currency, each invoice once, as the provider last showed it', async () => {
  const { database } = test.store
  const invoice = (invoiceId: string, given: object) => ({
    invoiceId,
    planId: 'pro',
    pack: null,
    paidAt: Date.UTC(2026, 2, 5),
    amountPaid: 9_900,
    amountRefunded: 0,
    currency: 'usd',
    dispute: null,
    ...given,
  })
  const note = (customer: string, look: number, invoices: object[]) =>
    database.query(sql`
      WITH customer AS (INSERT INTO billing_customers (customer_id) VALUES (${customer}) ON CONFLICT DO NOTHING)
      INSERT INTO billing_snapshots (customer_id, look, observed_at, snapshot)
      VALUES (${customer}, ${look}, now(), ${JSON.stringify({ invoices })}::jsonb)`)
  await note('cus_a', 1, [invoice('in_1', {}), invoice('in_2', { paidAt: null, amountPaid: 0 })])
  await note('cus_a', 2, [
    invoice('in_1', { amountRefunded: 900 }),
    invoice('in_2', { paidAt: Date.UTC(2026, 3, 1), pack: { packId: 'small' }, planId: null, amountPaid: 5_900 }),
  ])
  await note('cus_b', 1, [
    invoice('in_3', { dispute: 'lost' }),
    invoice('in_4', { currency: 'eur', amountPaid: 8_900 }),
    invoice('in_5', { amountPaid: 0 }),
  ])
  await note('cus_test_c', 1, [invoice('in_6', {})])
  expect(await tableOf('revenue')).toEqual([
    ['2026-03', 'pro', 'eur', 1, 8_900, 0, 0],
    ['2026-03', 'pro', 'usd', 2, 19_800, 900, 9_900],
    ['2026-04', 'credit pack', 'usd', 1, 5_900, 0, 0],
  ])
  expect(await tableOf('revenue', new Date('2026-04-01'))).toHaveLength(1)
})

it('REPORT-3: a word of searches that found nothing is written down when three accounts asked for it, and nothing of people ever is', async () => {
  const { database } = test.store
  const accounts = await Promise.all([1, 2, 3].map(() => test.createAccount()))
  const keys = accounts.map(({ apiKey }) => apiKey)
  const search = async (key: string, app: string) => {
    const body = {
      person: { query: 'Ottilie', title: 'Vizekanzlerin', roles_any: ['Zauberin'] },
      store: { apps: { any: [app] }, query: 'Krummhold', domains: ['krummhold.example'] },
    }
    const answer = await test.call('POST', '/api/v1/contacts/search', { key, body })
    expect([answer.status, answer.body.total]).toEqual([200, 0])
  }
  const askers = async () => (await database.query(sql`SELECT FROM unmet_askers`)).length
  // Test mode does not count.
  for (const { accountId } of accounts) await search((await createTestKey(test, accountId)).apiKey, 'Gorgias')
  for (const key of keys.slice(0, 2)) for (const app of ['Rebuy', ' REBUY ', 'Gorgias']) await search(key, app)
  await expect.poll(askers, { timeout: 60_000 }).toBe(4)
  expect(await tableOf('searches')).toEqual([])
  await search(keys[2]!, 'rebuy')
  await expect.poll(() => tableOf('searches'), { timeout: 60_000 }).toEqual([[month, 'store.apps', 'rebuy', 3]])
  const stored = await database.query<{ row: string }>(sql`
    SELECT to_jsonb(t)::text AS row FROM unmet_words t UNION ALL SELECT to_jsonb(t)::text FROM unmet_askers t`)
  const text = stored.map(({ row }) => row).join('\n')
  for (const name of ['ottilie', 'vizekanzlerin', 'zauberin', 'krummhold', 'gorgias', 'acc_'])
    expect(text.toLowerCase()).not.toContain(name)

  // When the month is over, only the count stays.
  const later = new Date()
  later.setUTCMonth(later.getUTCMonth() + 1, 2)
  await cleanUp(
    database,
    fixedClock(() => later),
    reportsRetention,
  )
  expect([await askers(), (await tableOf('searches')).length]).toEqual([0, 1])
})

it('REPORT-3: of a search only values of store filters with a list are words: no free text, no domain, no address, nothing overlong', () => {
  const store = {
    apps: { any: ['Klaviyo', 'a@b.example', 'x'.repeat(61)], all: ['Yotpo'], none: ['Judge.me'] },
    countries: ['Germany'],
    categories: ['pets'],
    query: 'Ada Lovelace',
    domains: ['ada.example'],
    traffic_tiers: ['10k_50k'],
  }
  const asked = wordsAsked({ store, person: { query: 'Ada', title: 'Ada', roles_any: ['Ada'] } })
  expect(asked.map(({ filter, word }) => `${filter} ${word}`).sort()).toEqual([
    'store.apps klaviyo',
    'store.apps yotpo',
    'store.categories pets',
    'store.countries de',
  ])
})

it('REPORT-4: the command prints all tables, one, or one as CSV', async () => {
  const run = createQuickCommand(environmentFor(test.store.url))
  const all = await run('report --json --since 2026-03-01')
  expect(all.code).toBe(0)
  expect(Object.keys(all.json)).toEqual([
    'since',
    'accounts',
    'new_accounts',
    'revenue',
    'credits',
    'reveals',
    'searches',
  ])
  const now = new Date()
  const yearAgo = new Date(Date.UTC(now.getUTCFullYear() - 1, now.getUTCMonth(), 1))
  expect((await run('report --json')).json.since).toBe(yearAgo.toISOString())
  const csv = await run('report revenue --csv --since 2026-04-01')
  expect(csv.stdout).toBe('month,plan,currency,invoices,paid,refunded,lost\r\n2026-04,credit pack,usd,1,5900,0,0\r\n')
  expect((await run('report revenue --since 2026-04-01')).stdout).toMatch(
    /2026-04 +credit pack +usd +1 +\$59 +\$0 +\$0\n/,
  )
  // A number below 0 is a number for spreadsheets, too.
  expect((await run('report credits --csv')).stdout).toContain(`${month},business,api_key,spend,1,-3\r\n`)
  expect((await run('report accounts')).stdout).toMatch(/^Accounts by plan and status, now\n\nplan +status +accounts\n/)
  expect(await run('report --csv')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^error: name one table for --csv: accounts, /),
  })
  expect(await run('report nonsense')).toMatchObject({ code: 2 })
})

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { periodOf } from '../accounts/plan-state.ts'
import { sql } from '../base/sql.ts'
import { verifyLedger } from '../credits/verify.ts'
import { makeKey } from '../keys/keys.ts'

const begun = new Date('2026-01-31T10:00:00.000Z')

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ clock: 'fixed', startAt: begun })
})
beforeEach(() => test.setTime(begun))
afterAll(async () => {
  expect((await verifyLedger(test.store.database)).problems).toEqual([])
  await test.stop()
})

const getUsage = async (key: string) => (await test.call('GET', '/api/v1/usage', { key })).body
const readEntries = (accountId: string) =>
  test.store.database.query(sql`
    SELECT kind, amount, balance_after, period_start, opens_period FROM credit_entries
    WHERE account_id = ${accountId} ORDER BY seq`)

it('CREDIT-8, PLAN-9, L9: unused credits expire with an entry at the boundary, and the first operation that sees it opens the month', async () => {
  const { accountId, apiKey } = await test.createAccount({ credits: 40 })
  const ids = await test.plantContacts(2)
  await test.reveal(apiKey, [ids[0]])

  test.setTime(new Date('2026-02-28T09:59:59.999Z'))
  expect((await getUsage(apiKey)).contact_credits).toMatchObject({ limit: 40, used: 1, remaining: 39 })
  test.setTime(new Date('2026-02-28T10:00:00.000Z'))
  const reply = await test.reveal(apiKey, [ids[1]])

  expect(reply.body.credits).toMatchObject({ spent: 1, remaining: 999 })
  expect(await readEntries(accountId)).toEqual([
    { kind: 'grant', amount: 40, balance_after: 40, period_start: begun, opens_period: true },
    { kind: 'spend', amount: -1, balance_after: 39, period_start: begun, opens_period: false },
    { kind: 'expire', amount: -39, balance_after: 0, period_start: begun, opens_period: false },
    {
      kind: 'grant',
      amount: 1_000,
      balance_after: 1_000,
      period_start: new Date('2026-02-28T10:00:00.000Z'),
      opens_period: true,
    },
    {
      kind: 'spend',
      amount: -1,
      balance_after: 999,
      period_start: new Date('2026-02-28T10:00:00.000Z'),
      opens_period: false,
    },
  ])
})

it('L9: after two months without a request only the current one opens, and the 31st has come back', async () => {
  const { accountId, apiKey } = await test.createAccount({ credits: 5 })
  test.setTime(new Date('2026-04-01T00:00:00.000Z'))
  const usage = await getUsage(apiKey)
  expect(usage.plan.period).toEqual({ start: '2026-03-31T10:00:00.000Z', end: '2026-04-30T10:00:00.000Z' })
  expect(usage.contact_credits).toMatchObject({ limit: 1_000, used: 0, remaining: 1_000 })
  const entries = await readEntries(accountId)
  expect(entries).toMatchObject([
    { kind: 'grant', amount: 5 },
    { kind: 'expire', amount: -5 },
    { kind: 'grant', amount: 1_000 },
  ])
})

it('a period that ended with nothing left expires nothing, so it leaves no entry of zero', async () => {
  const { accountId, apiKey } = await test.createAccount({ credits: 0 })
  test.setTime(new Date('2026-03-01T00:00:00.000Z'))
  await getUsage(apiKey)
  expect(await readEntries(accountId)).toMatchObject([
    { kind: 'grant', amount: 0 },
    { kind: 'grant', amount: 1_000 },
  ])
})

it('PLAN-12, U6: a trial is one period of its own, from its start to its end, whatever month it falls in', async () => {
  const { apiKey } = await test.createAccount({ status: 'trialing' })
  test.setTime(new Date('2026-02-14T09:59:59.999Z'))
  const usage = await getUsage(apiKey)
  expect(usage.plan).toMatchObject({
    status: 'trialing',
    trial_ends_at: '2026-02-14T10:00:00.000Z',
    period: { start: '2026-01-31T10:00:00.000Z', end: '2026-02-14T10:00:00.000Z' },
  })
  expect(usage.contact_credits).toMatchObject({ limit: 250, remaining: 250, trial_limit: 250, paid_plan_limit: 1_000 })
})

it('L9: a request admitted in one month that spends when the next is open spends there', async () => {
  const { accountId, apiKey, keyId } = await test.createAccount({ credits: 3 })
  const [id] = await test.plantContacts(1)
  const [account] = await test.store.database.query<{ period_anchor: Date }>(
    sql`SELECT period_anchor FROM accounts WHERE account_id = ${accountId}`,
  )
  const plan = test.app.plans.get('pro')!
  const state = {
    planId: 'pro',
    status: 'active' as const,
    periodAnchor: account!.period_anchor,
    trialEndsAt: null,
    accessEndsAt: null,
  }
  const admittedIn = periodOf(state, plan, begun)!
  test.setTime(new Date('2026-03-05T00:00:00.000Z'))
  await getUsage(apiKey)
  const outcome = await test.app.spending.spend({
    accountId,
    period: admittedIn,
    door: 'api_key',
    actor: { type: 'api_key', id: keyId, name: 'First key' },
    countsFor: [{ type: 'api_key', id: keyId, limit: null }],
    requestId: 'req_late',
    idempotencyKey: null,
    items: [{ contactId: id!, purchasable: true, readable: true }],
  })
  expect(outcome).toMatchObject({ kind: 'spent', spent: 1, remaining: 999 })
  expect((await readEntries(accountId)).at(-1)).toMatchObject({
    kind: 'spend',
    period_start: new Date('2026-02-28T10:00:00.000Z'),
  })
})

it('ORDER-3: a reveal that gets nothing, or is refused, does not open the new month', async () => {
  const { accountId, apiKey } = await test.createAccount({ credits: 3 })
  test.setTime(new Date('2026-03-05T00:00:00.000Z'))
  expect((await test.reveal(apiKey, ['ct_live_aaaaaaaaaaaaaaaa'])).status).toBe(404)
  expect(await readEntries(accountId)).toHaveLength(1)
})

it('AUTH-7, L11: a limit of a key counts per usage month', async () => {
  const { accountId } = await test.createAccount({ credits: 50 })

  const { apiKey } = await makeKey(test.store.database, { accountId, name: 'Limited', creditLimit: 2 })
  const ids = await test.plantContacts(5)
  expect((await test.reveal(apiKey, ids.slice(0, 2))).status).toBe(200)
  expect((await test.reveal(apiKey, [ids[2]])).body.error.code).toBe('key_credit_limit_reached')
  test.setTime(new Date('2026-02-28T10:00:00.000Z'))
  expect((await test.reveal(apiKey, [ids[2]])).body.credits).toMatchObject({ spent: 1, remaining: 999 })
  expect((await test.reveal(apiKey, ids.slice(3))).body.error.code).toBe('key_credit_limit_reached')
})

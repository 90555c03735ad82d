/** Rights that end while a request is on its way to the payment provider. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { addMember, endMembership } from '../../src/members/members.ts'
import { deletePrivate } from '../../src/watches/delete-private.ts'
import { type Browser, createBrowser, type ServedApp, startServedApp } from '../support/browser.ts'
import { createVisitor } from '../support/visitor.ts'

let test: ServedApp
beforeAll(async () => {
  test = await startServedApp()
})
afterAll(() => test.stop())

/** An account that bought a plan, and the session of a second owner of it. */
async function subscribed(plan: string, name: string) {
  const { accountId, apiKey } = await test.createAccount({ email: `first-${name}@money.example`, status: 'none' })
  const second = await test.createAccount({ email: `second-${name}@money.example` })
  await addMember(test.store.database, { accountId, userId: second.userId, role: 'owner', creditLimit: null })
  const visitor = createVisitor(test.url)
  const link = (kind: string, body: object) =>
    test
      .call('POST', `/api/v1/billing/${kind}-link`, { key: apiKey, body })
      .then(({ body: { url } }) => visitor.open(url))
  await link('subscription', { plan })
  expect((await visitor.submit('/sandbox/checkout', { card_number: '4242 4242 4242 4242' })).status).toBe(303)
  const browser = createBrowser(test)
  await browser.signIn(`second-${name}@money.example`)
  expect((await browser.call('POST', '/app/v1/account/switch', { account_id: accountId })).status).toBe(200)
  return { accountId, userId: second.userId, browser, visitor, link }
}

type Owner = Awaited<ReturnType<typeof subscribed>>
const changeTo = (browser: Browser, plan: string) =>
  browser.call('POST', '/app/v1/billing/plan-change', { plan, interval: 'month' })

/** What the provider has, as text, and what the account was told. */
async function provided(): Promise<unknown> {
  const [customers] = await test.store.database.query(sql`
    SELECT string_agg(to_jsonb(c)::text, ',' ORDER BY to_jsonb(c)::text) AS rows FROM stripe_simulator_customers c`)
  return customers
}

const moves: {
  id: string
  plan: string
  prepare?(owner: Owner): Promise<unknown>
  ask(browser: Browser): Promise<{ status: number; text: string }>
}[] = [
  { id: 'changePlan', plan: 'business', ask: (browser) => changeTo(browser, 'enterprise') },
  {
    id: 'cancelPlanChange',
    plan: 'business',
    prepare: ({ browser }) => changeTo(browser, 'pro'),
    ask: (browser) => browser.call('POST', '/app/v1/billing/plan-change/cancel', {}),
  },
  {
    id: 'keepSubscription',
    plan: 'business',
    async prepare({ link, visitor }) {
      await link('portal', {})
      return visitor.submit('/sandbox/portal/cancel')
    },
    ask: (browser) => browser.call('POST', '/app/v1/billing/keep-subscription', {}),
  },
  { id: 'endTrial', plan: 'pro', ask: (browser) => browser.call('POST', '/api/v1/billing/end-trial', {}) },
]

it.each(moves)('AUTH-10: an owner who is being removed moves no money: $id', async ({ id, plan, prepare, ask }) => {
  const owner = await subscribed(plan, id.toLowerCase())
  await prepare?.(owner)
  const { removed, committed } = { removed: Promise.withResolvers<void>(), committed: Promise.withResolvers<void>() }
  // The removal is under way: admission does not see it yet.
  const removal = test.store.database.transaction(async (tx) => {
    await endMembership(tx, { clock: test.app.clock, deletePrivate }, owner.accountId, owner.userId)
    removed.resolve()
    await committed.promise
  })
  await removed.promise
  const before = await provided()
  let isAnswered = false
  const asked = ask(owner.browser).finally(() => {
    isAnswered = true
  })
  await expect.poll(async () => isAnswered || (await isSomebodyWaiting()), { timeout: 60_000 }).toBe(true)
  committed.resolve()
  await removal
  const { status, text } = await asked
  expect([status, await provided()], text).toEqual([401, before])
})

it.each(moves)('an owner who stays may: $id', async ({ id, plan, prepare, ask }) => {
  const owner = await subscribed(plan, `stays-${id.toLowerCase()}`)
  await prepare?.(owner)
  const before = await provided()
  expect((await ask(owner.browser)).status).toBe(200)
  expect(await provided()).not.toEqual(before)
})

async function isSomebodyWaiting(): Promise<boolean> {
  const waiting = await test.store.database.query(
    sql`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
  )
  return waiting.length > 0
}

import { afterAll, beforeAll, expect, it } from 'vitest'
import { findAccount } from '../../src/accounts/accounts.ts'
import { hasApiAccess } from '../../src/accounts/api-access.ts'
import { sql } from '../../src/base/sql.ts'
import { eraseAccount } from '../../src/billing/erase-account.ts'
import { plans } from '../../src/billing/plans/plans.ts'
import { setAccount } from '../../src/billing/set-account.ts'
import { foldEmail, hadTrialElsewhere } from '../../src/billing/settle/trials.ts'
import { createSignUpAccount } from '../../src/billing/sign-up.ts'
import * as actions from '../../src/billing/stripe-simulator/actions.ts'
import { advance } from '../../src/billing/stripe-simulator/billing-cycle.ts'
import { reconcile } from '../../src/billing/sync/reconcile.ts'
import { readBalance } from '../../src/credits/ledger.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { createFakeStripe, type ServedStripe, serveFakeStripe, stripeTestKey } from '../support/simulated-stripe.ts'

const startAt = new Date('2026-03-02T09:30:00.000Z')
let stripe: ServedStripe
let test: TestApp
beforeAll(async () => {
  stripe = await serveFakeStripe(createFakeStripe(startAt))
  const settings = { secretKey: stripeTestKey, webhookSecret: 'whsec_fake', apiBase: stripe.url }
  test = await startTestApp({ clock: 'fixed', startAt, stripe: settings })
})
afterAll(async () => {
  await test.stop()
  await stripe.stop()
})

/** Starts the checkout that the account is offered, and tells where the account ends up. */
async function tryPro(email: string, fingerprint: string) {
  const { apiKey } = await test.createAccount({ status: 'none', email })
  const call = (method: string, path: string) => test.call(method, `/api/v1/billing/${path}`, { key: apiKey })
  const offered = (await call('GET', 'status')).body.plans[0].trial
  const { url } = (await call('POST', 'subscription-link')).body
  actions.completeCheckout(stripe.world, url.split('/').at(-1), { fingerprint })
  await look()
  return { offered: offered !== null, status: (await call('GET', 'status')).body.plan.status }
}

it('PLAN-10, B10: a person has one trial: by address, however it is written, and by card', async () => {
  expect(await tryPro('ada.lovelace@gmail.com', 'fp_ada')).toEqual({ offered: true, status: 'trialing' })
  // The same mailbox is offered no trial and pays at once.
  expect(await tryPro('AdaLovelace+second@googlemail.com', 'fp_other')).toEqual({ offered: false, status: 'active' })
  // Another address with the same card gets no second trial: the account waits for its first payment.
  expect(await tryPro('ada@work.example', 'fp_ada')).toEqual({ offered: true, status: 'lapsed' })
  expect(await tryPro('ben@work.example', 'fp_ben')).toEqual({ offered: true, status: 'trialing' })
})

it('PLAN-10, B10: a person who leaves an account to somebody else and opens another one has had their trial', async () => {
  const { database } = test.store
  const { accountId, userId, apiKey } = await test.createAccount({ status: 'none', email: 'carl@leaves.example' })
  const { url } = (await test.call('POST', '/api/v1/billing/subscription-link', { key: apiKey })).body
  actions.completeCheckout(stripe.world, url.split('/').at(-1), { fingerprint: 'fp_carl' })
  for (const { customer } of stripe.world.happened.splice(0))
    if (customer) await test.app.billing.look(customer, { kind: 'event', id: 'evt' })
  expect((await findAccount(database, accountId))?.status).toBe('trialing')
  await database.query(sql`DELETE FROM members WHERE account_id = ${accountId} AND user_id = ${userId}`)
  const secret = test.secrets.authSecret
  const again = await createSignUpAccount(database, plans, 'Again', userId)
  expect(await hadTrialElsewhere(database, secret, again)).toBe(true)
  const { accountId: other } = await test.createAccount({ status: 'none', email: 'dora@leaves.example' })
  expect(await hadTrialElsewhere(database, secret, other)).toBe(false)
})

it('ERASE-3: an account is not erased while its subscription goes on being charged', async () => {
  const { database, clock } = test.app
  const { accountId, apiKey } = await test.createAccount({ status: 'none', email: 'greta@charged.example' })
  const { url } = (await test.call('POST', '/api/v1/billing/subscription-link', { key: apiKey })).body
  actions.completeCheckout(stripe.world, url.split('/').at(-1), { fingerprint: 'fp_greta' })
  await look()
  const account = (await findAccount(database, accountId))!
  const erased = eraseAccount(database, clock, plans, account, async () => {})
  await expect(erased).rejects.toThrow('has a subscription that is still charged')
  expect((await test.call('GET', '/api/v1/billing/status', { key: apiKey })).body.plan.status).toBe('trialing')
})

it('PLAN-10: the operator can give a person another trial, with its own credits', async () => {
  const { accountId } = await test.createAccount({ status: 'trialing', email: 'eva@again.example' })
  const { database, clock } = test.app
  await setAccount(database, clock, plans, accountId, { status: 'lapsed' })
  const account = await setAccount(database, clock, plans, accountId, { status: 'trialing' })
  expect(hasApiAccess(account, clock.now())).toBe(true)
  expect(await readBalance(database, accountId)).toMatchObject({ balance: 250, periodCredits: 250 })
})

it.each([
  ['Ada.Love+x@Gmail.com', 'adalove@gmail.com'],
  ['ada@googlemail.com', 'ada@gmail.com'],
  ['ada+x@outlook.com', 'ada@outlook.com'],
  ['ada.l@outlook.com', 'ada.l@outlook.com'],
  ['ada+x@pm.me', 'ada@proton.me'],
  ['ada+sales@acme.example', 'ada+sales@acme.example'],
])('PLAN-10: %s leads to the mailbox %s', (email, mailbox) => {
  expect(foldEmail(email)).toBe(mailbox)
})

it('ROWS-5, PLAN-5: search rows begin again when a trial becomes paid', async () => {
  const { accountId, apiKey } = await test.createAccount({ status: 'none', email: 'rows@work.example' })
  const call = (method: string, path: string, body?: object) =>
    test.call(method, `/api/v1${path}`, { key: apiKey, ...(body && { body }) })
  const { url } = (await call('POST', '/billing/subscription-link')).body
  actions.completeCheckout(stripe.world, url.split('/').at(-1), { fingerprint: 'fp_rows' })
  for (const { customer } of stripe.world.happened.splice(0))
    if (customer) await test.app.billing.look(customer, { kind: 'event', id: 'evt' })
  await test.store.database.query(sql`UPDATE accounts SET search_rows_per_month = 1 WHERE account_id = ${accountId}`)
  await test.plantContacts(2)
  await test.app.start()
  const search = () => call('POST', '/stores/search', { limit: 1 })
  expect((await search()).body.data).toHaveLength(1)
  expect((await search()).body.error.limit).toMatchObject({ name: 'search_rows_per_month', limit: 1, remaining: 0 })
  expect((await call('GET', '/usage')).body.search_rows).toMatchObject({ used: 1, remaining: 0 })
  // An hour later the customer ends the trial.
  advance(stripe.world, stripe.world.now + 3_600)
  test.setTime(new Date(stripe.world.now * 1_000))
  expect((await call('POST', '/billing/end-trial')).body.plan.status).toBe('active')
  expect((await call('GET', '/usage')).body.search_rows).toMatchObject({ used: 0, remaining: 1 })
  expect((await search()).body.data).toHaveLength(1)
  expect((await search()).status).toBe(429)
})

async function look(): Promise<void> {
  for (const { customer } of stripe.world.happened.splice(0))
    if (customer) await test.app.billing.look(customer, { kind: 'event', id: 'evt' })
}

async function beginTrial(email: string, body: object = {}) {
  const { accountId, apiKey } = await test.createAccount({ status: 'none', email })
  const { url } = (await test.call('POST', '/api/v1/billing/subscription-link', { key: apiKey, body })).body
  actions.completeCheckout(stripe.world, url.split('/').at(-1), { fingerprint: `fp_${email}` })
  await look()
  const customerId = (await findAccount(test.app.database, accountId))!.customerId!
  const subscription = stripe.world.subscriptions.values().find(({ customer }) => customer === customerId)!
  return { accountId, customerId, subscription }
}

it('BILL-24: while the operator’s plan holds, a subscription to another one gives no credits of the difference', async () => {
  const { database, clock } = test.app
  const { accountId, subscription } = await beginTrial('eve@pays.example')
  actions.endTrialNow(stripe.world, subscription)
  await look()
  expect((await findAccount(database, accountId))?.status).toBe('active')
  const balance = async () => (await readBalance(database, accountId)).balance
  expect(await balance()).toBe(1_000)
  const later = (minutes: number) => test.setTime(new Date(clock.now().getTime() + minutes * 60_000))
  later(1)
  await setAccount(database, clock, plans, accountId, { planId: 'business', credits: 3_000 })
  expect(await balance()).toBe(3_000)
  later(1)
  await reconcile(database, test.app.billing, { accountId })
  expect((await findAccount(database, accountId))?.planId).toBe('business')
  expect(await balance()).toBe(3_000)
})

it('BILL-14: a refund of the first month takes its credits back, also when the trial was ended before its time', async () => {
  const { accountId, customerId, subscription } = await beginTrial('rae@pays.example')
  const balance = async () => (await readBalance(test.app.database, accountId)).balance
  // The invoice of the trial goes on to name the two weeks that the trial was meant to last.
  advance(stripe.world, stripe.world.now + 3_600)
  test.setTime(new Date(stripe.world.now * 1_000))
  actions.endTrialNow(stripe.world, subscription)
  await look()
  expect(await balance()).toBe(1_000)
  const month = actions.newestInvoice(stripe.world, customerId)!
  actions.refund(stripe.world, month, 0.5)
  await look()
  expect(await balance()).toBe(500)
  actions.refund(stripe.world, month)
  await look()
  expect(await balance()).toBe(0)
})

it('BILL-8: the mail before a trial ends says what will be charged, or that nothing will be; the one after it, what came of it', async () => {
  await beginTrial('monthly@ends.example')
  await beginTrial('yearly@ends.example', { plan: 'pro', interval: 'year' })
  const { subscription } = await beginTrial('cancelled@ends.example')
  actions.setCancellation(stripe.world, subscription, true)
  await look()
  await test.createAccount({ status: 'trialing', email: 'given@ends.example' })
  const pass = async (days: number) => {
    advance(stripe.world, stripe.world.now + days * 86_400)
    test.setTime(new Date(stripe.world.now * 1_000))
    test.mails.splice(0)
    await look()
    await test.app.billing.runJobs()
  }
  const toldTo = (name: string) =>
    test.mails.filter(({ to }) => to === `${name}@ends.example`).map(({ subject, text }) => `${subject}: ${text}`)
  // Late, after a day without a node.
  await pass(12.5)
  expect(toldTo('monthly')).toEqual([
    expect.stringMatching(/^Your trial ends in 2 days: .*will then be charged \$99,/s),
  ])
  expect(toldTo('yearly')).toEqual([expect.stringMatching(/will then be charged \$990,/)])
  expect(toldTo('cancelled')).toEqual([expect.stringMatching(/nothing will be charged, and access ends then/)])
  expect(toldTo('given')).toEqual([expect.stringMatching(/add a card before that date/)])
  await pass(2)
  const ended = (outcome: string) => expect.stringMatching(new RegExp(`^Your trial has ended: .*${outcome}`, 's'))
  expect(toldTo('monthly')).toContainEqual(ended('The first payment went through'))
  expect(toldTo('cancelled')).toContainEqual(ended('Access ended with it'))
  expect(toldTo('given')).toContainEqual(ended('Access ended with it'))
})

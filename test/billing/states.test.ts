import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { effectiveStatus, hasApiAccess } from '../../src/accounts/api-access.ts'
import { invoiceStates, payments, situations } from '../../src/billing/settle/transitions.ts'
import { refund } from '../../src/billing/stripe-simulator/actions.ts'
import { advance } from '../../src/billing/stripe-simulator/billing-cycle.ts'
import { reconcile } from '../../src/billing/sync/reconcile.ts'
import { verifyLedger } from '../../src/credits/verify.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type DeedName, deeds, nameAllPrices } from '../support/lives/deeds.ts'
import { beginLife, deliver, type Life, takeEvents, visit } from '../support/lives/life.ts'
import { cases } from '../support/seed.ts'

/** Every row of the tables in transitions.ts, lived through at the simulated Stripe. */
let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(async () => {
  expect((await verifyLedger(store.database)).problems).toEqual([])
  await store.drop()
})

type Step = DeedName | { days: number }
type Outcome = { status: string; access: boolean; credits: number }

async function settle(life: Life): Promise<void> {
  await reconcile(store.database, life.needs.billing, { accountId: life.accountId })
  await visit(life)
}

/** Settles after every step, as if each had been heard of. */
async function live(steps: readonly Step[]): Promise<Life> {
  const life = await beginLife(store.database)
  for (const step of steps) {
    if (typeof step === 'string') await deeds[step](life)
    else advance(life.world, life.world.now + step.days * 86_400)
    await settle(life)
  }
  return life
}

async function outcomeOf(life: Life): Promise<Outcome> {
  const found = await life.account()
  const now = life.needs.clock.now()
  const { balance } = await visit(life)
  return { status: effectiveStatus(found, now), access: hasApiAccess(found, now), credits: balance.balance }
}

const failing: Step[] = ['checkoutBusiness', 'badCard', { days: 31 }]
const pastDue = { status: 'past_due', access: true, credits: 3_000 }
const active = { status: 'active', access: true, credits: 3_000 }
const none = { status: 'none', access: false, credits: 0 }

/** Credits that are left of a month stay in the ledger after access has ended; nobody can spend them. */
const lapsed = { status: 'lapsed', access: false, credits: 3_000 }

const ofSubscriptions: Record<(typeof situations)[number]['situation'], [Step[], Outcome]> = {
  incomplete: [['subscribeUnpaid'], none],
  incomplete_expired: [['subscribeUnpaid', { days: 1 }], none],
  trialing: [['checkoutPro'], { status: 'trialing', access: true, credits: 250 }],
  trialing_again: [['checkoutBusiness', 'cancelNow', 'tryAgain'], lapsed],
  trial_over_unpaid: [['checkoutPro', { days: 14.02 }], { status: 'trialing', access: true, credits: 250 }],
  active: [['checkoutBusiness'], active],
  collection_paused: [['checkoutBusiness', 'pauseAndVoid', { days: 20 }], active],
  invoice_sent: [['subscribeByInvoice', { days: 20 }], { ...active, credits: 1_000 }],
  invoice_overdue: [['subscribeByInvoice', { days: 31 }], { ...lapsed, credits: 1_000 }],
  past_due: [failing, pastDue],
  unpaid: [[...failing, 'keepUnpaid', { days: 20 }], lapsed],
  paused: [['checkoutBusiness', 'pause'], lapsed],
  canceled: [['checkoutBusiness', 'cancelNow'], lapsed],
}

const ofInvoices: Record<(typeof invoiceStates)[number]['state'], [Step[], Outcome]> = {
  draft: [['checkoutBusiness', { days: 28.01 }], active],
  open: [failing, pastDue],
  paid: [[...failing, 'goodCard', 'payOpen'], active],
  uncollectible: [[...failing, 'writeOff'], active],
  void: [[...failing, 'void'], active],
}

const ofPayments: Record<(typeof payments)[number]['payment'], [Step[], Outcome]> = {
  kept: [['checkoutBusiness'], active],
  refunded_in_part: [['checkoutBusiness', 'refundPart'], { ...active, credits: 1_500 }],
  refunded: [['checkoutBusiness', 'refundPart', 'refundAll'], { ...active, credits: 0 }],
  dispute_open: [['checkoutBusiness', 'dispute'], active],
  dispute_won: [['checkoutBusiness', 'dispute', 'winDispute'], active],
  dispute_lost: [['checkoutBusiness', 'dispute', 'loseDispute'], { ...active, credits: 0 }],
}

it.each(Object.entries(ofSubscriptions))(
  'PLAN-14: what a subscription that is %s means',
  async (name, [steps, expected]) => {
    expect(situations.map(({ situation }) => situation)).toContain(name)
    expect(await outcomeOf(await live(steps))).toEqual(expected)
  },
)

it.each(Object.entries(ofInvoices))('PLAN-14: what an invoice that is %s means', async (name, [steps, expected]) => {
  const life = await live(steps)
  const newest = [...life.world.invoices.values()].at(-1)
  expect([newest.status, await outcomeOf(life)]).toEqual([name, expected])
})

it.each(Object.entries(ofPayments))(
  'BILL-14: what a payment that is %s takes back',
  async (_name, [steps, expected]) => {
    expect(await outcomeOf(await live(steps))).toEqual(expected)
  },
)

it('BILL-14: spent credits are not taken back, and nothing goes below zero', async () => {
  expect((await outcomeOf(await live(['checkoutBusiness', 'topUp', 'spendMuch', 'refundPart']))).credits).toBe(2_350)
  expect((await outcomeOf(await live(['checkoutBusiness', 'spendMuch', 'refundAll']))).credits).toBe(0)
})

it('BILL-14: a refund of an earlier subscription takes nothing from the one that follows it', async () => {
  const life = await live(['checkoutBusiness', 'cancelNow', { days: 3 }, 'checkoutPro'])
  const before = await outcomeOf(life)
  expect(before).toEqual({ status: 'active', access: true, credits: 1_000 })
  const earlier = [...life.world.invoices.values()].find(({ total }) => total > 0)
  refund(life.world, earlier)
  await settle(life)
  expect(await outcomeOf(life)).toEqual(before)
})

it('BILL-10, BILL-11: the price of a month that is named after an upgrade takes nothing from the upgrade', async () => {
  const life = await live(['checkoutPro', 'unknownPrice'])
  advance(life.world, life.world.now + 14.05 * 86_400)
  await deeds.upgrade(life)
  await settle(life)
  const upgraded = { status: 'active', access: true, credits: 10_000 }
  expect(await outcomeOf(life)).toEqual(upgraded)
  nameAllPrices(life)
  await settle(life)
  expect(await outcomeOf(life)).toEqual(upgraded)
})

it('PLAN-4: an incomplete subscription that is paid in time is active; nothing was granted before', async () => {
  const life = await live(['subscribeUnpaid', 'goodCard', 'payOpen'])
  expect(await outcomeOf(life)).toEqual({ status: 'active', access: true, credits: 1_000 })
})

it('PLAN-15: invoices that are sent open a month while one of them is unpaid and not yet due; a second unpaid one opens nothing', async () => {
  const byInvoice: Step[] = ['subscribeByInvoice', { days: 1 }]
  const month = { status: 'active', access: true, credits: 1_000 }
  expect(await outcomeOf(await live(byInvoice))).toEqual(month)
  expect(await outcomeOf(await live([...byInvoice, 'spendMuch', { days: 28 }]))).toMatchObject({
    access: false,
    credits: 100,
  })
  expect(await outcomeOf(await live([...byInvoice, 'payOpen', 'spendMuch', { days: 28 }]))).toEqual(month)
  expect(await outcomeOf(await live([...byInvoice, 'payOpen', { days: 60 }]))).toMatchObject({ status: 'lapsed' })
  const unheard = await beginLife(store.database)
  await deeds.subscribeByInvoice(unheard)
  advance(unheard.world, unheard.world.now + 27 * 86_400)
  await deeds.payOpen(unheard)
  advance(unheard.world, unheard.world.now + 45 * 86_400)
  await settle(unheard)
  expect(await outcomeOf(unheard)).toMatchObject({ access: false, credits: 1_000 })
})

it('PLAN-9: a year is paid once and granted month by month; a paused collection ends with what was paid', async () => {
  expect(await outcomeOf(await live(['checkoutYear', 'spendMuch', { days: 31 }]))).toEqual(active)
  expect((await outcomeOf(await live(['checkoutBusiness', 'pauseAndVoid', { days: 32 }]))).status).toBe('lapsed')
})

const quiet: DeedName[] = [
  'payPack',
  'wait',
  'badCard',
  'goodCard',
  'payOpen',
  'refundAll',
  'void',
  'cancel',
  'uncancel',
]
const someSteps = fc.array(fc.record({ days: fc.integer({ min: 0, max: 40 }), deed: fc.constantFrom(...quiet) }), {
  minLength: 1,
  maxLength: 6,
})

it('B1, B3: an account that heard of everything too late has the credits of one that heard of it in time', async () => {
  async function creditsOf(steps: { days: number; deed: DeedName }[], isLate: boolean): Promise<Outcome> {
    const life = await beginLife(store.database)
    await deeds.checkoutBusiness(life)
    await deliver(life, takeEvents(life))
    for (const { days, deed } of steps) {
      advance(life.world, life.world.now + days * 86_400)
      await deeds[deed](life)
      if (!isLate) await settle(life)
    }
    await deliver(life, takeEvents(life).toReversed())
    await settle(life)
    return outcomeOf(life)
  }
  await fc.assert(
    fc.asyncProperty(someSteps, async (steps) => {
      const [inTime, late] = await Promise.all([creditsOf(steps, false), creditsOf(steps, true)])
      if (inTime.access) expect(late).toEqual(inTime)
      else expect(late.status).toBe(inTime.status)
    }),
    { numRuns: cases(4) },
  )
})

it('PLAN-14: every row of the tables has a life above', () => {
  expect(Object.keys(ofSubscriptions).sort()).toEqual(situations.map(({ situation }) => situation).sort())
  expect(Object.keys(ofInvoices).sort()).toEqual(invoiceStates.map(({ state }) => state).sort())
  expect(Object.keys(ofPayments).sort()).toEqual(payments.map(({ payment }) => payment).sort())
})

import { Problem } from '../../../src/base/problems.ts'
import { cancelPlanChange, changePlan } from '../../../src/billing/change-plan.ts'
import { createSubscriptionLink } from '../../../src/billing/create-subscription-link.ts'
import { createTopUpLink } from '../../../src/billing/create-top-up-link.ts'
import { endTrial } from '../../../src/billing/end-trial.ts'
import { packs } from '../../../src/billing/plans/packs.ts'
import { setAccount } from '../../../src/billing/set-account.ts'
import * as actions from '../../../src/billing/stripe-simulator/actions.ts'
import { addPrice, type StripeObject } from '../../../src/billing/stripe-simulator/world.ts'
import { reconcile } from '../../../src/billing/sync/reconcile.ts'
import { saveAutoTopUp } from '../../../src/billing/top-up/auto-top-up.ts'
import { topUpAccount } from '../../../src/billing/top-up/top-up-accounts.ts'
import { grantCredits } from '../../../src/credits/grants.ts'
import { spendAlone } from '../../../src/credits/spend-alone.ts'
import { callBy, currentPeriod, type Life } from './life.ts'

type Deed = (life: Life) => unknown

/** What a customer does with Prospector: the operations themselves, as admission would call them. */
const ofCustomers = {
  checkoutPro: (life) => checkout(life, { plan: 'pro', interval: 'month' }),
  checkoutBusiness: (life) => checkout(life, { plan: 'business', interval: 'month' }),
  checkoutYear: (life) => checkout(life, { plan: 'business', interval: 'year' }),
  topUp: async (life) => completeAt(life, await run(life, createTopUpLink, { pack: 'small' })),
  topUpByItself: async ({ needs: { database, billing }, accountId }) => {
    const chosen = { enabled: true, packId: 'small', threshold: 100_000, monthlyCreditCeiling: 1_000 }
    await saveAutoTopUp(database, accountId, chosen)
    await topUpAccount(database, billing, accountId)
  },
  upgrade: (life) => run(life, changePlan, { plan: 'enterprise', interval: 'month' }),
  downgrade: (life) => run(life, changePlan, { plan: 'pro', interval: 'month' }),
  payYearly: (life) => run(life, changePlan, { plan: 'business', interval: 'year' }),
  keepPlan: (life) => run(life, cancelPlanChange, {}),
  endTrial: (life) => run(life, endTrial, {}),
  spend: (life) => spend(life, 40),
  spendMuch: (life) => spend(life, 900),
} satisfies Record<string, Deed>

/** What a customer, their bank and Stripe's clock do at Stripe. */
const atStripe = {
  badCard: (life) => withCustomer(life, (customer) => actions.addCard(life.world, customer, { pays: false })),
  goodCard: (life) => withCustomer(life, (customer) => actions.addCard(life.world, customer)),
  cancel: (life) => withLiving(life, (found) => actions.setCancellation(life.world, found, true)),
  uncancel: (life) => withLiving(life, (found) => actions.setCancellation(life.world, found, false)),
  payPack: async (life) => {
    // By a link from before, which nothing that happens here makes void.
    const link = await life.needs.billing.stripe!.createTopUp(await life.account(), packs.get('small')!)
    completeAt(life, link)
  },
  payOpen: (life) => withOpen(life, (invoice) => actions.payInvoice(life.world, invoice)),
  dispute: (life) => withNewest(life, (invoice) => actions.dispute(life.world, invoice, 'needs_response')),
  winDispute: (life) => withNewest(life, (invoice) => actions.dispute(life.world, invoice, 'won')),
  loseDispute: (life) => withNewest(life, (invoice) => actions.dispute(life.world, invoice, 'lost')),
  wait: () => {},
} satisfies Record<string, Deed>

/** What the operator does, in Stripe's dashboard and with the command. */
const ofOperators = {
  void: (life) => withOpen(life, (invoice) => actions.giveUpInvoice(life.world, invoice, 'void')),
  writeOff: (life) => withOpen(life, (invoice) => actions.giveUpInvoice(life.world, invoice, 'uncollectible')),
  refundPart: (life) => withNewest(life, (invoice) => actions.refund(life.world, invoice, 0.5)),
  refundAll: (life) => withNewest(life, (invoice) => actions.refund(life.world, invoice)),
  switchPrice: (life) => changePrice(life, `price_business_month${life.world.tag}`),
  switchDown: (life) => changePrice(life, `price_pro_month${life.world.tag}`),
  pauseAndVoid: (life) => withLiving(life, (found) => actions.pauseCollection(life.world, found, 'void')),
  pauseAndKeep: (life) => withLiving(life, (found) => actions.pauseCollection(life.world, found, 'keep_as_draft')),
  pauseAndForgive: (life) =>
    withLiving(life, (found) => actions.pauseCollection(life.world, found, 'mark_uncollectible')),
  collectAgain: (life) => withLiving(life, (found) => actions.pauseCollection(life.world, found, null)),
  pause: (life) => withLiving(life, (found) => actions.pause(life.world, found)),
  resume: (life) => withLiving(life, (found) => actions.resume(life.world, found)),
  cancelNow: (life) => withLiving(life, (found) => actions.cancelNow(life.world, found)),
  deleteCustomer: (life) => withCustomer(life, (customer) => actions.deleteCustomer(life.world, customer)),
  keepUnpaid: ({ world }) => Object.assign(world, { afterRetries: 'unpaid' }),
  keepPastDue: ({ world }) => Object.assign(world, { afterRetries: 'past_due' }),
  subscribeUnpaid: (life) => subscribe(life, { pays: false, trialDays: null }),
  tryAgain: (life) => subscribe(life, { pays: true, trialDays: 14 }),
  subscribeByInvoice: (life) => subscribe(life, { pays: true, trialDays: null, daysUntilDue: 30 }),
  moveKey: ({ world }) => actions.moveLookupKey(world, 'pro', `price_business_month${world.tag}`),
  moveKeyBack: ({ world }) => {
    actions.moveLookupKey(world, 'pro', `price_pro_month${world.tag}`)
    actions.moveLookupKey(world, 'business', `price_business_month${world.tag}`)
  },
  unknownPrice: (life) => {
    const id = `price_business_odd${life.world.tag}`
    if (!life.world.prices.has(id)) addPrice(life.world, { id, lookupKey: null, interval: 'month', amount: 20_000 })
    changePrice(life, id)
  },
  grant: async ({ needs: { database, clock }, accountId, account }) => {
    const period = currentPeriod(await account(), clock.now())
    await grantCredits(database, clock, accountId, 25, { door: 'operator', reason: 'Goodwill', period })
  },
  say: (life) => giveWord(life, { status: 'active', planId: 'enterprise' }),
  sayLapsed: (life) => giveWord(life, { status: 'lapsed' }),
  reconcile: ({ needs: { database, billing }, accountId }) => reconcile(database, billing, { accountId }),
  dryRun: ({ needs: { database, billing }, accountId }) => reconcile(database, billing, { accountId, dryRun: true }),
} satisfies Record<string, Deed>

export const deeds = { ...ofCustomers, ...atStripe, ...ofOperators }
export type DeedName = keyof typeof deeds
/** How most lives begin: without one of these nothing else has anything to act on. */
export const beginnings = ['checkoutPro', 'checkoutBusiness', 'checkoutYear', 'subscribeUnpaid'] as const

/** Drawn more often: what credits are bought with, spent on and taken back for. */
export const aboutMoney = [
  'topUp',
  'topUpByItself',
  'upgrade',
  'downgrade',
  'switchPrice',
  'spend',
  'spendMuch',
  'refundPart',
  'refundAll',
  'dispute',
  'loseDispute',
] as const

/** Before the end the operator names every price that a subscription has. */
export function nameAllPrices({ world }: Life): void {
  const odd = world.prices.get(`price_business_odd${world.tag}`)
  if (odd) odd.product.metadata.prospector_plan = 'business'
}

/** Null when the operation was refused, as it may be: a plan is not for sale, a card is declined, there is nothing to change. */
async function run(
  { account, needs }: Life,
  operation: { run(call: never, needs: never): Promise<unknown> },
  body: object,
): Promise<StripeObject | null> {
  const call = { ...callBy(await account(), needs.clock.now()), body }
  try {
    return await operation.run(call as never, needs as never)
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return null
    if (error instanceof Problem && error.code === 'billing_provider_error') return null
    throw error
  }
}

function completeAt({ world }: Life, link: StripeObject | null): void {
  const session = link?.url.split('/').at(-1)
  if (session && world.sessions.has(session)) actions.completeCheckout(world, session)
}

async function checkout(life: Life, body: { plan: string; interval: string }): Promise<void> {
  completeAt(life, await run(life, createSubscriptionLink, body))
}

/**
 * In the dashboard. With a card that does not pay the subscription is incomplete, and expires after 23 hours. A trial that the
 * operator gives there is no second one here.
 */
async function subscribe(
  life: Life,
  { pays, ...terms }: { pays: boolean; trialDays: number | null; daysUntilDue?: number },
): Promise<void> {
  const { world, accountId } = life
  if (livingOf(life)) return
  await run(life, createSubscriptionLink, { plan: 'pro', interval: 'month' })
  withCustomer(life, (customer) => {
    actions.addCard(world, customer, { pays })
    const metadata = { account_id: accountId, plan_id: 'pro' }
    actions.createSubscription(world, { customer, priceId: `price_pro_month${world.tag}`, metadata, ...terms })
  })
}

async function spend({ needs: { database, clock }, accountId, account, done }: Life, count: number): Promise<void> {
  const period = currentPeriod(await account(), clock.now())
  if (!period) return
  done.spends += 1
  const items = Array.from({ length: count }, (_, at) => ({
    contactId: `ct_life_${done.spends}_${at}`,
    purchasable: true,
    readable: true,
  }))
  const actor = { type: 'api_key', id: 'key_life', name: 'Life' }
  const request = {
    accountId,
    period,
    door: 'api_key',
    actor,
    countsFor: [{ type: 'api_key' as const, id: 'key_life', limit: null }],
    requestId: 'req',
    idempotencyKey: null,
  }
  await spendAlone(database, clock, { ...request, door: 'api_key', items })
}

async function giveWord(
  { needs: { database, clock, billing }, accountId, done }: Life,
  word: { status: 'active' | 'lapsed'; planId?: string },
): Promise<void> {
  done.hasOperatorsWord = true
  await setAccount(database, clock, billing.context.plans, accountId, word)
}

const livingOf = ({ world }: Life): StripeObject | undefined =>
  [...world.subscriptions.values()].findLast(({ ended_at, status }) => ended_at === null && status !== 'incomplete')

function withLiving(life: Life, act: (found: StripeObject) => void): void {
  const found = livingOf(life)
  if (found) act(found)
}

function withOpen({ world }: Life, act: (invoice: StripeObject) => void): void {
  const invoice = [...world.invoices.values()].findLast(({ status }) => status === 'open')
  if (invoice) act(invoice)
}

function withCustomer({ world }: Life, act: (customer: string) => void): void {
  const customer = [...world.customers.values()].findLast(({ deleted }) => !deleted)
  if (customer) act(customer.id)
}

function withNewest({ world }: Life, act: (invoice: StripeObject) => void): void {
  const invoice = [...world.invoices.values()].findLast(({ status, total }) => status === 'paid' && total > 0)
  if (invoice) act(invoice)
}

function changePrice(life: Life, priceId: string): void {
  const found = livingOf(life)
  if (!found || !['active', 'trialing'].includes(found.status) || found.items.data[0].price.id === priceId) return
  try {
    actions.changePrice(life.world, found, priceId)
  } catch (error) {
    if (!(error instanceof actions.CardDeclined)) throw error
  }
}

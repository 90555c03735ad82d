import Stripe from 'stripe'
import { type Account, findAccount } from '../../../src/accounts/accounts.ts'
import { hasApiAccess } from '../../../src/accounts/api-access.ts'
import { periodOf, planAt } from '../../../src/accounts/plan-state.ts'
import { fixedClock } from '../../../src/base/clock.ts'
import { sql } from '../../../src/base/sql.ts'
import type { BillingContext } from '../../../src/billing/context/billing-context.ts'
import { packs } from '../../../src/billing/plans/packs.ts'
import { plans } from '../../../src/billing/plans/plans.ts'
import { createSignUpAccount } from '../../../src/billing/sign-up.ts'
import { createStripeBilling } from '../../../src/billing/stripe/create-stripe-billing.ts'
import type { World } from '../../../src/billing/stripe-simulator/world.ts'
import type { BillingNeeds, BillingServices } from '../../../src/billing/sync/billing-services.ts'
import { lookAtCustomer } from '../../../src/billing/sync/look.ts'
import { takeEvent } from '../../../src/billing/sync/webhook.ts'
import { currentBalance } from '../../../src/credits/periods.ts'
import type { Database } from '../../../src/db/database.ts'
import { createFakeStripe, type FakeStripe, stripeTestKey } from '../simulated-stripe.ts'

const startAt = new Date('2026-01-31T10:00:00Z')
const webhookSecret = 'whsec_life'
const settings = { secretKey: stripeTestKey, webhookSecret, apiBase: null, automaticTax: false }

/** One account, its own Stripe and its own clock. All lives share a database. */
export type Life = {
  world: FakeStripe['world']
  refuseNext: FakeStripe['refuseNext']
  needs: BillingNeeds
  accountId: string
  account(): Promise<Account>
  /** What was done that the checks at the end have to know of. */
  done: { spends: number; hasOperatorsWord: boolean }
}

let lives = 0

export async function beginLife(database: Database): Promise<Life> {
  lives += 1
  const number = lives
  const fake = createFakeStripe(startAt, `_${number}`)
  // Ids of customers and subscriptions are kept in the one database, too.
  fake.world.nextId = number * 100_000
  const clock = fixedClock(() => new Date(fake.world.now * 1_000))
  const silent = { warn() {}, error() {}, info() {} }
  const publicUrl = 'http://localhost'
  const authSecret = Buffer.alloc(32, 7)
  const enqueue = async () => {}
  const context: BillingContext = { clock, plans, packs, publicUrl, authSecret, log: silent, enqueue }
  const httpClient = Stripe.createFetchHttpClient(fake.fetch)
  const stripe = new Stripe(stripeTestKey, { httpClient, telemetry: false })
  const provider = createStripeBilling(database, context, settings, () => stripe)
  const billing: BillingServices = {
    context,
    provider: 'stripe',
    stripe: provider,
    look: (customerId, cause) => lookAtCustomer(database, context, provider, customerId, cause),
  }
  await provider.prepare()
  const userId = `usr_life${String(number).padStart(16, '0')}`
  await database.query(sql`INSERT INTO users (id, name, email) VALUES (${userId}, 'Ada', ${`${userId}@x.example`})`)
  const accountId = await createSignUpAccount(database, plans, 'Life', userId)
  return {
    world: fake.world,
    refuseNext: fake.refuseNext,
    needs: { database, clock, publicUrl, billing },
    accountId,
    account: async () => (await findAccount(database, accountId))!,
    done: { spends: 0, hasOperatorsWord: false },
  }
}

/** What every request does: it opens the period that it falls in. */
export async function visit({ account, needs: { database, clock }, accountId }: Life) {
  const period = currentPeriod(await account(), clock.now())
  return { period, balance: await currentBalance(database, clock, accountId, period) }
}

export const currentPeriod = (account: Account, now: Date) =>
  hasApiAccess(account, now) ? periodOf(account, planAt(plans, account, now), now) : null

/** A call as admission would hand it to an operation. */
export function callBy(account: Account, admittedAt: Date) {
  const actor = { type: 'api_key', id: 'key_life', name: 'Life' }
  const principal = { account, admittedAt, door: 'api_key', actor }
  return { principal, recheck: async () => principal, requestId: 'req_life', from: null }
}

export type SimulatedEvent = World['happened'][number]

/** Takes what Stripe has to tell. An event is only a reason to look, so of several about one customer the last is enough. */
export function takeEvents({ world }: Life): SimulatedEvent[] {
  const happened = world.happened.splice(0)
  return [...new Map(happened.map((event) => [event.customer ?? event.type, event])).values()]
}

/** Delivers events to the webhook, signed, each as often as asked for and then all at once. */
export async function deliver({ world, needs }: Life, events: SimulatedEvent[], times = 1): Promise<void> {
  const { database, billing } = needs
  for (const { payload } of events) {
    const header = { payload, secret: webhookSecret, timestamp: world.now }
    const signature = Stripe.webhooks.generateTestHeaderString(header)
    const event = billing.stripe!.readEvent(Buffer.from(payload), signature)
    if (!event) throw new Error('Our own signature was refused.')
    await Promise.all(Array.from({ length: times }, () => takeEvent(database, billing, event)))
  }
}

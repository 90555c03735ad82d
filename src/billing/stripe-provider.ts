import Stripe from 'stripe'
import type { Plan, Plans } from '../accounts/plan.ts'
import type { Clock } from '../clock.ts'
import { type Config, ConfigError } from '../config.ts'
import type { Db } from '../db/database.ts'
import { ownersOf } from '../members/owners.ts'
import { billingPageUrl } from '../page-urls.ts'
import { problems } from '../problems.ts'
import { forgetCheckout, rememberCheckout } from './open-checkouts.ts'
import { linkMinutes, type PaymentProvider } from './provider.ts'
import { idOf, paymentOf, readSignedEvent, snapshotOf } from './stripe-events.ts'

export type StripeSettings = NonNullable<Config['stripe']>

/** How long Stripe's link to its portal waits to be followed. */
const portalMinutes = 5

/** Stripe wants at least 30 minutes by its own clock; ours may be a little behind. */
const clockAllowanceSeconds = 30

export function createStripeProvider(
  db: Db,
  clock: Clock,
  settings: StripeSettings,
  publicUrl: string,
): PaymentProvider {
  const stripe = connect(settings)
  const billingPage = billingPageUrl(publicUrl)

  async function priceOf(plan: Plan): Promise<string> {
    const { data } = await reach(stripe.prices.list({ lookup_keys: [plan.id], active: true, limit: 1 }))
    if (!data[0]) throw new Error(`Stripe has no active price with the lookup key ${plan.id}.`)
    return data[0].id
  }

  /** False when Stripe would not give something back, for example of a charge that is disputed. */
  async function refundAll(invoice: string): Promise<boolean> {
    const { data: paid } = await reach(stripe.invoicePayments.list({ invoice, status: 'paid' }))
    const intents = paid.flatMap(({ payment }) => payment.payment_intent ?? []).map(idOf)
    const refunds = intents.map((intent) =>
      unlessRefused(
        stripe.refunds.create({ payment_intent: intent, reason: 'duplicate' }, { idempotencyKey: `second:${intent}` }),
      ),
    )
    return (await Promise.all(refunds)).every(Boolean)
  }

  return {
    name: 'stripe',

    async createCheckout(account, plan, withTrial) {
      const expiresAt = new Date(clock.now().getTime() + linkMinutes * 60_000)
      const [owner] = account.customerId === null ? await ownersOf(db, account.id) : []
      const metadata = { account_id: account.id, plan_id: plan.id }
      const session = await reach(
        stripe.checkout.sessions.create({
          mode: 'subscription',
          line_items: [{ price: await priceOf(plan), quantity: 1 }],
          client_reference_id: account.id,
          metadata,
          subscription_data: { metadata, ...(withTrial && plan.trial && { trial_period_days: plan.trial.days }) },
          payment_method_collection: 'always',
          ...(account.customerId !== null && { customer: account.customerId }),
          ...(owner && { customer_email: owner.email }),
          success_url: `${billingPage}?checkout=completed`,
          cancel_url: `${billingPage}?checkout=cancelled`,
          expires_at: Math.ceil(expiresAt.getTime() / 1_000) + clockAllowanceSeconds,
        }),
      )
      if (session.url === null) throw new Error('Stripe made a checkout session without an address.')
      for (const older of await rememberCheckout(db, clock, account.id, { sessionId: session.id, expiresAt })) {
        await unlessRefused(stripe.checkout.sessions.expire(older))
        await forgetCheckout(db, older)
      }
      return { url: session.url, expiresAt }
    },

    async createPortal(account) {
      const session = await reach(
        stripe.billingPortal.sessions.create({ customer: account.customerId, return_url: billingPage }),
      )
      return { url: session.url, expiresAt: new Date(clock.now().getTime() + portalMinutes * 60_000) }
    },

    readEvent: (body, signature) => readSignedEvent(settings.webhookSecret, body, signature, clock.now()),

    async endTrialNow(subscriptionId) {
      const subscription = await reach(
        stripe.subscriptions.update(subscriptionId, { trial_end: 'now', expand: ['latest_invoice'] }),
      )
      // The events follow; what the reply shows already is taken now, so that the credits are there at once. It is
      // dated by Stripe's clock, or a fast clock of ours would make the events after it look old.
      const at = (subscription.trial_end ?? subscription.start_date) * 1_000
      const snapshot = { id: `end_trial:${subscription.id}`, fact: snapshotOf(subscription, 'updated', at) }
      const invoice = subscription.latest_invoice
      if (invoice === null || typeof invoice === 'string' || invoice.status !== 'paid') return [snapshot]
      const payment = paymentOf(invoice, 'paid', at)
      return payment ? [snapshot, { id: `end_trial:${invoice.id}`, fact: payment }] : [snapshot]
    },

    // The money first: one that is cancelled already has been here before.
    async cancelSecond(subscriptionId) {
      const { latest_invoice, status } = await reach(stripe.subscriptions.retrieve(subscriptionId))
      if (status === 'canceled') return 'was_cancelled'
      const isRefunded = latest_invoice === null || (await refundAll(idOf(latest_invoice)))
      await unlessRefused(stripe.subscriptions.cancel(subscriptionId))
      return isRefunded ? 'cancelled' : 'cancelled_without_refund'
    },
  }
}

/** A Stripe that is away or busy is a reason to try again, not a fault of ours. */
async function reach<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    const { StripeConnectionError, StripeAPIError, StripeRateLimitError } = Stripe.errors
    const isAway = [StripeConnectionError, StripeAPIError, StripeRateLimitError].some((kind) => error instanceof kind)
    throw isAway ? problems.serviceUnavailable(5) : error
  }
}

/** False when Stripe would not do it: mostly because what was to come to its end has done so already. */
async function unlessRefused(call: Promise<unknown>): Promise<boolean> {
  try {
    await reach(call)
    return true
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return false
    throw error
  }
}

function connect({ secretKey, apiBase }: StripeSettings, patience = { maxNetworkRetries: 2, timeout: 10_000 }): Stripe {
  const base = apiBase === null ? null : new URL(apiBase)
  return new Stripe(secretKey, {
    ...patience,
    telemetry: false,
    ...(base && {
      protocol: base.protocol === 'http:' ? 'http' : 'https',
      host: base.hostname,
      port: base.port || (base.protocol === 'http:' ? 80 : 443),
    }),
  })
}

/** Stripe refuses a question about more at once. An active lookup key belongs to one price. */
const lookupKeysMax = 10

/**
 * Asked once at the start: wrong settings must not wait for the first customer to be found out. A Stripe that can't be
 * reached is no reason not to start; then this says so in the log's words.
 */
export async function checkStripe(settings: StripeSettings, plans: Plans): Promise<{ warning: string | null }> {
  const stripe = connect(settings, { maxNetworkRetries: 0, timeout: 5_000 })
  try {
    const wanted = [...plans.keys()]
    const sold = new Set<string | null>()
    for (let at = 0; at < wanted.length; at += lookupKeysMax) {
      const lookupKeys = wanted.slice(at, at + lookupKeysMax)
      const { data } = await stripe.prices.list({ lookup_keys: lookupKeys, active: true, limit: lookupKeysMax })
      for (const price of data) sold.add(price.lookup_key)
    }
    const missing = wanted.filter((planId) => !sold.has(planId))
    if (missing.length === 0) return { warning: null }
    return { warning: `Stripe has no active price with the lookup key ${missing.join(', ')}: that can't be sold.` }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError) {
      throw new ConfigError(['STRIPE_SECRET_KEY is refused by Stripe.'])
    }
    if (error instanceof Stripe.errors.StripePermissionError) {
      throw new ConfigError(['STRIPE_SECRET_KEY lacks the right to read prices.'])
    }
    return { warning: 'Stripe does not answer; its settings were not checked.' }
  }
}

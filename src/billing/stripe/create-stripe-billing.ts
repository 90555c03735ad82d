import type Stripe from 'stripe'
import type { Account } from '../../accounts/accounts.ts'
import { billingPageUrl } from '../../base/page-urls.ts'
import type { Db } from '../../db/database.ts'
import { ownersOf } from '../../members/owners.ts'
import type { BillingContext } from '../context/billing-context.ts'
import { checkoutMinutes, portalMinutes } from '../context/link-minutes.ts'
import type { Pack } from '../plans/packs.ts'
import { customersOf, registerCustomers } from '../settle/snapshots.ts'
import { cancelAndRefund } from './cancel-second.ts'
import { createPlanChanges } from './change-plan.ts'
import { chargePack } from './charge-pack.ts'
import { connectToStripe, createReach, idOf, type StripeSettings, unlessMissing } from './client.ts'
import { listInvoices } from './invoices.ts'
import { observeAtStripe } from './observe.ts'
import { packMetadata } from './pack-metadata.ts'
import { createPrices, type Prices } from './prices.ts'
import { readSignedEvent } from './signed-events.ts'
import type { StripeAccess } from './stripe-access.ts'
import type { StripeBilling } from './stripe-billing.ts'

/** Stripe wants at least half an hour by its own clock; ours may be a little behind. */
const clockAllowanceSeconds = 30

export function createStripeBilling(
  db: Db,
  context: BillingContext,
  settings: StripeSettings,
  connect = () => connectToStripe(settings),
): StripeBilling {
  const { clock, publicUrl, log } = context
  const reach = createReach(log)
  let connected: Stripe | undefined
  const client = (): Stripe => {
    connected ??= connect()
    return connected
  }
  const prices = createPrices(db, client, reach, context)
  const access: StripeAccess = {
    ...{ db, reach, prices, context, settings },
    get stripe() {
      return client()
    },
  }
  const billingPage = billingPageUrl(publicUrl)

  async function openCheckout(account: Account, params: Stripe.Checkout.SessionCreateParams) {
    const expiresAt = new Date(clock.now().getTime() + checkoutMinutes * 60_000)
    const session = await reach(
      access.stripe.checkout.sessions.create({
        ...params,
        customer: await ensureCustomer(access, account),
        client_reference_id: account.id,
        ...(settings.automaticTax && {
          automatic_tax: { enabled: true },
          tax_id_collection: { enabled: true },
          customer_update: { address: 'auto', name: 'auto' },
        }),
        success_url: `${billingPage}?checkout=${params.mode === 'payment' ? 'credits_added' : 'completed'}`,
        cancel_url: `${billingPage}?checkout=cancelled`,
        expires_at: Math.ceil(expiresAt.getTime() / 1_000) + clockAllowanceSeconds,
      }),
    )
    if (session.url === null) throw new Error('Stripe made a checkout session without an address.')
    return { url: session.url, expiresAt }
  }

  return {
    prepare: prices.learn,

    async createCheckout(account, { plan, interval }, withTrial) {
      const metadata = { account_id: account.id, plan_id: plan.id }
      return openCheckout(account, {
        mode: 'subscription',
        line_items: [{ price: await prices.priceFor(plan, interval), quantity: 1 }],
        metadata,
        subscription_data: { metadata, ...(withTrial && plan.trial && { trial_period_days: plan.trial.days }) },
        payment_method_collection: 'always',
        allow_promotion_codes: true,
      })
    },

    async createTopUp(account, pack) {
      const metadata = packMetadata(account.id, pack)
      return openCheckout(account, {
        mode: 'payment',
        line_items: [await packLine(prices, pack)],
        metadata,
        // The invoice carries what was bought, and is the customer's receipt. The card stays on file for later top-ups.
        invoice_creation: { enabled: true, invoice_data: { metadata, description: pack.name } },
        payment_intent_data: { metadata, setup_future_usage: 'off_session' },
        allow_promotion_codes: true,
      })
    },

    async createPortal(account) {
      const session = await reach(
        access.stripe.billingPortal.sessions.create({ customer: account.customerId, return_url: billingPage }),
      )
      return { url: session.url, expiresAt: new Date(clock.now().getTime() + portalMinutes * 60_000) }
    },

    readEvent: (body, signature) => readSignedEvent(settings.webhookSecret, body, signature, clock.now()),

    async customerOfCharge(chargeId) {
      const charge = await reach(unlessMissing(access.stripe.charges.retrieve(chargeId)))
      return charge?.customer ? idOf(charge.customer) : null
    },

    observe: (customerId) => observeAtStripe(access.stripe, reach, prices, customerId),

    // A subscription that is gone shows in the look that follows. A trial ends once, however many ask at the same time.
    async endTrial({ subscriptionId, trial }) {
      const once = { idempotencyKey: `end-trial:${subscriptionId}:${trial?.end ?? 'none'}` }
      await reach(unlessMissing(access.stripe.subscriptions.update(subscriptionId, { trial_end: 'now' }, once)))
    },

    ...createPlanChanges(access),
    cancelSecond: (subscriptionId) => cancelAndRefund(access, subscriptionId),
    chargePack: (account, pack, reference) => chargePack(access, account, pack, reference),
    listInvoices: (customerId) => listInvoices(access, customerId),
  }
}

async function packLine(prices: Prices, pack: Pack): Promise<Stripe.Checkout.SessionCreateParams.LineItem> {
  const price = await prices.packPrice(pack)
  if (price !== null) return { price, quantity: 1 }
  const product_data = { name: pack.name }
  return { price_data: { currency: pack.currency, unit_amount: pack.amount, product_data }, quantity: 1 }
}

/**
 * The account's customer, made before the first checkout: two checkouts side by side then belong to one customer, and no
 * purchase can be missed. One that was deleted at Stripe is replaced.
 */
async function ensureCustomer({ db, stripe, reach }: StripeAccess, account: Account): Promise<string> {
  const known = await customersOf(db, account.id)
  const living = known.flatMap(({ customerId, isDeleted }) => (isDeleted ? [] : [customerId]))
  for (const customerId of new Set([...living, ...(account.customerId === null ? [] : [account.customerId])])) {
    const customer = await reach(unlessMissing(stripe.customers.retrieve(customerId)))
    if (customer && customer.deleted !== true) return customerId
  }
  const [owner] = await ownersOf(db, account.id)
  const customer = await reach(
    stripe.customers.create(
      { metadata: { account_id: account.id }, name: account.name, ...(owner && { email: owner.email }) },
      // Two checkouts at once make one customer; after a deleted one comes another.
      { idempotencyKey: `customer:${account.id}:${known.length}` },
    ),
  )
  await registerCustomers(db, [{ customerId: customer.id, accountId: account.id }])
  return customer.id
}

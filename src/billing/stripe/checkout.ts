import type Stripe from 'stripe'
import type { Account } from '../../accounts/accounts.ts'
import { billingPageUrl } from '../../base/page-urls.ts'
import { ownersOf } from '../../members/owners.ts'
import { checkoutMinutes } from '../context/link-minutes.ts'
import type { Pack } from '../plans/packs.ts'
import { customersOf, lookWithin, registerCustomers } from '../settle/snapshots.ts'
import { unlessMissing } from './client.ts'
import { packMetadata } from './pack-metadata.ts'
import type { Prices } from './prices.ts'
import type { StripeAccess } from './stripe-access.ts'
import type { StripeBilling } from './stripe-billing.ts'

/** Stripe wants at least half an hour by its own clock; ours may be a little behind. */
const clockAllowanceSeconds = 30
/** A payment that was begun in the last moment of a checkout has ended by then. */
const lookAfterMinutes = 10

/** The hosted pages on which an account subscribes, or buys extra credits. */
export function createCheckouts(access: StripeAccess): Pick<StripeBilling, 'createCheckout' | 'createTopUp'> {
  const { reach, prices, settings } = access
  const { clock, publicUrl } = access.context
  const billingPage = billingPageUrl(publicUrl)

  async function openCheckout(account: Account, params: Stripe.Checkout.SessionCreateParams) {
    const expiresAt = new Date(clock.now().getTime() + checkoutMinutes * 60_000)
    const customer = await ensureCustomer(access, account)
    // Whoever has bought nothing for long is looked at once a day: a purchase whose event is missed is found once the link has ended.
    await lookWithin(access.db, clock, customer, checkoutMinutes + lookAfterMinutes)
    const session = await reach(
      access.stripe.checkout.sessions.create({
        ...params,
        customer,
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

import type Stripe from 'stripe'
import { billingPageUrl } from '../../base/page-urls.ts'
import type { Db } from '../../db/database.ts'
import type { BillingContext } from '../context/billing-context.ts'
import { portalMinutes } from '../context/link-minutes.ts'
import { cancelAndRefund } from './cancel-second.ts'
import { chargePack } from './charge-pack.ts'
import { createCheckouts } from './checkout.ts'
import { connectToStripe, createReach, idOf, type StripeSettings, unlessMissing } from './client.ts'
import { listInvoices } from './invoices.ts'
import { observeAtStripe } from './observe.ts'
import { createPlanChanges } from './plan-changes.ts'
import { createPrices } from './prices.ts'
import { readSignedEvent } from './signed-events.ts'
import type { StripeAccess } from './stripe-access.ts'
import type { StripeBilling } from './stripe-billing.ts'

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

  return {
    prepare: prices.learn,

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

    ...createCheckouts(access),
    ...createPlanChanges(access),
    cancelSecond: (subscriptionId) => cancelAndRefund(access, subscriptionId),
    chargePack: (account, pack, reference) => chargePack(access, account, pack, reference),
    listInvoices: (customerId) => listInvoices(access, customerId),
  }
}

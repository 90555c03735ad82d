import { Type } from 'typebox'
import { planOf } from '../accounts/plan-state.ts'
import { type Caller, recordCall } from '../audit/record.ts'
import { problems } from '../base/problems.ts'
import { dateTime, oneOf, requestId, requestIdExample } from '../base/schema.ts'
import type { AdmittedCaller } from '../call/entry.ts'
import type { Db } from '../db/database.ts'
import type { Interval } from './plans/compare-plans.ts'
import { hasTrialLeft, isLive } from './settle/standing.ts'
import { hadTrialElsewhere } from './settle/trials.ts'
import type { HostedLink } from './stripe/stripe-billing.ts'
import { type BillingNeeds, readStanding, requireStripe } from './sync/billing-services.ts'

const kinds = ['subscription', 'portal', 'top_up'] as const
type LinkKind = (typeof kinds)[number]

export const billingLink = Type.Object({
  object: Type.Literal('billing_link'),
  kind: oneOf(kinds, {
    description:
      'The page it leads to: the checkout of a plan, the checkout of extra credits, or the billing portal of an account ' +
      'that has a subscription.',
  }),
  url: Type.String({
    format: 'uri',
    description: 'For this account only, for one use. Asking for another link does not end it.',
  }),
  expires_at: dateTime({ description: 'When the link stops working.' }),
  request_id: requestId,
})

export const linkExample = (kind: LinkKind, url: string) => ({
  object: 'billing_link',
  kind,
  url,
  expires_at: '2026-03-02T10:00:00.000Z',
  request_id: requestIdExample,
})

type LinkCall = Caller & AdmittedCaller

/**
 * A live subscription is managed in the portal, everything else needs a checkout, whichever was asked for: nobody is sold
 * a second subscription, and nobody is sent to a portal that has nothing to offer.
 */
export async function linkFor(
  needs: BillingNeeds,
  call: LinkCall,
  { planId, interval = 'month' }: { planId?: string | undefined; interval?: Interval | undefined },
) {
  const { account } = call.principal
  const { clock, database, billing } = needs
  const { context } = billing
  const stripe = requireStripe(billing)
  const standing = await readStanding(needs, account)
  if (account.customerId !== null && isLive(standing, clock.now())) {
    const portal = await stripe.createPortal({ ...account, customerId: account.customerId })
    return recorded(database, call, toReply('portal', portal))
  }
  if (standing.isPlanUnknown) throw problems.subscriptionUnclear()
  const plan = planOf(context.plans, { planId: planId ?? account.planId })
  if (!plan.prices.some((price) => price.interval === interval)) throw problems.planNotForSale(plan.name)
  const withTrial =
    plan.trial !== null &&
    hasTrialLeft(standing) &&
    !(await hadTrialElsewhere(database, context.authSecret, account.id))
  const checkout = await stripe.createCheckout(account, { plan, interval }, withTrial)
  return recorded(database, call, toReply('subscription', checkout))
}

/**
 * Such a link lets its holder change the subscription at the provider: the log says who asked for it, never the link. The
 * provider took its time, so whoever may not have the link any more does not get it.
 */
export function recorded<Link extends { kind: LinkKind }>(db: Db, call: LinkCall, link: Link): Promise<Link> {
  return db.transaction(async (tx) => {
    await call.recheck(tx)
    await recordCall(tx, call, 'billing.link_created', { details: { kind: link.kind } })
    return link
  })
}

export const toReply = (kind: LinkKind, { url, expiresAt }: HostedLink) => ({
  object: 'billing_link' as const,
  kind,
  url,
  expires_at: expiresAt.toISOString(),
})

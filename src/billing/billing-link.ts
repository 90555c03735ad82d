import { Type } from 'typebox'
import { type Account, planOf } from '../accounts/accounts.ts'
import { apiAccessAction } from '../accounts/billing-actions.ts'
import type { Plans } from '../accounts/plan.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { problems } from '../problems.ts'
import { dateTime, oneOf, requestId, requestIdExample } from '../schema.ts'
import { readFacts } from './facts.ts'
import type { HostedLink, PaymentProvider } from './provider.ts'
import { hasTrialLeft, isLive, type Standing, standingOf } from './standing.ts'

export type BillingNeeds = {
  database: Database
  clock: Clock
  plans: Plans
  publicUrl: string
  paymentProvider: PaymentProvider
}

export const billingLink = Type.Object({
  object: Type.Literal('billing_link'),
  kind: oneOf(['subscription', 'portal'] as const, {
    description: 'Where it leads: to a checkout, or to the billing portal of an account that has a subscription.',
  }),
  url: Type.String({ format: 'uri', description: 'For this account only, for one use.' }),
  expires_at: dateTime(),
  request_id: requestId,
})

export const linkExample = (kind: 'subscription' | 'portal', url: string) => ({
  object: 'billing_link',
  kind,
  url,
  expires_at: '2026-03-02T10:00:00.000Z',
  request_id: requestIdExample,
})

export async function readStanding({ database, plans }: BillingNeeds, account: Account): Promise<Standing> {
  return standingOf(plans, await readFacts(database, account.id), account.planId)
}

/**
 * A subscription that lives is mended in the portal, all else needs a checkout, whichever was asked for: nobody is sold
 * a second subscription, and nobody is sent to a portal that has nothing to offer.
 */
export async function linkFor(needs: BillingNeeds, account: Account, planId: string | undefined) {
  const { clock, plans, paymentProvider } = needs
  const plan = planOf(plans, { planId: planId ?? account.planId })
  const standing = await readStanding(needs, account)
  const { customerId } = account
  if (customerId !== null && isLive(standing, clock.now())) {
    return toReply('portal', await paymentProvider.createPortal({ ...account, customerId }))
  }
  const withTrial = plan.trial !== null && hasTrialLeft(standing)
  return toReply('subscription', await paymentProvider.createCheckout(account, plan, withTrial))
}

export function requireCustomer({ publicUrl }: BillingNeeds, account: Account): void {
  if (account.customerId === null) throw problems.billingCustomerNotFound(apiAccessAction(account, publicUrl))
}

const toReply = (kind: 'subscription' | 'portal', { url, expiresAt }: HostedLink) => ({
  object: 'billing_link' as const,
  kind,
  url,
  expires_at: expiresAt.toISOString(),
})

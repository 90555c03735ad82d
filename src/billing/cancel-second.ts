import type { Logger } from 'pino'
import { findAccount } from '../accounts/accounts.ts'
import type { Db } from '../db/database.ts'
import type { BillingContext } from './billing-context.ts'
import { type ProviderFact, readFacts } from './facts.ts'
import type { PaymentProvider } from './provider.ts'
import { secondSubscriptions, standingOf } from './standing.ts'

/**
 * Two checkouts completed side by side must not bill twice: the subscription that is not in force is cancelled at the
 * provider. Called after its event was taken, also for one that was known: what fails here is sent again with it.
 */
export async function cancelSecond(
  db: Db,
  { plans, clock }: BillingContext,
  provider: PaymentProvider,
  { accountId }: ProviderFact,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  const account = accountId === null ? null : await findAccount(db, accountId)
  if (!account) return
  const facts = await readFacts(db, account.id)
  const standing = standingOf(plans, facts, account.planId)
  for (const subscriptionId of secondSubscriptions(standing, facts, clock.now())) {
    const outcome = await provider.cancelSecond(subscriptionId)
    if (outcome === 'was_cancelled') continue
    log.warn({ account_id: account.id, subscription_id: subscriptionId, outcome }, 'second subscription')
  }
}

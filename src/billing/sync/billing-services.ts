import { type Account, findAccount } from '../../accounts/accounts.ts'
import { apiAccessAction } from '../../accounts/api-access.ts'
import type { Clock } from '../../base/clock.ts'
import type { Config } from '../../base/config.ts'
import { problems } from '../../base/problems.ts'
import type { AdmittedCaller } from '../../call/entry.ts'
import type { Database } from '../../db/database.ts'
import type { BillingContext } from '../context/billing-context.ts'
import { readKnown } from '../settle/facts.ts'
import { isLive, type Standing, standingOf } from '../settle/standing.ts'
import type { CustomerSubscription, StripeBilling } from '../stripe/stripe-billing.ts'
import type { Cause, LookResult } from './look.ts'

/** What the billing operations need; billing.ts provides it. */
export type BillingServices = {
  context: BillingContext
  /** `sandbox`: Stripe is simulated. */
  provider: Config['billing']
  /** Null when billing is off. */
  stripe: StripeBilling | null
  /** Asks the provider for the truth about a customer, and settles the difference. */
  look(customerId: string, cause: Cause): Promise<LookResult>
}

export type BillingNeeds = { database: Database; clock: Clock; publicUrl: string; billing: BillingServices }

/** Without a payment provider the operator gives plans and credits by command. */
export function requireStripe({ stripe }: Pick<BillingServices, 'stripe'>): StripeBilling {
  if (stripe === null) throw problems.billingNotConfigured()
  return stripe
}

export async function readStanding({ database, billing }: BillingNeeds, account: Account): Promise<Standing> {
  return standingOf(billing.context.plans, await readKnown(database, account.id), account.planId)
}

export function requireCustomer(
  { publicUrl }: BillingNeeds,
  account: Account,
): asserts account is Account & { customerId: string } {
  if (account.customerId === null) throw problems.billingCustomerNotFound(apiAccessAction(account, publicUrl))
}

/** The subscription that can still be changed. */
export async function requireSubscription(needs: BillingNeeds, account: Account): Promise<CustomerSubscription> {
  const standing = await readStanding(needs, account)
  if (!standing.subscription || !isLive(standing, needs.clock.now())) throw problems.subscriptionRequired()
  return { ...standing.subscription, accountId: account.id }
}

/**
 * Before the provider is asked to move money or to change a subscription: a caller who lost the right since admission is
 * refused. In a transaction of its own, because nobody waits for a provider inside one.
 */
export const recheckCaller = ({ database }: BillingNeeds, { recheck }: AdmittedCaller): Promise<unknown> =>
  database.transaction(recheck)

/** After something was done at the provider: the account as it is now. */
export async function lookAgain(needs: BillingNeeds, account: Account, customerId: string): Promise<Account> {
  await needs.billing.look(customerId, { kind: 'operation', id: `operation for ${account.id}` })
  return (await findAccount(needs.database, account.id)) ?? account
}

/** Where the operator's word holds against a subscription that lives at the provider. Settling leaves it as it is. */
import type { Account } from '../../accounts/accounts.ts'
import { accessStatuses } from '../../accounts/api-access.ts'
import type { Plans } from '../../accounts/plan.ts'
import type { Db } from '../../db/database.ts'
import { readKnown } from '../settle/facts.ts'
import type { Settlement } from '../settle/settle.ts'
import { standingOf } from '../settle/standing.ts'
import type { AccountFacts } from '../settle/subscriptions.ts'

/** What the provider alone says of an account; null: no subscription there gives access. */
function atProvider(plans: Plans, known: AccountFacts, planId: string) {
  const there = standingOf(plans, { ...known, operator: null }, planId)
  return accessStatuses.includes(there.status) ? there : null
}

/** A plan at the provider may be one that is no longer among ours. */
const nameOf = (plans: Plans, planId: string): string => plans.get(planId)?.name ?? planId

/** As in: this account … at the provider. */
function subscribedTo(plans: Plans, { planId, status }: Pick<Account, 'planId' | 'status'>): string {
  const name = nameOf(plans, planId)
  if (status === 'trialing') return `has a trial of ${name}`
  return status === 'past_due' ? `owes a payment for ${name}` : `pays for ${name}`
}

/** A sentence, if plan or status are the operator's and the provider says otherwise. */
export function overruledIn(plans: Plans, { after, known }: Pick<Settlement, 'after' | 'known'>): string | null {
  const there = known.operator && atProvider(plans, known, after.planId)
  if (!there || (there.planId === after.planId && there.status === after.status)) return null
  const name = nameOf(plans, after.planId)
  const set = there.status === after.status ? name : `${name}, ${after.status}`
  return `The operator set ${set}; the customer ${subscribedTo(plans, there)} at the provider.`
}

/** A sentence for whoever is about to set a plan, from the newest look at the customer. */
export async function describeSubscription(db: Db, plans: Plans, account: Account): Promise<string | null> {
  const there = atProvider(plans, await readKnown(db, account.id), account.planId)
  return there && `This account ${subscribedTo(plans, there)} at the provider.`
}

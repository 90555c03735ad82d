import { recordAct } from '../../audit/record.ts'
import type { Db } from '../../db/database.ts'
import type { CustomerSnapshot, SubscriptionSnapshot } from '../settle/snapshot.ts'

/** People cancel at the provider, so that it is the provider who tells us: the audit log of the account says when it ends. */
export async function recordCancellations(
  tx: Db,
  before: CustomerSnapshot | null,
  after: CustomerSnapshot,
  accountIds: readonly string[],
): Promise<void> {
  for (const subscription of after.subscriptions) {
    const known = before?.subscriptions.find(({ subscriptionId }) => subscriptionId === subscription.subscriptionId)
    const accountId = subscription.accountId ?? after.accountId
    if (!known || !isAlive(subscription) || accountId === null || !accountIds.includes(accountId)) continue
    const [wasCancelled, isCancelled] = [known.endsAt !== null, subscription.endsAt !== null]
    if (wasCancelled === isCancelled) continue
    const details = isCancelled ? { ends_at: new Date(subscription.endsAt!).toISOString() } : {}
    const action = isCancelled ? 'billing.cancelled' : 'billing.cancellation_withdrawn'
    await recordAct(tx, [accountId], { action, door: 'billing', actor: null, details })
  }
}

/** One that has ended is recorded as a change of plan. */
const isAlive = ({ endedAt }: SubscriptionSnapshot): boolean => endedAt === null

import { type Account, findAccount } from '../../accounts/accounts.ts'
import { openablePeriod, planAt } from '../../accounts/plan-state.ts'
import { isServed } from '../../accounts/suspension.ts'
import { accountClock } from '../../accounts/test-account.ts'
import { minuteMs } from '../../base/durations.ts'
import { randomBase62 } from '../../base/ids.ts'
import type { Balance } from '../../credits/ledger.ts'
import { currentBalance } from '../../credits/periods.ts'
import type { Database, Db } from '../../db/database.ts'
import type { BillingContext } from '../context/billing-context.ts'
import { autoTopUpDeclined, queueNotices } from '../notices/notices.ts'
import type { Pack } from '../plans/packs.ts'
import { readKnown } from '../settle/facts.ts'
import type { AccountFacts } from '../settle/subscriptions.ts'
import type { BillingServices } from '../sync/billing-services.ts'
import { beginPurchase, endPurchase, type PendingPurchase, readAutoTopUp } from './auto-top-up.ts'

/** The balance of the current month, which is opened if nobody has yet. */
export function balanceNow(db: Db, context: BillingContext, account: Account): Promise<Balance> {
  const clock = accountClock(context.clock, account)
  const now = clock.now()
  return currentBalance(db, clock, account.id, openablePeriod(account, planAt(context.plans, account, now), now))
}

/** True when the owner wants credits to be bought by now. */
export async function isTopUpDue(db: Db, context: BillingContext, accountId: string): Promise<boolean> {
  const chosen = await readAutoTopUp(db, accountId)
  const account = chosen?.enabled ? await findAccount(db, accountId) : null
  return account !== null && (await balanceNow(db, context, account)).balance < chosen!.threshold
}

/**
 * Buys a pack for an account whose owner wants that, when its credits run low. The purchase is over when its credits are there,
 * not when it is paid: whoever looks in between would see few credits and buy again.
 */
export async function topUpAccount(db: Database, services: BillingServices, accountId: string): Promise<void> {
  const { context, stripe } = services
  const { clock, packs } = context
  if (stripe === null || !(await isTopUpDue(db, context, accountId))) return
  const account = await findAccount(db, accountId)
  if (!account || account.customerId === null || !isServed(account, clock.now())) return
  const { customerId } = account
  const newId = `auto_${randomBase62(20)}`
  const isDue = (tx: Db) => isTopUpDue(tx, context, accountId)
  const tellDeclined = (tx: Db, of: Pack, purchaseId: string) =>
    queueNotices(tx, context, account, [autoTopUpDeclined(account, of, purchaseId, context)])
  const howItEnded = async (tx: Db, pending: PendingPurchase) => {
    const outcome = outcomeOf(await readKnown(tx, accountId), pending)
    const begun = [...packs.values()].find(({ credits }) => credits === pending.credits)
    if (outcome === 'declined' && begun) await tellDeclined(tx, begun, pending.purchaseId)
    return outcome
  }
  const purchase = await db.transaction((tx) =>
    beginPurchase(tx, clock, { accountId, newId, packs, isDue, howItEnded }),
  )
  if (!purchase) return
  const { pack } = purchase
  const outcome = await stripe.chargePack({ ...account, customerId }, pack, purchase.purchaseId)
  await services.look(customerId, { kind: 'operation', id: purchase.purchaseId })
  // It counts towards the ceiling, and no other one begins, until Stripe knows how it ended.
  if (outcome === 'pending') return
  await db.transaction(async (tx) => {
    await endPurchase(tx, clock, accountId, purchase.purchaseId, outcome)
    if (outcome === 'declined') await tellDeclined(tx, pack, purchase.purchaseId)
  })
}

/** Clocks of ours and of the provider. */
const clockAllowanceMs = 5 * minuteMs

/**
 * By the invoices for packs, as they were last seen. Null while one is billed and neither paid nor given up. Without an invoice nobody
 * knows whether it was charged: it counts as bought, and if it was, the next look brings its credits.
 */
function outcomeOf({ accountId, customers }: AccountFacts, pending: PendingPurchase): 'paid' | 'declined' | null {
  const billed = customers.flatMap(({ snapshot }) =>
    snapshot.invoices.filter(({ pack }) => pack?.accountId === accountId),
  )
  if (billed.some(({ state }) => state === 'open')) return null
  const since = pending.createdAt.getTime() - clockAllowanceMs
  const own = billed.filter(({ pack, finalizedAt }) => pack?.credits === pending.credits && (finalizedAt ?? 0) >= since)
  const isGivenUp = own.length > 0 && own.every(({ state }) => state === 'void' || state === 'uncollectible')
  return isGivenUp ? 'declined' : 'paid'
}

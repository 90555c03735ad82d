import { type Account, findAccount } from '../../accounts/accounts.ts'
import { openablePeriod, planAt } from '../../accounts/plan-state.ts'
import { isServed } from '../../accounts/suspension.ts'
import { accountClock } from '../../accounts/test-account.ts'
import { randomBase62 } from '../../base/ids.ts'
import type { Balance } from '../../credits/ledger.ts'
import { currentBalance } from '../../credits/periods.ts'
import type { Database, Db } from '../../db/database.ts'
import type { BillingContext } from '../context/billing-context.ts'
import { autoTopUpDeclined, queueNotices } from '../notices/notices.ts'
import { readKnown } from '../settle/facts.ts'
import type { AccountFacts } from '../settle/subscriptions.ts'
import type { BillingServices } from '../sync/billing-services.ts'
import { beginPurchase, endPurchase, readAutoTopUp } from './auto-top-up.ts'

/** Of the month that it is now: one that nobody has opened yet is opened. */
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
  const isOnItsWay = async (tx: Db) => hasOpenPack(await readKnown(tx, accountId))
  const purchase = await db.transaction((tx) =>
    beginPurchase(tx, clock, { accountId, newId, packs, isDue, isOnItsWay }),
  )
  if (!purchase) return
  const { pack } = purchase
  const outcome = await stripe.chargePack({ ...account, customerId }, pack, purchase.purchaseId)
  await services.look(customerId, { kind: 'operation', id: purchase.purchaseId })
  // It counts towards the ceiling, and no other one begins, until Stripe knows how it ended.
  if (outcome === 'pending') return
  await db.transaction(async (tx) => {
    await endPurchase(tx, clock, accountId, purchase.purchaseId, outcome)
    if (outcome === 'declined')
      await queueNotices(tx, context, account, [autoTopUpDeclined(account, pack, purchase.purchaseId, context)])
  })
}

/** A pack that is billed and neither paid nor given up. */
const hasOpenPack = ({ accountId, customers }: AccountFacts): boolean =>
  customers.some(({ snapshot }) =>
    snapshot.invoices.some(({ pack, state }) => pack?.accountId === accountId && state === 'open'),
  )

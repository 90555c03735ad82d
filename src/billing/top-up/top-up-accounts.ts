import { findAccount } from '../../accounts/accounts.ts'
import { isServed } from '../../accounts/suspension.ts'
import { randomBase62 } from '../../base/ids.ts'
import { readBalance } from '../../credits/ledger.ts'
import type { Database, Db } from '../../db/database.ts'
import { autoTopUpDeclined, queueNotices } from '../notices/notices.ts'
import type { BillingServices } from '../sync/billing-services.ts'
import { beginPurchase, endPurchase, readAutoTopUp } from './auto-top-up.ts'

/** True when the owner wants credits to be bought by now. */
export async function isTopUpDue(db: Db, accountId: string): Promise<boolean> {
  const chosen = await readAutoTopUp(db, accountId)
  return chosen?.enabled === true && (await readBalance(db, accountId)).balance < chosen.threshold
}

/**
 * Buys a pack for an account whose owner wants that, when its credits run low. The purchase is over when its credits are there,
 * not when it is paid: whoever looks in between would see few credits and buy again.
 */
export async function topUpAccount(db: Database, services: BillingServices, accountId: string): Promise<void> {
  const { context, stripe } = services
  const { clock, packs } = context
  if (stripe === null || !(await isTopUpDue(db, accountId))) return
  const account = await findAccount(db, accountId)
  if (!account || account.customerId === null || !isServed(account, clock.now())) return
  const { customerId } = account
  const newId = `auto_${randomBase62(20)}`
  const isDue = (tx: Db) => isTopUpDue(tx, accountId)
  const purchase = await db.transaction((tx) => beginPurchase(tx, clock, { accountId, newId, packs, isDue }))
  if (!purchase) return
  const { pack } = purchase
  const outcome = await stripe.chargePack({ ...account, customerId }, pack, purchase.purchaseId)
  await services.look(customerId, { kind: 'operation', id: purchase.purchaseId })
  await db.transaction(async (tx) => {
    await endPurchase(tx, clock, accountId, purchase.purchaseId, outcome)
    if (outcome === 'declined')
      await queueNotices(tx, context, account, [autoTopUpDeclined(account, pack, purchase.purchaseId, context)])
  })
}

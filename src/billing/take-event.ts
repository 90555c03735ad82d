import { findAccount } from '../accounts/accounts.ts'
import type { Db } from '../db/database.ts'
import type { BillingContext } from './billing-context.ts'
import { insertProviderFact, lockSubscription, type ProviderFact } from './facts.ts'
import { noticesOf, queueNotices } from './notices.ts'
import { settle } from './settle.ts'

type EventOutcome =
  /** The account stands where its facts say. */
  | 'settled'
  /** This very event was taken before. */
  | 'known'
  /** Kept until another event says whose subscription it is. */
  | 'kept'
  /** Of an account that is not ours. */
  | 'foreign'

/**
 * Takes one event of the payment provider: once, in one transaction with all that follows from it, on whichever node it
 * arrives. Events of one subscription take turns at its row, those of one account at its balance.
 */
export function takeEvent(
  db: Db,
  { clock, plans, publicUrl }: BillingContext,
  eventId: string,
  fact: ProviderFact,
): Promise<EventOutcome> {
  return db.transaction(async (tx) => {
    if (fact.accountId !== null && !(await findAccount(tx, fact.accountId))) return 'foreign'
    const accountId = await lockSubscription(tx, fact)
    if (!(await insertProviderFact(tx, clock, eventId, fact))) return 'known'
    if (accountId === null) return 'kept'
    const settled = await settle(tx, clock, plans, accountId, eventId)
    if (settled) await queueNotices(tx, clock, settled.after, noticesOf(settled, plans, publicUrl))
    return 'settled'
  })
}

import { accountNames } from '../accounts/accounts.ts'
import type { Clock } from '../base/clock.ts'
import { sql } from '../base/sql.ts'
import { findRevealingAccounts } from '../credits/revealing-accounts.ts'
import type { Db } from '../db/database.ts'

/** An account that had received the person, and whether it says that its own copies are deleted. */
type Recipient = { accountId: string; name: string; contactIds: string[]; confirmedAt: Date | null }

/** Everybody who had revealed these contacts. `confirmedAt` is set once all of them are confirmed. */
export async function findRecipients(db: Db, contactIds: readonly string[]): Promise<Recipient[]> {
  const reveals = await findRevealingAccounts(db, contactIds)
  const accountIds = [...new Set(reveals.map(({ accountId }) => accountId))]
  const names = await accountNames(db, accountIds)
  const confirmed = await db.query<{ accountId: string; contactId: string; at: Date }>(sql`
    SELECT account_id AS "accountId", contact_id AS "contactId", confirmed_at AS at FROM erasure_confirmations
    WHERE account_id = ANY(${accountIds}::text[]) AND contact_id = ANY(${contactIds}::text[])`)
  return accountIds.map((accountId) => {
    const revealed = reveals.filter((reveal) => reveal.accountId === accountId).map(({ contactId }) => contactId)
    const dates = confirmed.filter((one) => one.accountId === accountId && revealed.includes(one.contactId))
    const last = dates.reduce<Date | null>((latest, { at }) => (latest === null || at > latest ? at : latest), null)
    return {
      accountId,
      name: names.get(accountId) ?? accountId,
      contactIds: revealed,
      confirmedAt: dates.length === revealed.length ? last : null,
    }
  })
}

/** Confirming again changes nothing: the first date stands. */
export async function confirmErasure(
  tx: Db,
  clock: Clock,
  { accountId, contactIds, actorName }: { accountId: string; contactIds: readonly string[]; actorName: string },
): Promise<Date> {
  await tx.query(sql`
    INSERT INTO erasure_confirmations (account_id, contact_id, actor_name, confirmed_at)
    SELECT ${accountId}, contact_id, ${actorName}, ${clock.sql} FROM unnest(${contactIds}::text[]) AS erased (contact_id)
    ON CONFLICT DO NOTHING`)
  const [first] = await tx.query<{ at: Date }>(sql`
    SELECT max(confirmed_at) AS at FROM erasure_confirmations
    WHERE account_id = ${accountId} AND contact_id = ANY(${contactIds}::text[])`)
  return first!.at
}

import { accountNames } from '../accounts/accounts.ts'
import type { Clock } from '../base/clock.ts'
import { sql } from '../base/sql.ts'
import { findRevealingAccounts } from '../credits/revealing-accounts.ts'
import type { Db } from '../db/database.ts'
import { forgetElsewhere } from './erasing/erase-people.ts'

/** An account that had received the person, and whether it says that its own copies are deleted. */
type Recipient = { accountId: string; name: string; contactIds: string[]; confirmedAt: Date | null }

/** Everybody who had revealed these contacts. `confirmedAt` is set once all of them are confirmed. */
export async function findRecipients(db: Db, contactIds: readonly string[]): Promise<Recipient[]> {
  const reveals = await findRevealingAccounts(db, contactIds)
  const accountIds = [...new Set(reveals.map(({ accountId }) => accountId))]
  const names = await accountNames(db, accountIds)
  const confirmed = await db.query<{ accountId: string; contactId: string; at: Date }>(sql`
    SELECT account_id AS "accountId", contact_id AS "contactId", confirmed_at AS at FROM erasure_confirmations
    WHERE account_id = ANY(${accountIds}::text[]) AND contact_id = ANY(${contactIds}::text[]) AND confirmed_at IS NOT NULL`)
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

/** In the transaction that tells the account. */
export async function noteReportedErasures(
  tx: Db,
  clock: Clock,
  accountId: string,
  contactIds: readonly string[],
): Promise<void> {
  await tx.query(sql`
    INSERT INTO erasure_confirmations (account_id, contact_id, told_at)
    SELECT ${accountId}, contact_id, ${clock.sql} FROM unnest(${contactIds}::text[]) AS erased (contact_id)
    ON CONFLICT DO NOTHING`)
}

/** For whoever tells accounts of erasures. */
export const onErased = { forget: forgetElsewhere, noteReported: noteReportedErasures }

/** Confirming again changes nothing: the first date stands. */
export async function confirmErasure(
  tx: Db,
  clock: Clock,
  { accountId, contactIds, actorName }: { accountId: string; contactIds: readonly string[]; actorName: string },
): Promise<Date> {
  await tx.query(sql`
    INSERT INTO erasure_confirmations (account_id, contact_id, told_at, actor_name, confirmed_at)
    SELECT ${accountId}, contact_id, ${clock.sql}, ${actorName}, ${clock.sql}
    FROM unnest(${contactIds}::text[]) AS erased (contact_id)
    ON CONFLICT (account_id, contact_id) DO UPDATE SET actor_name = excluded.actor_name, confirmed_at = excluded.confirmed_at
    WHERE erasure_confirmations.confirmed_at IS NULL`)
  const [first] = await tx.query<{ at: Date }>(sql`
    SELECT max(confirmed_at) AS at FROM erasure_confirmations
    WHERE account_id = ${accountId} AND contact_id = ANY(${contactIds}::text[])`)
  return first!.at
}

export type ErasureReport = {
  contactId: string
  toldAt: Date
  confirmedAt: Date | null
  confirmedBy: string | null
}
type ErasureState = 'waiting' | 'confirmed'

const inState = (state: ErasureState | undefined) =>
  state === undefined ? sql`true` : state === 'waiting' ? sql`confirmed_at IS NULL` : sql`confirmed_at IS NOT NULL`

/** What an account was told, the newest first. `after` is the last contact of the page before. */
export const readErasures = (
  db: Db,
  accountId: string,
  { state, after, limit }: { state: ErasureState | undefined; after: string | null; limit: number },
): Promise<ErasureReport[]> =>
  db.query<ErasureReport>(sql`
    SELECT contact_id AS "contactId", told_at AS "toldAt", confirmed_at AS "confirmedAt", actor_name AS "confirmedBy"
    FROM erasure_confirmations
    WHERE account_id = ${accountId} AND ${inState(state)} AND (${after}::text IS NULL OR (told_at, contact_id) < (
      SELECT told_at, contact_id FROM erasure_confirmations WHERE account_id = ${accountId} AND contact_id = ${after}))
    ORDER BY told_at DESC, contact_id DESC LIMIT ${limit}`)

export async function countErasures(db: Db, accountId: string, state: ErasureState | undefined): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM erasure_confirmations WHERE account_id = ${accountId} AND ${inState(state)}`)
  return row!.count
}

/** Those of these contacts whose erasure the account was told of. */
export async function reportedAmong(db: Db, accountId: string, contactIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(sql`
    SELECT contact_id AS id FROM erasure_confirmations
    WHERE account_id = ${accountId} AND contact_id = ANY(${contactIds}::text[])`)
  return new Set(rows.map(({ id }) => id))
}

type ErasureOfAccount = ErasureReport & { accountId: string; name: string; reminders: number; remindedAt: Date | null }

/** Over all accounts, the longest waiting first: for the operator. */
export async function listErasures(db: Db, { all }: { all: boolean }): Promise<ErasureOfAccount[]> {
  const rows = await db.query<Omit<ErasureOfAccount, 'name'>>(sql`
    SELECT account_id AS "accountId", contact_id AS "contactId", told_at AS "toldAt", confirmed_at AS "confirmedAt",
      actor_name AS "confirmedBy", reminders, reminded_at AS "remindedAt"
    FROM erasure_confirmations WHERE ${all}::boolean OR confirmed_at IS NULL ORDER BY told_at, account_id, contact_id`)
  const names = await accountNames(db, [...new Set(rows.map(({ accountId }) => accountId))])
  return rows.map((row) => ({ ...row, name: names.get(row.accountId) ?? row.accountId }))
}

/** The same by account: how many were reported to it, and how many it has not confirmed. */
export const erasuresByAccount = (erasures: readonly ErasureOfAccount[]) =>
  [...Map.groupBy(erasures, ({ accountId }) => accountId)].map(([accountId, reported]) => ({
    accountId,
    name: reported[0]!.name,
    reported: reported.length,
    waiting: reported.filter(({ confirmedAt }) => confirmedAt === null).length,
    reportedFirst: reported[0]!.toldAt,
    remindedLast: reported.reduce<Date | null>(
      (last, { remindedAt: at }) => (at && (!last || at > last) ? at : last),
      null,
    ),
  }))

/** Owners are reminded this many days after the account was notified. */
export const remindAfterDays = [7, 30] as const

const isReminderDue = (clock: Clock) => sql`confirmed_at IS NULL AND reminders < cardinality(${remindAfterDays}::int[])
  AND told_at < ${clock.sql} - make_interval(days => (${remindAfterDays}::int[])[reminders + 1])`

export async function accountsToRemind(db: Db, clock: Clock): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    sql`SELECT DISTINCT account_id AS id FROM erasure_confirmations WHERE ${isReminderDue(clock)} ORDER BY account_id`,
  )
  return rows.map(({ id }) => id)
}

/** In the transaction that sends the mail. Returns how many erasures it is about. */
export async function markReminded(tx: Db, clock: Clock, accountId: string): Promise<number> {
  const rows = await tx.query(sql`
    UPDATE erasure_confirmations SET reminders = reminders + 1, reminded_at = ${clock.sql}
    WHERE account_id = ${accountId} AND ${isReminderDue(clock)} RETURNING 1`)
  return rows.length
}

/** An account that is erased keeps the dates of its confirmations, and nobody's name. */
export async function forgetConfirmers(tx: Db, accountId: string): Promise<void> {
  await tx.query(sql`UPDATE erasure_confirmations SET actor_name = NULL WHERE account_id = ${accountId}`)
}

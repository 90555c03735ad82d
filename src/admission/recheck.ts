/** Checks again that an admitted caller still has the right: before rights are granted, and during long answers. */
import { hasApiAccess } from '../accounts/api-access.ts'
import { accountTime } from '../accounts/test-account.ts'
import type { Clock } from '../base/clock.ts'
import { type Sql, sql } from '../base/sql.ts'
import type { Principal } from '../call/principal.ts'
import type { Db } from '../db/database.ts'
import type { ProtectedResource } from '../oauth/resources.ts'
import { type AdmissionRequest, type CallerRow, callerStatement } from './admission-statement.ts'
import { notValid, requireRight } from './refusals.ts'
import { toCaller } from './to-principal.ts'

type Options = { clock: Clock; publicUrl: string; resource: ProtectedResource }

type PresentCaller = Pick<Principal, 'account' | 'actor' | 'member' | 'scopes' | 'countsFor' | 'apiAccess'>

/** The caller as they are now; throws the refusal. */
export async function lookUpCaller(db: Db, asked: AdmissionRequest, options: Options): Promise<PresentCaller> {
  const [row] = await db.query<CallerRow & { now: Date }>(callerStatement(options.clock, asked))
  if (!row) throw notValid(asked.credential, options)
  const caller = toCaller(row)
  const now = accountTime(row, row.now)
  requireRight(caller, asked, now, options)
  const { account, actor, member, scopes, countsFor } = caller
  return { account, actor, member, scopes, countsFor, apiAccess: hasApiAccess(account, now) }
}

/**
 * Locks the rows that say what the caller may do, so that they can't change before the transaction ends. Members come
 * before their sessions, as in `endMembership`: in another order the two could wait for each other.
 */
export async function holdCaller(tx: Db, { account, actor, member }: Principal): Promise<void> {
  for (const rows of rowsOf(account.id, actor, member)) await tx.query(rows)
}

function rowsOf(accountId: string, actor: Principal['actor'], member: Principal['member']): Sql[] {
  if (!member) return [sql`SELECT FROM api_keys WHERE account_id = ${accountId} AND key_id = ${actor.id} FOR SHARE`]
  const { userId, sessionId } = member
  return [
    sql`SELECT FROM members WHERE account_id = ${accountId} AND user_id = ${userId} FOR SHARE`,
    // A session in use is updated now and then, which must not wait; ending it deletes it.
    sessionId !== null
      ? sql`SELECT FROM sessions WHERE id = ${sessionId} FOR KEY SHARE`
      : sql`SELECT FROM oauth_consents WHERE reference_id = ${accountId} AND id = ${actor.id} FOR SHARE`,
  ]
}

import { userInfo } from 'node:os'
import { randomBase62 } from '../base/ids.ts'
import { sql } from '../base/sql.ts'
import type { CallerOrigin } from '../call/operation.ts'
import type { Principal } from '../call/principal.ts'
import type { Actor, Door } from '../credits/ledger.ts'
import type { Db } from '../db/database.ts'
import type { AuditAction } from './actions.ts'

/** An entry beyond who and when: never a secret, a token or a channel of a contact. */
export type Act = {
  target?: { type: string; id: string; name?: string | null }
  details?: Record<string, string | number | boolean | null | undefined>
}

type Draft = Act & {
  action: AuditAction
  door: Door
  actor: Actor | null
  from?: CallerOrigin | null
  requestId?: string | null
}

export const newEntryId = (): string => `aud_${randomBase62(20)}`

/** The same entry in the log of each of these accounts; null stands for the service as a whole. */
export async function recordAct(db: Db, accountIds: readonly (string | null)[], draft: Draft): Promise<void> {
  if (accountIds.length === 0) return
  const { action, door, actor, target, details = {}, from, requestId } = draft
  const ids = accountIds.map(newEntryId)
  await db.query(sql`
    INSERT INTO audit_entries (entry_id, account_id, action, door, actor_type, actor_id, actor_name, target_type,
      target_id, target_name, details, address, user_agent, request_id, created_at)
    SELECT id, account_id, ${action}, ${door}, ${actor?.type}, ${actor?.id}, ${actor?.name}, ${target?.type},
      ${target?.id}, ${target?.name}, ${JSON.stringify(details)}::jsonb, ${from?.address}, ${from?.userAgent?.slice(0, 200)},
      ${requestId}, now()
    FROM unnest(${ids}::text[], ${accountIds}::text[]) AS made (id, account_id)`)
}

export type Caller = { principal: Principal; requestId: string; from: CallerOrigin }

/** An act of a caller through an operation. Call it in the transaction of the act. */
export function recordCall(
  db: Db,
  { principal, requestId, from }: Caller,
  action: AuditAction,
  act: Act = {},
  accountId = principal.account.id,
): Promise<void> {
  const { door, actor } = principal
  return recordAct(db, [accountId], { ...act, action, door, actor, from, requestId })
}

/** An act of the operator by a command, under the name of the system user. */
export function recordCommand(db: Db, accountId: string | null, action: AuditAction, act: Act = {}): Promise<void> {
  const actor = { type: 'operator', id: 'operator', name: nameOnThisMachine() }
  return recordAct(db, [accountId], { ...act, action, door: 'operator', actor })
}

/** A user id without a name, as in many containers, is no reason to fail. */
export function nameOnThisMachine(): string {
  try {
    return userInfo().username
  } catch {
    return 'operator'
  }
}

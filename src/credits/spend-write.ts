import type { Clock } from '../base/clock.ts'
import { prepared, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { planEntries, writeEntries } from './append.ts'
import type { Balance, CountedActor, EntryDraft } from './ledger.ts'
import type { GrantedSpend, SpendRequest } from './spend-request.ts'
import { countSpends, memberBehind } from './spending-limits.ts'

/**
 * Everything that a granted spend changes, in one statement: what was due before it, its entry, its contacts, the counters
 * of its actors and the record under its key. Resolves to the time of the spend, or to null if the account is no longer as
 * it was read.
 */
export async function writeSpend(
  db: Db,
  clock: Clock,
  held: Balance,
  request: SpendRequest,
  { dues, fresh, available, excluded, remaining, usedUp }: GrantedSpend,
): Promise<Date | null> {
  const planned = planEntries(held, fresh.length > 0 ? [...dues, draftOf(request, fresh, usedUp)] : dues)
  const [written] = await db.query<{ now: Date }>(
    prepared(
      'write_spend',
      sql`
      WITH ${writeEntries(clock, planned)},
      revealed AS (
        INSERT INTO reveals (account_id, contact_id, entry_seq, revealed_at)
        SELECT account_id, unnest(contact_ids), seq, created_at FROM entry WHERE kind = 'spend'
      ),
      counted AS (${countSpends}),
      remembered AS (
        INSERT INTO idempotency_keys
          (account_id, idempotency_key, requested_ids, available_ids, charged_ids, credits_remaining, request_id, options,
           excluded_ids, created_at)
        SELECT account_id, key, ${request.items.map(({ contactId }) => contactId)}, ${available}, ${fresh}, ${remaining},
          ${request.requestId}, ${request.options ?? null}::text,
          ${excluded}::text[], now
        FROM held, (VALUES (${request.idempotencyKey}::text)) AS sent (key) WHERE key IS NOT NULL
      )
      SELECT now FROM held`,
    ),
  )
  return written?.now ?? null
}

const draftOf = (request: SpendRequest, contactIds: string[], usedUp: CountedActor[]): EntryDraft => ({
  kind: 'spend',
  amount: -contactIds.length,
  door: request.door,
  actor: request.actor,
  memberId: memberBehind(request),
  contactIds,
  requestId: request.requestId,
  jobId: request.job?.id ?? null,
  reference: request.reference ?? null,
  usedUp,
})

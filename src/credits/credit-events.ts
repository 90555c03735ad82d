import { rawSql, type Sql, sql } from '../base/sql.ts'
import type { EventDraft } from '../events/event-types.ts'
import type { Balance, EntryDraft } from './ledger.ts'
import type { CountedActor } from './spend-request.ts'

/** What entries tell those who follow an account. spend-batch.ts does the same for many spends at once: `batchEvents`. */
export function eventsOf(rows: (EntryDraft & { balanceAfter: number })[], next: Balance): EventDraft[] {
  const { periodStart, periodEnd, periodCredits: granted, lowToldSeq, lastSeq } = next
  const resets_at = periodEnd?.toISOString() ?? null
  return rows.flatMap(({ kind, amount, opens, contactIds, door, balanceAfter: remaining }): EventDraft[] => {
    if (kind === 'spend') {
      const events: EventDraft[] = [
        { type: 'reveal.created', data: { contact_ids: contactIds!, credits: -amount, door } },
      ]
      if (lowToldSeq === lastSeq) events.push({ type: 'credits.low', data: { remaining, granted, resets_at } })
      if (remaining === 0) events.push({ type: 'credits.exhausted', data: { granted, resets_at } })
      return events
    }
    // A period that is heard of when it is over gives nothing to anybody.
    if (!opens || amount === 0 || opens.start.getTime() !== periodStart.getTime?.()) return []
    const period = { start: opens.start.toISOString(), end: opens.end.toISOString() }
    return [{ type: 'credits.renewed', data: { granted: amount, remaining, period } }]
  })
}

export const limitEvent = ({ type, id, limit }: CountedActor): EventDraft => ({
  type: 'limit.reached',
  data: { of: type === 'api_key' ? 'key' : type, id, limit: limit! },
})

const isoTime = (time: Sql): Sql => sql`to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** After the entries of a batch, in this order. */
const places = { limit: sql`9e15::bigint`, low: sql`9e15::bigint + 1`, exhausted: sql`9e15::bigint + 2` }

/** Of an event that has no entry of its own to be named after. */
const reference = (type: 'low' | 'exhausted'): Sql =>
  sql`substr(md5(p.account_id || p.seq_before || ${rawSql(`'${type}'`)}), 1, 20)`

/**
 * `eventsOf` for a batch, as rows for `recordFrom`: from `entry` and `paid` of the statement, and `reachedLimits` where actors have limits.
 */
export const batchEvents = (reachedLimits: Sql): Sql => sql`
      SELECT account_id, seq AS place, substr(entry_id, 5) AS reference, 'reveal.created' AS type,
        json_build_object('contact_ids', contact_ids, 'credits', -amount, 'door', door) AS data, NULL::text AS once, created_at
      FROM entry
      UNION ALL
      SELECT account_id, ${places.low}, ${reference('low')}, 'credits.low',
        json_build_object('remaining', balance_after, 'granted', period_credits, 'resets_at', ${isoTime(sql`period_end`)}), NULL, now
      FROM paid p WHERE tells_low
      UNION ALL
      SELECT account_id, ${places.exhausted}, ${reference('exhausted')}, 'credits.exhausted',
        json_build_object('granted', period_credits, 'resets_at', ${isoTime(sql`period_end`)}), NULL, now
      FROM paid p WHERE balance_after = 0
      ${reachedLimits}`

/** `limits` are rows (debit, type, id, credit_limit), `counted` what each actor has spent after the batch. */
export const reachedLimits = (limits: Sql): Sql => sql`
      UNION ALL
      SELECT p.account_id, ${places.limit}, substr(md5(p.account_id || p.seq_before || c.actor_id), 1, 20), 'limit.reached',
        json_build_object('of', CASE c.actor_type WHEN 'api_key' THEN 'key' ELSE c.actor_type END, 'id', c.actor_id,
          'limit', l.credit_limit), NULL, p.now
      FROM paid p JOIN ${limits} ON l.debit = p.debit
      JOIN counted c ON c.account_id = p.account_id AND c.actor_type = l.type AND c.actor_id = l.id AND c.spent = l.credit_limit`

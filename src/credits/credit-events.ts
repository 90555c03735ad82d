import { type Sql, sql } from '../base/sql.ts'
import type { EventDraft } from '../events/event-types.ts'
import { recordFrom } from '../events/record.ts'
import type { Balance, EntryDraft } from './ledger.ts'
import type { CountedActor } from './spend-request.ts'

/** The events that entries cause. spend-batch.ts does the same for many spends at once: `batchEvents`. */
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
    // A period that is recorded when it is over grants nothing.
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

/** Of an event that has no entry of its own to be named after. */
const reference = (of: Sql): Sql => sql`substr(md5(p.account_id || p.seq_before || ${of}), 1, 20)`

/**
 * `eventsOf` for a batch: from `asked` and `paid` of its statement. First those of the entries, then what the last of them brought
 * about. `limits` are rows (debit, type, id, credit_limit) where actors have limits; `counted` has what each has spent after the batch.
 */
export const batchEvents = (limits: Sql | null): Sql => sql`
    ${limits ? sql`limit_reached AS MATERIALIZED (${reachedLimits(limits)}),` : sql``}
    ${recordFrom({
      counts: sql`
        SELECT debit AS place, account_id, ${spendEvents}
          ${limits ? sql`+ (SELECT count(*) FROM limit_reached l WHERE l.debit = p.debit)` : sql``} AS events
        FROM paid p`,
      drafts: sql`
        SELECT debit AS place, p.account_id, entries_so_far AS number, substr(entry_id, 5) AS reference, 'reveal.created' AS type,
          json_build_object('contact_ids', fresh, 'credits', cost, 'door', door) AS data, NULL::text AS once, p.now AS created_at
        FROM asked a CROSS JOIN LATERAL (SELECT account_id, now FROM paid WHERE debit = a.debit LIMIT 1) p WHERE cost > 0
        UNION ALL
        SELECT debit, account_id, entries + 1, ${reference(sql`'low'`)}, 'credits.low',
          json_build_object('remaining', balance_after, 'granted', period_credits, 'resets_at', ${isoTime(sql`period_end`)}), NULL, now
        FROM paid p WHERE tells_low
        UNION ALL
        SELECT debit, account_id, entries + tells_low::int + 1, ${reference(sql`'exhausted'`)}, 'credits.exhausted',
          json_build_object('granted', period_credits, 'resets_at', ${isoTime(sql`period_end`)}), NULL, now
        FROM paid p WHERE balance_after = 0
        ${limits ? sql`UNION ALL SELECT debit, account_id, number, reference, 'limit.reached', data, NULL, now FROM limit_reached` : sql``}`,
    })}`

/** How many events of a debit come before those of limits. */
const spendEvents = sql`entries + tells_low::int + (balance_after = 0)::int`

const reachedLimits = (limits: Sql): Sql => sql`
      SELECT p.debit, p.account_id, p.now, ${spendEvents} + row_number() OVER (PARTITION BY p.debit ORDER BY l.type, l.id) AS number,
        ${reference(sql`c.actor_id`)} AS reference,
        json_build_object('of', CASE c.actor_type WHEN 'api_key' THEN 'key' ELSE c.actor_type END, 'id', c.actor_id,
          'limit', l.credit_limit) AS data
      FROM paid p JOIN ${limits} ON l.debit = p.debit
      JOIN counted c ON c.account_id = p.account_id AND c.actor_type = l.type AND c.actor_id = l.id AND c.spent = l.credit_limit`

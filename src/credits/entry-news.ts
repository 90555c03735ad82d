import type { EventDraft } from '../base/event-types.ts'
import { type Sql, sql } from '../base/sql.ts'
import { type Balance, type CountedActor, type EntryDraft, toTime } from './ledger.ts'

/** What an entry tells beyond the reveal that a spend is. Kept on the entry; events/ numbers it when somebody reads. */
export function newsOf(
  entry: Omit<EntryDraft, 'periodStart'> & { seq: number; balanceAfter: number },
  next: Balance,
): EventDraft[] {
  const { kind, amount, opens, usedUp = [], balanceAfter: remaining, seq } = entry
  const { periodStart, periodEnd, periodCredits: granted, lowReportedSeq } = next
  const resets_at = periodEnd?.toISOString() ?? null
  if (kind === 'spend') {
    const news: EventDraft[] = usedUp.map(limitReached)
    if (remaining === 0) news.unshift({ type: 'credits.exhausted', data: { granted, resets_at } })
    if (lowReportedSeq === seq) news.unshift({ type: 'credits.low', data: { remaining, granted, resets_at } })
    return news
  }
  // A period that is recorded when it is over grants nothing.
  if (!opens || amount === 0 || opens.start.getTime() !== toTime(periodStart)) return []
  const period = { start: opens.start.toISOString(), end: opens.end.toISOString() }
  return [{ type: 'credits.renewed', data: { granted: amount, remaining, period } }]
}

const limitReached = ({ type, id, limit }: CountedActor): EventDraft => ({
  type: 'limit.reached',
  data: { of: type === 'api_key' ? 'key' : type, id, limit: limit! },
})

/** For statements of other modules: what the entries of an account after one of them tell, in the order of seq and place. */
export const entryNews = (accountId: Sql, afterSeq: Sql): Sql => sql`
      SELECT e.seq, told.*, e.created_at FROM credit_entries e CROSS JOIN LATERAL (
        SELECT 0::bigint AS place, 'reveal.created' AS type, substr(e.entry_id, 5) AS reference,
          json_build_object('contact_ids', e.contact_ids, 'credits', -e.amount, 'door', e.door) AS data
        WHERE e.kind = 'spend'
        UNION ALL
        SELECT place, news->>'type', substr(md5(e.entry_id || place), 1, 20), news->'data'
        FROM json_array_elements(e.news) WITH ORDINALITY AS listed (news, place)
      ) told
      WHERE e.account_id = ${accountId} AND e.seq > ${afterSeq}`

/** For statements of other modules: the newest entry of every account, as rows (account_id, last_seq). */
export const newestEntries = sql`(SELECT account_id, last_seq FROM credit_balances)`

/** The same of the account that the column names. */
export const lastEntrySeq = (accountIdColumn: Sql): Sql =>
  sql`(SELECT last_seq FROM ${newestEntries} newest WHERE newest.account_id = ${accountIdColumn})`

/** For statements of other modules: when the entry after one of them was written; NULL if there is none. */
export const entryTimeAfter = (accountIdColumn: Sql, seq: Sql): Sql =>
  sql`(SELECT created_at FROM credit_entries WHERE account_id = ${accountIdColumn} AND seq = ${seq} + 1)`

import { bounceRules } from '../base/bounce-rules.ts'
import type { Clock } from '../base/clock.ts'
import { dayMs } from '../base/durations.ts'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { append } from './append.ts'
import { type Actor, type Balance, type Door, type EntryDraft, type Period, readNow } from './ledger.ts'
import { lockCurrent } from './periods.ts'

/** What the ledger says of a bounce; `withheld` where the caller has a reason of its own to return nothing. */
export type LedgerVerdict = 'returned' | 'already_returned' | 'not_revealed' | 'too_old' | 'withheld' | 'limit'

/** A contact whose address bounced. */
type Bounce = {
  contactId: string
  /** Nothing is returned for it: the ledger only says why else nothing would be. */
  isWithheld?: boolean
}

type ReturnContext = {
  door: Door
  actor: Actor | null
  period: Period | null
  requestId?: string | null
  reason: string
  /** The operator decides: neither age nor number matters. */
  isDecided?: boolean
}

/** The name of the lot that a returned credit lies in. An account has one lot of a name, so a contact returns one credit. */
export const bounceReference = (contactId: string): string => `bounce ${contactId}`

/**
 * Returns one credit for each contact that the account paid for and that may be returned: at most one for a contact, ever. Each is a
 * refund of its own, in a lot of its own that ends with the period or after `creditDays`, whichever is later. The verdicts come in the
 * order of the contacts.
 */
export async function returnBounced(
  tx: Db,
  clock: Clock,
  accountId: string,
  bounced: readonly Bounce[],
  given: ReturnContext,
): Promise<{ verdicts: LedgerVerdict[]; balance: Balance }> {
  const held = await lockCurrent(tx, clock, accountId, given.period)
  const now = await readNow(tx, clock)
  const ids = [...new Set(bounced.map(({ contactId }) => contactId))]
  const paid = await readPaid(tx, accountId, ids)
  const oldest = now.getTime() - bounceRules.reportWithinDays * dayMs
  let left = given.isDecided ? Number.POSITIVE_INFINITY : await readAutomaticLeft(tx, clock, accountId, bounced.length)
  const drafts: EntryDraft[] = []
  const verdicts = bounced.map(({ contactId, isWithheld = false }): LedgerVerdict => {
    const contact = paid.get(contactId)
    if (!contact) return 'not_revealed'
    const spend = contact.spend
    if (contact.isReturned || spend.refundable < 1) return 'already_returned'
    if (!given.isDecided && contact.revealedAt.getTime() < oldest) return 'too_old'
    if (isWithheld) return 'withheld'
    if (left < 1) return 'limit'
    left -= 1
    contact.isReturned = true
    spend.refundable -= 1
    drafts.push(refundOf(contactId, spend.seq, given, expiryOf(held, now)))
    return 'returned'
  })
  return { verdicts, balance: drafts.length > 0 ? await append(tx, clock, held, ...drafts) : held }
}

const expiryOf = ({ periodEnd }: Balance, now: Date): Date =>
  new Date(Math.max(periodEnd?.getTime() ?? 0, now.getTime() + bounceRules.creditDays * dayMs))

const refundOf = (
  contactId: string,
  seq: number,
  { door, actor, requestId, reason }: ReturnContext,
  expiresAt: Date,
): EntryDraft => ({
  kind: 'refund',
  amount: 1,
  door,
  actor,
  reason,
  requestId: requestId ?? null,
  contactIds: [contactId],
  refundsSeq: seq,
  lot: { source: 'returned', expiresAt, reference: bounceReference(contactId) },
})

type Purchase = { revealedAt: Date; isReturned: boolean; spend: { seq: number; refundable: number } }

/** The contacts that the account owns, each with the spend that bought it. */
async function readPaid(tx: Db, accountId: string, contactIds: readonly string[]): Promise<Map<string, Purchase>> {
  const rows = await tx.query<{
    contactId: string
    revealedAt: Date
    seq: number
    refundable: number
    isReturned: boolean
  }>(sql`
    SELECT owned.contact_id AS "contactId", owned.revealed_at AS "revealedAt", spend.seq,
      (-spend.amount - coalesce(refunded.amount, 0))::int AS refundable,
      EXISTS (SELECT FROM credit_lots l
        WHERE l.account_id = ${accountId} AND l.reference = ${bounceReference('')} || owned.contact_id) AS "isReturned"
    FROM unnest(${contactIds}::text[]) AS asked (contact_id)
    CROSS JOIN LATERAL (
      SELECT contact_id, revealed_at, entry_seq FROM reveals
      WHERE account_id = ${accountId} AND contact_id = asked.contact_id LIMIT 1) owned
    JOIN credit_entries spend ON spend.account_id = ${accountId} AND spend.seq = owned.entry_seq
    LEFT JOIN (
      SELECT refunds_seq, sum(amount) AS amount FROM credit_entries
      WHERE account_id = ${accountId} AND kind = 'refund' AND kind <> 'spend' /* the condition of its index */ GROUP BY refunds_seq
    ) refunded ON refunded.refunds_seq = spend.seq`)
  const spends = new Map(rows.map(({ seq, refundable }) => [seq, { seq, refundable }]))
  return new Map(rows.map(({ contactId, seq, ...row }) => [contactId, { ...row, spend: spends.get(seq)! }]))
}

/** How many more are returned without asking. What was revealed is only counted where it matters. */
async function readAutomaticLeft(tx: Db, clock: Clock, accountId: string, wanted: number): Promise<number> {
  const since = sql`${clock.sql} - make_interval(days => ${bounceRules.reportWithinDays})`
  const [returned] = await tx.query<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM credit_lots l
    JOIN credit_entries e ON e.account_id = l.account_id AND e.seq = l.lot_seq
    WHERE l.account_id = ${accountId} AND starts_with(l.reference, ${bounceReference('')}) AND e.door <> 'operator'
      AND e.created_at > ${since}`)
  if (returned!.count + wanted <= bounceRules.atLeast) return wanted
  // As in readSpentByDay: entries are in the order of time, but for those that overtook one another.
  const [revealed] = await tx.query<{ count: number }>(sql`
    SELECT coalesce(-sum(amount), 0)::int AS count FROM credit_entries
    WHERE account_id = ${accountId} AND kind = 'spend' AND created_at > ${since} AND seq > coalesce((
      SELECT seq FROM credit_entries WHERE account_id = ${accountId} AND created_at < ${since} - interval '1 hour'
      ORDER BY seq DESC LIMIT 1), 0)`)
  return Math.max(bounceRules.atLeast, Math.floor((revealed!.count * bounceRules.percent) / 100)) - returned!.count
}

import type { Period } from '../../src/credits/ledger.ts'
import { type ModelAccount, open, writeLot } from './ledger-model.ts'

/** One credit for a contact that was bought in the last thirty days, once. The contacts are too few to reach the limit. */
export function bounce(
  account: ModelAccount,
  now: Date,
  period: Period,
  reports: readonly { contactId: string; withheld: boolean }[],
): string[] {
  open(account, now, period)
  return reports.map(({ contactId, withheld }) => {
    const spend = account.entries.find(({ kind, contact_ids }) => kind === 'spend' && contact_ids.includes(contactId))
    if (!spend) return 'not_revealed'
    const refunded = account.entries.filter((entry) => entry.refunds_seq === spend.seq)
    const given = refunded.reduce((sum, { amount }) => sum + amount, 0)
    const reference = `bounce ${contactId}`
    if (account.lots.some((lot) => lot.reference === reference) || given >= -spend.amount) return 'already_returned'
    const month = 30 * 86_400_000
    if (spend.created_at.getTime() < now.getTime() - month) return 'too_old'
    if (withheld) return 'withheld'
    const expires = new Date(Math.max(account.periodEnd!.getTime(), now.getTime() + month))
    const draft = { kind: 'refund', amount: 1, contact_ids: [contactId], refunds_seq: spend.seq }
    writeLot(account, now, draft, { expires, reference })
    return 'returned'
  })
}

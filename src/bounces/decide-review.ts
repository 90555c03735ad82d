import type { Clock } from '../base/clock.ts'
import { modeOf } from '../base/ids.ts'
import { cardsOf } from '../billing/cards.ts'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import { reportEmails } from '../catalog/email-reports.ts'
import { returnBounced } from '../credits/bounces.ts'
import { type Actor, lockBalance, type Period } from '../credits/ledger.ts'
import type { Db } from '../db/database.ts'
import { closeReview, type Review } from './reviews.ts'

type Decision = { review: Review; actor: Actor; period: Period | null }

/** Returns the credit after all. `decided` if somebody was faster; `already_returned` if the credit came back in another way. */
export async function acceptReview(
  tx: Db,
  clock: Clock,
  keys: ChannelKeys,
  { review, actor, period }: Decision,
): Promise<'returned' | 'already_returned' | 'decided'> {
  const { accountId, contactId, emailHash } = review
  await lockBalance(tx, accountId)
  if (!(await closeReview(tx, clock, review, 'accepted'))) return 'decided'
  const given = { door: 'operator' as const, actor, period, reason: 'A bounced address', isDecided: true }
  const { verdicts } = await returnBounced(tx, clock, accountId, [{ contactId }], given)
  // Reports of a test account concern nobody else.
  if (modeOf(accountId) === 'live') await reportEmails(tx, clock, keys, accountId, [emailHash], cardsOf)
  return verdicts[0] === 'returned' ? 'returned' : 'already_returned'
}

/** Nothing comes back, now or later. */
export const refuseReview = (tx: Db, clock: Clock, review: Review): Promise<boolean> =>
  closeReview(tx, clock, review, 'refused')

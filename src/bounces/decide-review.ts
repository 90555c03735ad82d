import type { Clock } from '../base/clock.ts'
import { modeOf } from '../base/ids.ts'
import { cardsOf } from '../billing/cards.ts'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import { reportEmails, reportTestEmails } from '../catalog/email-reports.ts'
import { overSynthetic } from '../catalog/synthetic.ts'
import { returnBounced } from '../credits/bounces.ts'
import { type Actor, lockBalance, type Period } from '../credits/ledger.ts'
import type { Db } from '../db/database.ts'
import { closeReview, type Review } from './reviews.ts'

/** `makeTestCatalogue` makes the synthetic catalogue, which only reviews of test mode need. */
type Decision = { review: Review; actor: Actor; period: Period | null; makeTestCatalogue: () => object }

/** Returns the credit after all. `decided` if somebody was faster; `already_returned` if the credit came back in another way. */
export async function acceptReview(
  tx: Db,
  clock: Clock,
  keys: ChannelKeys,
  { review, actor, period, makeTestCatalogue }: Decision,
): Promise<'returned' | 'already_returned' | 'decided'> {
  const { accountId, contactId, emailHash } = review
  await lockBalance(tx, accountId)
  if (!(await closeReview(tx, clock, review, 'accepted'))) return 'decided'
  const given = { door: 'operator' as const, actor, period, reason: 'A bounced address', isDecided: true }
  const { verdicts } = await returnBounced(tx, clock, accountId, [{ contactId }], given)
  if (modeOf(accountId) === 'live') await reportEmails(tx, clock, keys, accountId, [emailHash], cardsOf)
  // Reports of a test account concern nobody else.
  else await reportTestEmails(overSynthetic(tx, makeTestCatalogue()), clock, keys, accountId, [emailHash])
  return verdicts[0] === 'returned' ? 'returned' : 'already_returned'
}

/** Nothing comes back, now or later. */
export const refuseReview = (tx: Db, clock: Clock, review: Review): Promise<boolean> =>
  closeReview(tx, clock, review, 'refused')

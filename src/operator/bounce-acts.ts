/** Bounces over the limit: the operator returns the credit, or not. */
import { findAccount } from '../accounts/accounts.ts'
import { accountClock } from '../accounts/test-account.ts'
import { Refusal } from '../base/refusal.ts'
import { acceptReview, refuseReview } from '../bounces/decide-review.ts'
import { findReview } from '../bounces/reviews.ts'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import { type ActParts, currentPeriod } from './account-acts.ts'
import { actOnce, type OperatorCaller, record } from './caller.ts'

type Parts = ActParts & { channelKeys: ChannelKeys; makeTestCatalogue: () => object }

export const decideBounce = (parts: Parts, by: OperatorCaller, id: string, decision: 'accepted' | 'refused') =>
  actOnce(parts, by, ['bounce', id, decision], async (tx) => {
    const { plans, channelKeys, makeTestCatalogue } = parts
    const review = await findReview(tx, id)
    if (!review) throw new Refusal(`There is no bounce ${id}.`)
    const account = (await findAccount(tx, review.accountId))!
    const clock = accountClock(parts.clock, account)
    const period = currentPeriod(account, plans, clock.now())
    const outcome =
      decision === 'accepted'
        ? await acceptReview(tx, clock, channelKeys, { review, actor: by.actor, period, makeTestCatalogue })
        : (await refuseReview(tx, clock, review)) && 'refused'
    if (!outcome || outcome === 'decided') throw new Refusal(`${id} is decided already.`)
    await record(tx, by, review.accountId, 'bounces.decided', {
      details: { bounce: id, contact_id: review.contactId, decision },
    })
    return { bounce_id: id, account_id: review.accountId, decision, returned: outcome === 'returned' ? 1 : 0 }
  })

import { call, type Reply } from '../../api/call.ts'
import { limits, perRequest } from '../../api/limits.ts'
import { usageQuery } from '../../api/queries.ts'
import { listItemsKey, revealedKey } from '../lists/lists.ts'
import { forgetEmails } from '../reveals/reveal-run.ts'
import type { Bounce } from './read-bounces.ts'

export type BounceVerdict = Reply<'reportBounces'>['data'][number]['verdict']

/** What became of a reported bounce, in the words of a table. */
export const verdictNames: Record<BounceVerdict, string> = {
  returned: 'Credit returned',
  already_returned: 'Already returned: each contact returns one credit',
  not_revealed: 'Not revealed by this account',
  too_old: `Revealed more than ${limits.bounceReportDays} days ago`,
  soft: 'Temporary failure: try the address again',
  other_email_delivered: 'Noted: the credit comes back once all emails of this contact have bounced',
  limit: 'Over the limit: the credit comes back only if the operator accepts it',
}

/** After these the account takes the address for a bounced one. */
export const marksBounced = (verdict: BounceVerdict): boolean => !['soft', 'limit', 'not_revealed'].includes(verdict)

export const bounceRules = `Report a bounced email within ${limits.bounceReportDays} days of the reveal to get the credit back, once for each contact, if none of its other emails works. Temporary failures do not count. The contact stays revealed.`

export type BounceOutcome = { email: string; verdict: BounceVerdict }

/** What a report changes, next to the contacts that this tab has revealed. */
export const changedByBounces = [usageQuery.queryKey, revealedKey, listItemsKey]

/** A verdict for each, in the order given, and how many credits came back. */
export async function reportBounces(
  bounces: readonly Bounce[],
): Promise<{ outcomes: BounceOutcome[]; returned: number }> {
  const outcomes: BounceOutcome[] = []
  let returned = 0
  for (let at = 0; at < bounces.length; at += perRequest.reportBounces.bounces) {
    const part = bounces.slice(at, at + perRequest.reportBounces.bounces)
    const { data, credits } = await call('reportBounces', { body: { bounces: part } })
    const judged = data.map(({ verdict }, place) => ({ email: part[place]!.email, verdict }))
    forgetEmails(judged.filter(({ verdict }) => marksBounced(verdict)).map(({ email }) => email))
    outcomes.push(...judged)
    returned += credits.returned
  }
  return { outcomes, returned }
}

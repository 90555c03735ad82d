import { type Static, Type } from 'typebox'
import type { Clock } from '../base/clock.ts'
import { count } from '../base/schema.ts'
import { type Principal, requirePeriod } from '../call/principal.ts'
import { excludedAmong } from '../catalog/exclusions/excluded.ts'
import type { ContactLookup } from '../contacts/look-up-contacts.ts'
import { quotedCounts, tallyQuote } from '../contacts/quoted-counts.ts'
import type { RevealOptions } from '../contacts/reveal-options.ts'
import { currentBalance } from '../credits/periods.ts'
import { ownedAmong } from '../credits/reveals.ts'
import { readSpendingLimits, spendableNow, spendableOf } from '../credits/spending-limits.ts'
import type { Database } from '../db/database.ts'

export const jobQuote = Type.Object(
  {
    object: Type.Literal('job_quote'),
    credits: Type.Object(
      {
        required: count({ description: 'Credits that the job would spend.' }),
        remaining: count({ description: 'Credits left now.' }),
        spendable_now: spendableNow,
      },
      { description: 'What the job would cost, and what is left.' },
    ),
    ...quotedCounts,
  },
  { title: 'JobQuote' },
)
export type JobQuote = Static<typeof jobQuote>

type Needs = { database: Database; clock: Clock; contactLookup: ContactLookup }

const lookUpAtOnce = 200

/** What revealing all of these would cost now. Repeated ids cost once. */
export async function quoteJob(
  ids: readonly string[],
  options: RevealOptions,
  principal: Principal,
  needs: Needs,
): Promise<JobQuote> {
  const { database, clock, contactLookup } = needs
  const accountId = principal.account.id
  const period = requirePeriod(principal)
  const distinct = [...new Set(ids)]
  const tally = tallyQuote(options)
  for (let at = 0; at < distinct.length; at += lookUpAtOnce) {
    const some = distinct.slice(at, at + lookUpAtOnce)
    const [contacts, owned, excluded] = await Promise.all([
      contactLookup.lookUp(some),
      ownedAmong(database, accountId, some),
      excludedAmong(database, accountId, some),
    ])
    for (const id of some) tally.add(id, contacts.get(id), { owned, excluded })
  }
  const [{ balance }, limits] = await Promise.all([
    currentBalance(database, clock, accountId, period),
    readSpendingLimits(database, accountId, principal.countsFor, period),
  ])
  const { counts, emails } = tally
  const credits = { required: counts.new, remaining: balance, spendable_now: spendableOf(balance, limits) }
  return { object: 'job_quote', credits, counts, emails }
}

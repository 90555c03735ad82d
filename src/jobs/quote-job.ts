import { type Static, Type } from 'typebox'
import type { Clock } from '../base/clock.ts'
import { count } from '../base/schema.ts'
import { type Principal, requirePeriod } from '../call/principal.ts'
import type { ContactLookup } from '../contacts/look-up-contacts.ts'
import { toSpendItem } from '../contacts/reveal-contacts.ts'
import { currentBalance } from '../credits/periods.ts'
import { ownedAmong } from '../credits/reveals.ts'
import { outcomeOf } from '../credits/spend-alone.ts'
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
    counts: Type.Object(
      {
        new: count({ description: 'Contacts that would cost a credit each.' }),
        already_revealed: count({ description: 'Contacts that the account has revealed before.' }),
        unavailable: count({ description: 'Contacts that can’t be revealed.' }),
      },
      { description: 'What a job would make of the contacts, each counted once.' },
    ),
  },
  { title: 'JobQuote' },
)
export type JobQuote = Static<typeof jobQuote>

type Needs = { database: Database; clock: Clock; contactLookup: ContactLookup }

const lookUpAtOnce = 200

/** What revealing all of these would cost now. Repeated ids cost once. */
export async function quoteJob(ids: readonly string[], principal: Principal, needs: Needs): Promise<JobQuote> {
  const { database, clock, contactLookup } = needs
  const accountId = principal.account.id
  const period = requirePeriod(principal)
  const distinct = [...new Set(ids)]
  const counts = { new: 0, already_revealed: 0, unavailable: 0 }
  for (let at = 0; at < distinct.length; at += lookUpAtOnce) {
    const some = distinct.slice(at, at + lookUpAtOnce)
    const [contacts, owned] = await Promise.all([contactLookup.lookUp(some), ownedAmong(database, accountId, some)])
    for (const id of some) counts[outcomeOf(toSpendItem(id, contacts.get(id)), owned.has(id))] += 1
  }
  const [{ balance }, limits] = await Promise.all([
    currentBalance(database, clock, accountId, period),
    readSpendingLimits(database, accountId, principal.countsFor, period),
  ])
  const credits = { required: counts.new, remaining: balance, spendable_now: spendableOf(balance, limits) }
  return { object: 'job_quote', credits, counts }
}

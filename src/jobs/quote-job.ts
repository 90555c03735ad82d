import { type Static, Type } from 'typebox'
import { count } from '../base/schema.ts'
import type { Principal } from '../call/principal.ts'
import { noCounts, type QuoteNeeds, quoteContacts, quotedCounts, readSpendable } from '../contacts/quote-reveal.ts'
import type { RevealOptions } from '../contacts/reveal-options.ts'
import type { ItemOutcome } from '../credits/spend-alone.ts'
import { spendableNow } from '../credits/spending-limits.ts'
import { beingRevealed } from './being-revealed.ts'
import { countDistinct, type Person } from './people.ts'

export const jobQuote = Type.Object(
  {
    object: Type.Literal('job_quote'),
    credits: Type.Object(
      {
        required: count({
          description: 'Credits that the job would spend; for `people`, the most that it could spend.',
        }),
        remaining: count({ description: 'Credits left now.' }),
        spendable_now: spendableNow,
      },
      { description: 'What the job would cost, and what is left.' },
    ),
    ...quotedCounts,
    being_revealed: count({
      description:
        'Of the new ones: those that another job of the account, waiting or running, is about to reveal. They cost one credit, in ' +
        'whichever job comes to them first. 0 for `people`.',
    }),
  },
  { title: 'JobQuote' },
)
export type JobQuote = Static<typeof jobQuote>

type JobInputs = { inputs: readonly string[]; people?: readonly Person[] }

/**
 * What revealing all of these would cost now. Repeated ones cost once. Of people it says what they can cost at most and nothing
 * else: that an address is known would be worth something, and nobody has paid for it.
 */
export async function quoteJob(
  { inputs, people }: JobInputs,
  options: RevealOptions,
  principal: Principal,
  needs: QuoteNeeds,
): Promise<JobQuote> {
  const { outcomes, ...counted } = people
    ? quotePeople(people)
    : await quoteContacts([...new Set(inputs)], options, principal.account.id, needs)
  const credits = { required: counted.counts.new, ...(await readSpendable(principal, needs)) }
  const newIds = [...outcomes].flatMap(([id, outcome]) => (outcome === 'new' ? [id] : []))
  const underWay = newIds.length > 0 ? await beingRevealed(needs.database, principal.account.id, newIds) : []
  const being_revealed = new Set(underWay.map(({ contactId }) => contactId)).size
  return { object: 'job_quote', credits, ...counted, being_revealed }
}

/** As if every one of them were found and new. */
function quotePeople(people: readonly Person[]) {
  const nobody = noCounts()
  return {
    ...nobody,
    counts: { ...nobody.counts, new: countDistinct(people) },
    outcomes: new Map<string, ItemOutcome>(),
  }
}

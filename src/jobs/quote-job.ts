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

type Needs = { database: Database; clock: Clock; contactLookup: ContactLookup }

const lookUpAtOnce = 200

/** Credits that a caller has and may spend. */
export async function readSpendable(
  principal: Principal,
  { database, clock }: Pick<Needs, 'database' | 'clock'>,
): Promise<{ remaining: number; spendable_now: number }> {
  const accountId = principal.account.id
  const period = requirePeriod(principal)
  const [{ balance }, limits] = await Promise.all([
    currentBalance(database, clock, accountId, period),
    readSpendingLimits(database, accountId, principal.countsFor, period),
  ])
  return { remaining: balance, spendable_now: spendableOf(balance, limits) }
}

type JobInputs = { inputs: readonly string[]; people?: readonly Person[] }

/**
 * What revealing all of these would cost now. Repeated ones cost once. Of people it says what they can cost at most and nothing
 * else: that an address is known would be worth something, and nobody has paid for it.
 */
export async function quoteJob(
  { inputs, people }: JobInputs,
  options: RevealOptions,
  principal: Principal,
  needs: Needs,
): Promise<JobQuote> {
  const { counts, emails, email_types, newIds } = people
    ? tallyPeople(people, options, principal.account.id)
    : await tallyContacts(inputs, options, principal.account.id, needs)
  const credits = { required: counts.new, ...(await readSpendable(principal, needs)) }
  const underWay = newIds.length > 0 ? await beingRevealed(needs.database, principal.account.id, newIds) : []
  const being_revealed = new Set(underWay.map(({ contactId }) => contactId)).size
  return { object: 'job_quote', credits, counts, emails, email_types, being_revealed }
}

/** As if every one of them were found and new. */
function tallyPeople(people: readonly Person[], options: RevealOptions, accountId: string) {
  const tally = tallyQuote(options, accountId)
  tally.counts.new = countDistinct(people)
  return { ...tally, newIds: [] }
}

async function tallyContacts(ids: readonly string[], options: RevealOptions, accountId: string, needs: Needs) {
  const { database, contactLookup } = needs
  const distinct = [...new Set(ids)]
  const tally = tallyQuote(options, accountId)
  const newIds: string[] = []
  for (let at = 0; at < distinct.length; at += lookUpAtOnce) {
    const some = distinct.slice(at, at + lookUpAtOnce)
    const [contacts, owned, excluded] = await Promise.all([
      contactLookup.lookUp(some),
      ownedAmong(database, accountId, some),
      excludedAmong(database, accountId, some),
    ])
    for (const id of some) if (tally.add(id, contacts.get(id), { owned, excluded }) === 'new') newIds.push(id)
  }
  return { ...tally, newIds }
}

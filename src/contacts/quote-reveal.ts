import { type TSchema, Type } from 'typebox'
import type { Clock } from '../base/clock.ts'
import type { EmailType, ExportableEmailStatus } from '../base/email-kinds.ts'
import { count, oneOf, requestId, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { type Principal, requirePeriod } from '../call/principal.ts'
import { channelsFor } from '../catalog/channels.ts'
import { excludedAmong } from '../catalog/exclusions/excluded.ts'
import { currentBalance } from '../credits/periods.ts'
import { ownedAmong } from '../credits/reveals.ts'
import { type ItemOutcome, itemOutcomes, outcomeOf } from '../credits/spend-alone.ts'
import { readSpendingLimits, spendableNow, spendableOf } from '../credits/spending-limits.ts'
import type { Database } from '../db/database.ts'
import type { ContactLookup } from './look-up-contacts.ts'
import { contactIds, toSpendItem } from './reveal-contacts.ts'
import { type RevealOptions, readOptions, revealOptionFields } from './reveal-options.ts'
import { bestEmail } from './revealed-contact.ts'

/** What a quote says of many contacts at once: how many have each outcome, and what emails the new ones come with. */
export const quotedCounts = {
  counts: Type.Object(
    {
      new: count({ description: 'Contacts that would cost a credit each.' }),
      already_revealed: count({ description: 'Contacts that the account has revealed before.' }),
      unavailable: count({ description: 'Contacts that can’t be revealed.' }),
      excluded: count({ description: 'Contacts that the account excludes.' }),
    },
    { description: 'How many contacts have each outcome, each contact counted once.' },
  ),
  emails: Type.Object(
    {
      verified: count({ description: 'New contacts whose best email is `verified`.' }),
      matched: count({ description: 'New contacts whose best email is `matched`.' }),
      found: count({ description: 'New contacts whose best email is `found`.' }),
      reported: count({ description: 'New contacts whose best email is `reported`.' }),
      none: count({ description: 'New contacts without an email.' }),
    } satisfies Record<ExportableEmailStatus | 'none', TSchema>,
    { description: 'What emails the new contacts have: each is counted once, under its best one.' },
  ),
  email_types: Type.Object(
    {
      work: count({ description: 'New contacts whose best email is of their work.' }),
      personal: count({ description: 'New contacts whose best email is personal.' }),
      generic: count({ description: 'New contacts whose best email is of nobody in person, such as info@.' }),
      other: count({ description: 'New contacts whose best email is of another type.' }),
    } satisfies Record<EmailType, TSchema>,
    { description: 'Of what type these best emails are. Contacts without an email are not counted.' },
  ),
}

export const quoteReveal = defineOperation({
  id: 'quoteReveal',
  method: 'POST',
  path: '/contacts/reveal/quote',
  summary: 'Quote a reveal',
  description: 'Says what a reveal of these contacts would cost right now, and which of them are new. Spends nothing.',
  scope: 'contacts:reveal',
  meter: 'request',
  readsOnly: true,
  request: { body: Type.Object({ contact_ids: contactIds, ...revealOptionFields }, { additionalProperties: false }) },
  reply: Type.Object({
    object: Type.Literal('contact_reveal_quote'),
    credits: Type.Object(
      {
        required: count({ description: 'Credits that a reveal would spend.' }),
        remaining: count({ description: 'Credits left now.' }),
        spendable_now: spendableNow,
      },
      { description: 'What it would cost, and what is there.' },
    ),
    data: Type.Array(
      Type.Object({
        id: Type.String({ description: 'The id of the contact.' }),
        outcome: oneOf(itemOutcomes, {
          description:
            '`new` costs one credit. `already_revealed` is free. `unavailable` can’t be revealed, and `excluded` is on an exclusion ' +
            'list of the account: both cost nothing.',
        }),
      }),
      { description: 'What a reveal would make of each contact, in the order of the request.' },
    ),
    ...quotedCounts,
    request_id: requestId,
  }),
  problems: ['invalid_contact_id'],
  example: {
    summary: 'Two contacts, one of them new',
    request: { contact_ids: ['ct_live_QwErTyUiOpAsDfGh', 'ct_live_ZxCvBnMqWeRtYuIo'] },
    reply: {
      object: 'contact_reveal_quote',
      credits: { required: 1, remaining: 1000, spendable_now: 1000 },
      data: [
        { id: 'ct_live_QwErTyUiOpAsDfGh', outcome: 'new' },
        { id: 'ct_live_ZxCvBnMqWeRtYuIo', outcome: 'already_revealed' },
      ],
      counts: { new: 1, already_revealed: 1, unavailable: 0, excluded: 0 },
      emails: { verified: 1, matched: 0, found: 0, reported: 0, none: 0 },
      email_types: { work: 1, personal: 0, generic: 0, other: 0 },
      request_id: requestIdExample,
    },
  },

  async run({ principal, body }, needs: QuoteNeeds) {
    const ids = [...new Set(body.contact_ids)]
    const [{ outcomes, ...counted }, spendable] = await Promise.all([
      quoteContacts(ids, readOptions(body), principal.account.id, needs),
      readSpendable(principal, needs),
    ])
    return {
      object: 'contact_reveal_quote' as const,
      credits: { required: counted.counts.new, ...spendable },
      data: [...outcomes].map(([id, outcome]) => ({ id, outcome })),
      ...counted,
    }
  },
})

export type QuoteNeeds = { database: Database; clock: Clock; contactLookup: ContactLookup }

/** Credits that a caller has and may spend. */
export async function readSpendable(
  principal: Principal,
  { database, clock }: Pick<QuoteNeeds, 'database' | 'clock'>,
): Promise<{ remaining: number; spendable_now: number }> {
  const accountId = principal.account.id
  const period = requirePeriod(principal)
  const [{ balance }, limits] = await Promise.all([
    currentBalance(database, clock, accountId, period),
    readSpendingLimits(database, accountId, principal.countsFor, period),
  ])
  return { remaining: balance, spendable_now: spendableOf(balance, limits) }
}

const lookUpAtOnce = 200

/** What a reveal would make of each of these contacts now, in their order. Each is to be named once. */
export async function quoteContacts(
  ids: readonly string[],
  options: RevealOptions,
  accountId: string,
  { database, contactLookup }: QuoteNeeds,
) {
  const outcomes = new Map<string, ItemOutcome>()
  const { counts, emails, email_types } = noCounts()
  for (let at = 0; at < ids.length; at += lookUpAtOnce) {
    const some = ids.slice(at, at + lookUpAtOnce)
    const [contacts, owned, excluded] = await Promise.all([
      contactLookup.lookUp(some),
      ownedAmong(database, accountId, some),
      excludedAmong(database, accountId, some),
    ])
    for (const id of some) {
      const contact = contacts.get(id)
      const isExcluded = excluded.has(id) && !options.allowExcluded
      const outcome = outcomeOf(toSpendItem(id, contact, options, accountId), { isOwned: owned.has(id), isExcluded })
      outcomes.set(id, outcome)
      counts[outcome] += 1
      if (outcome !== 'new') continue
      const best = bestEmail(channelsFor(accountId, contact!.channels).emails)
      emails[best ? (best.status as ExportableEmailStatus) : 'none'] += 1
      if (best) email_types[best.type] += 1
    }
  }
  return { outcomes, counts, emails, email_types }
}

export const noCounts = () => ({
  counts: { new: 0, already_revealed: 0, unavailable: 0, excluded: 0 },
  emails: { verified: 0, matched: 0, found: 0, reported: 0, none: 0 },
  email_types: { work: 0, personal: 0, generic: 0, other: 0 },
})

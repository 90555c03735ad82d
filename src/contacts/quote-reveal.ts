import { Type } from 'typebox'
import type { Clock } from '../base/clock.ts'
import { count, oneOf, requestId, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { requirePeriod } from '../call/principal.ts'
import { excludedAmong } from '../catalog/exclusions/excluded.ts'
import { currentBalance } from '../credits/periods.ts'
import { ownedAmong } from '../credits/reveals.ts'
import { itemOutcomes } from '../credits/spend-alone.ts'
import { readSpendingLimits, spendableNow, spendableOf } from '../credits/spending-limits.ts'
import type { Database } from '../db/database.ts'
import type { ContactLookup } from './look-up-contacts.ts'
import { quotedCounts, tallyQuote } from './quoted-counts.ts'
import { contactIds } from './reveal-contacts.ts'
import { readOptions, revealOptionFields } from './reveal-options.ts'

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

  async run({ principal, body }, needs: { database: Database; clock: Clock; contactLookup: ContactLookup }) {
    const { database, clock, contactLookup } = needs
    const ids = [...new Set(body.contact_ids)]
    const accountId = principal.account.id
    const period = requirePeriod(principal)
    const [contacts, owned, excluded, balance, limits] = await Promise.all([
      contactLookup.lookUp(ids),
      ownedAmong(database, accountId, ids),
      excludedAmong(database, accountId, ids),
      currentBalance(database, clock, accountId, period),
      readSpendingLimits(database, accountId, principal.countsFor, period),
    ])
    const tally = tallyQuote(readOptions(body), accountId)
    const data = ids.map((id) => ({ id, outcome: tally.add(id, contacts.get(id), { owned, excluded }) }))
    const { counts, emails, email_types } = tally
    const credits = {
      required: counts.new,
      remaining: balance.balance,
      spendable_now: spendableOf(balance.balance, limits),
    }
    return { object: 'contact_reveal_quote' as const, credits, data, counts, emails, email_types }
  },
})

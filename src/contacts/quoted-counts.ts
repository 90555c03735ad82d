import { type Static, type TSchema, Type } from 'typebox'
import type { EmailType, ExportableEmailStatus } from '../base/email-kinds.ts'
import { count } from '../base/schema.ts'
import { channelsFor } from '../catalog/channels.ts'
import { type ItemOutcome, outcomeOf } from '../credits/spend-alone.ts'
import { toSpendItem } from './reveal-contacts.ts'
import type { RevealOptions } from './reveal-options.ts'
import { bestEmail, type OpenedContact } from './revealed-contact.ts'

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

const quotedCountsObject = Type.Object(quotedCounts)
type QuotedCounts = Static<typeof quotedCountsObject>

type Tally = QuotedCounts & {
  add(id: string, contact: OpenedContact | undefined, known: KnownIds): ItemOutcome
}

/** What the account owns, and what it excludes. */
type KnownIds = { owned: ReadonlyMap<string, Date>; excluded: ReadonlySet<string> }

export function tallyQuote(options: RevealOptions, accountId: string): Tally {
  const counts = { new: 0, already_revealed: 0, unavailable: 0, excluded: 0 }
  const emails: Record<ExportableEmailStatus | 'none', number> = {
    verified: 0,
    matched: 0,
    found: 0,
    reported: 0,
    none: 0,
  }
  const types = { work: 0, personal: 0, generic: 0, other: 0 }
  return {
    counts,
    emails,
    email_types: types,
    add(id, contact, { owned, excluded }) {
      const isExcluded = excluded.has(id) && !options.allowExcluded
      const outcome = outcomeOf(toSpendItem(id, contact, options, accountId), { isOwned: owned.has(id), isExcluded })
      counts[outcome] += 1
      if (outcome !== 'new') return outcome
      const best = bestEmail(channelsFor(accountId, contact!.channels).emails)
      emails[best ? (best.status as ExportableEmailStatus) : 'none'] += 1
      if (best) types[best.type] += 1
      return outcome
    },
  }
}

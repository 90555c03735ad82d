import type { TaxonomyList } from './labels.tsx'

const meanings: Partial<Record<TaxonomyList, Record<string, string>>> = {
  email_statuses: {
    verified: 'A mail server confirmed that the mailbox exists',
    matched: 'Found in a source that names this person with this address',
    found: 'Found in public together with the store, not confirmed',
    reported: 'A customer reported that it bounced',
  },
  email_types: { work: 'At the company', personal: 'Private', generic: 'Shared, such as info@' },
}

/** What a value says that its label does not; nothing where the label is enough. */
export const meaningOf = (list: TaxonomyList, value: string): string | undefined => meanings[list]?.[value]

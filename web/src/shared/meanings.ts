import { emailStatusMeanings, emailTypeMeanings } from '../api/email-meanings.ts'
import type { TaxonomyList } from './labels.tsx'

const meanings: Partial<Record<TaxonomyList, Record<string, string>>> = {
  email_statuses: emailStatusMeanings,
  email_types: emailTypeMeanings,
}

/** What a value says that its label does not; nothing where the label is enough. */
export const meaningOf = (list: TaxonomyList, value: string): string | undefined => meanings[list]?.[value]

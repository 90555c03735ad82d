import type { Codes } from '../columns/shared-arrays.ts'
import type { TermDictionary } from '../columns/term-dictionary.ts'
import { spellingOf } from '../columns/term-dictionary.ts'
import { type TimeColumn, timeOf } from '../columns/times.ts'

/** By this path the postings of all emails that may leave are among a segment's fields: the contacts that have one of a kind. */
export const emailsPath = 'person.emails'

/** Facts about exportable emails: their kind (status and type) and when they were verified. No address. */
export type Emails = {
  /** The kind of the email that a reveal lists first, plus one; zero for none. */
  kinds: Codes
  verified: TimeColumn
  /** The others, which few contacts have: the contact of each, ascending. */
  more: { contacts: Uint32Array; kinds: Codes; verified: TimeColumn }
}

type BestEmail = { status: string; type: string; verifiedAt: number | null }

export function bestEmailOf(
  { kinds, verified }: Emails,
  dictionary: TermDictionary,
  contact: number,
): BestEmail | null {
  if (kinds[contact] === 0) return null
  const [status, type] = spellingOf(dictionary, kinds[contact]! - 1).split(' ')
  return { status: status!, type: type!, verifiedAt: timeOf(verified, contact) }
}

import { clearBit } from '../columns/bitset.ts'
import { findDocument } from '../columns/lookup-tables.ts'
import { prefixesOf } from '../columns/opaque-ids.ts'
import { carries, unionOf, type Window } from '../columns/posting-lists.ts'
import { spellingOf } from '../columns/term-dictionary.ts'
import { emailsPath } from '../segments/emails.ts'
import type { Segment } from '../segments/segment.ts'
import type { Clause, CompiledQuery } from './compile-query.ts'
import type { Condition, NewUnion } from './conditions.ts'
import { daysBefore } from './timed-conditions.ts'

/** Status and type of an email, and when it was verified. */
export type OwnEmail = { kind: string; verifiedAt: number | null }
/** What is left of the emails of some contacts, by id, for the account that searches: to it the others have bounced. */
export type OwnEmails = ReadonlyMap<string, readonly OwnEmail[]>

/** The documents of a segment for which own emails change the answer to a query. Ascending. */
export type OwnDocuments = {
  /** Contacts that the query does not find for this account: what it asks for has bounced, or a reveal would return nothing. */
  unfit: Uint32Array
  /** Contacts without an email for this account, whatever the segment says. */
  withoutEmail: Uint32Array
}

const verifiedPath = 'person.has_verified_email'
const otherChannels = ['person.has_phone', 'person.has_linkedin']

const found = new WeakMap<Segment, WeakMap<OwnEmails, [document: number, emails: readonly OwnEmail[]][]>>()

export function ownDocuments(segment: Segment, own: OwnEmails, query: CompiledQuery, asOf: number): OwnDocuments {
  const documents = documentsOf(segment, own)
  const isWanted = wishOf(segment, query, asOf)
  const ids = (of: typeof documents) => Uint32Array.from(of, ([document]) => document)
  const hasOther = (document: number) =>
    otherChannels.some((path) => carries(segment.fields[path]!.postings, 0, document))
  return {
    unfit: ids(
      documents.filter(([document, emails]) => !isWanted(emails) || (emails.length === 0 && !hasOther(document))),
    ),
    withoutEmail: ids(documents.filter(([, emails]) => emails.length === 0)),
  }
}

function documentsOf(segment: Segment, own: OwnEmails): [number, readonly OwnEmail[]][] {
  const ofSegment = found.get(segment) ?? new WeakMap<OwnEmails, [number, readonly OwnEmail[]][]>()
  found.set(segment, ofSegment)
  const known = ofSegment.get(own)
  if (known) return known
  const { contactSlots, contactIds } = segment
  const { contact: prefix } = prefixesOf(segment)
  const documents = Array.from(own, ([id, emails]): [number, readonly OwnEmail[]] => [
    findDocument(contactSlots, contactIds, id, prefix),
    emails,
  ])
    .filter(([document]) => document !== -1)
    .sort(([a], [b]) => a - b)
  ofSegment.set(own, documents)
  return documents
}

/** What a query wants of emails. */
function wishOf(
  { fields }: Segment,
  { contactClauses, email }: CompiledQuery,
  asOf: number,
): (emails: readonly OwnEmail[]) => boolean {
  const isAnyWanted = contactClauses.some(({ path, keep }) => path === verifiedPath && keep === 'any')
  const kinds = email?.kinds ?? contactClauses.find(({ path }) => path === emailsPath)?.terms
  if (kinds === undefined) return ({ length }) => length > 0 || !isAnyWanted
  const { dictionary } = fields[emailsPath]!
  const wanted = new Set(kinds.map((kind) => spellingOf(dictionary!, kind)))
  const after = email?.days == null ? null : daysBefore(asOf, email.days)
  const isInTime = ({ verifiedAt }: OwnEmail) => after === null || (verifiedAt !== null && verifiedAt > after)
  return (emails) => emails.some((one) => wanted.has(one.kind) && isInTime(one))
}

export const asksForNoEmail = ({ path, keep }: Clause): boolean => path === verifiedPath && keep === 'none'

/** Contacts that have no email for this account. */
export function lacksEmail(
  { fields }: Segment,
  { withoutEmail }: OwnDocuments,
  window: Window,
  newUnion: NewUnion,
): Condition {
  const set = newUnion()
  const carriers = unionOf(fields[verifiedPath]!.postings, { terms: [0] }, window, newUnion)
  for (let word = window.from; word < window.to; word++) set[word] = carriers[word]!
  for (const document of withoutEmail) clearBit(set, document)
  return { kind: 'in_set', set, wanted: false }
}

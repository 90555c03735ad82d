import { type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import type { ChannelKeys } from './channel-keys.ts'
import { normaliseEmail, readProfileUrl } from './channel-values.ts'
import { normaliseDomain } from './domains.ts'
import { nameKey } from './slug.ts'
import { syntheticOf } from './synthetic.ts'
import { hasAnyChannel } from './visible-contacts.ts'

/** Somebody as a customer knows them: by an address, by a profile, or by their name and store. */
type NamedPerson = {
  email?: string
  linkedin_url?: string
  first_name?: string
  last_name?: string
  domain?: string
}

/** The fields that a person is found by, normalised for comparison. */
export type PersonMark =
  | { kind: 'email' | 'linkedin'; value: string }
  | { kind: 'name'; value: string; firstName: string; lastName: string; domain: string }

/** Null for what can't be anybody's. */
export function markOf({ email, linkedin_url, first_name, last_name, domain }: NamedPerson): PersonMark | null {
  if (email !== undefined) return marked('email', normaliseEmail(email))
  if (linkedin_url !== undefined) return marked('linkedin', readProfileUrl(linkedin_url)?.key ?? null)
  const store = normaliseDomain(domain ?? '')
  const [value, firstName, lastName] = [`${first_name} ${last_name}`, first_name!, last_name!].map(nameKey)
  return store && value && firstName && lastName ? { kind: 'name', value, firstName, lastName, domain: store } : null
}

const marked = (kind: 'email' | 'linkedin', value: string | null): PersonMark | null =>
  value === null ? null : { kind, value }

export type FoundPerson = {
  contactId: string
  /** By an account that does not own it yet. */
  revealable: boolean
}

/** Answers in test mode, in place of the tables. */
export type PeopleReads = { findPeople(mark: PersonMark): FoundPerson[] }

type Row = FoundPerson & {
  place: number
  firstName: string | null
  lastName: string | null
  fullName: string | null
}

/**
 * The contacts that each mark fits, those that can be revealed first, then the newest. Whoever opted out is not among them. One
 * address may be that of several: a person at two stores, or a shared mailbox.
 */
export async function findPeople(
  db: Db,
  keys: ChannelKeys,
  marks: readonly (PersonMark | null)[],
): Promise<FoundPerson[][]> {
  const synthetic = syntheticOf<PeopleReads>(db)
  if (synthetic) return marks.map((mark) => (mark ? synthetic.findPeople(mark) : []))
  const asked = marks.flatMap((mark, place) => (mark ? [{ place, mark, hash: keys.hash(mark.kind, mark.value) }] : []))
  const rows = asked.length === 0 ? [] : await db.query<Row>(findMarked(asked))
  return marks.map((mark, at) => rows.filter((row) => row.place === at && hasName(mark, row)))
}

type HashedMark = { place: number; mark: PersonMark; hash: Buffer }

const columns = sql`contact.contact_id, contact.first_name, contact.last_name, contact.full_name, contact.updated_at,
        contact.suppressed, contact.erased_at,
        NOT contact.withheld AND contact.retired_at IS NULL AND ${hasAnyChannel} AS revealable`

const findMarked = (asked: HashedMark[]): Sql => sql`
    SELECT asked.place, found.contact_id AS "contactId", found.revealable, found.first_name AS "firstName",
      found.last_name AS "lastName", found.full_name AS "fullName"
    FROM unnest(${asked.map(({ place }) => place)}::int[], ${asked.map(({ mark }) => mark.kind)}::text[],
      ${asked.map(({ hash }) => hash)}::bytea[],
      ${asked.map(({ mark }) => (mark.kind === 'name' ? mark.domain : null))}::text[]) AS asked (place, kind, hash, domain)
    CROSS JOIN LATERAL (
      SELECT ${columns} FROM contacts contact WHERE asked.kind = 'email' AND email_hashes @> ARRAY[asked.hash]
      UNION ALL
      SELECT ${columns} FROM contacts contact WHERE asked.kind = 'linkedin' AND linkedin_hash = asked.hash
      UNION ALL
      SELECT ${columns} FROM stores JOIN contacts contact USING (store_id) WHERE asked.kind = 'name' AND stores.domain = asked.domain
    ) found
    WHERE NOT found.suppressed AND found.erased_at IS NULL
    ORDER BY asked.place, found.revealable DESC, found.updated_at DESC NULLS LAST, found.contact_id`

/** Middle names don't count. */
function hasName(mark: PersonMark | null, { firstName, lastName, fullName }: Row): boolean {
  if (mark?.kind !== 'name') return true
  if (nameKey(fullName) === mark.value) return true
  return nameKey(firstName) === mark.firstName && nameKey(lastName) === mark.lastName
}

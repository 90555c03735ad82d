import { rawSql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { noteChangedStores, raiseVersion } from './change-log.ts'
import { noteContacts } from './contact-news.ts'

/** LIMIT makes each a lookup by key; planned otherwise, every contact may read all suppressions of the kind. */
const isListed = (kind: string, target: string) =>
  `(SELECT true FROM suppressions WHERE kind = '${kind}' AND target = ${target} LIMIT 1)`

const isNamedById = (row: string) => isListed('contact', `convert_to(${row}.contact_id, 'UTF8')`)

/**
 * Of a row of `contacts`, called `contact`: it is somebody who was named as a contact, here called `same`, at this or another store. They
 * are known by an address together with the full name, as others may share the address. Who is only on a deletion list may leave it.
 */
export const isSamePerson =
  rawSql(`same.suppressed AND same.name_hash = contact.name_hash AND same.email_hashes && contact.email_hashes
  AND (SELECT NOT by_list FROM suppressions WHERE kind = 'contact' AND target = convert_to(same.contact_id, 'UTF8') LIMIT 1)`)

/** Somebody named this very row, or an address of it. */
const isNamed = (row: string) => `(
  EXISTS (SELECT FROM unnest(${row}.email_hashes) AS hash WHERE ${isListed('email', 'hash')})
  OR coalesce(${isNamedById(row)}, false))`

/**
 * The one rule by which a row of `contacts`, here called `contact`, is suppressed. A source that renumbers its people and
 * learns of a new address brings somebody as a new row: the full name, within the store, keeps them out.
 */
const isSuppressed = rawSql(`coalesce(
  ${isNamed('contact')}
  OR EXISTS (SELECT FROM contacts namesake
    WHERE namesake.store_id = contact.store_id AND namesake.name_hash = contact.name_hash AND ${isNamed('namesake')})
  OR EXISTS (SELECT FROM contacts same WHERE ${isSamePerson.text})
  OR EXISTS (SELECT FROM stores
    WHERE store_id = contact.store_id AND ${isListed('domain', "convert_to(domain, 'UTF8')")}), false)`)

export type SuppressionChange = { contactId: string; suppressed: boolean }
/** `hidden` is what search indexes follow: suppressed, or withheld for another reason. */
export type HiddenChange = { contactId: string; hidden: boolean }

/**
 * Brings the flag of these contacts in line with the suppressions and notes what changed under a new suppression_version.
 * The caller holds the row of catalogue_state, so that suppressions and imports come one after the other.
 */
export async function applySuppressions(tx: Db, contactIds: readonly string[]): Promise<SuppressionChange[]> {
  if (contactIds.length === 0) return []
  const changes = await turnMarks(tx, contactIds)
  if (changes.length === 0) return []
  // Contacts that are the same person as somebody who was just marked.
  if (changes.some((change) => change.suppressed)) changes.push(...(await turnMarks(tx, contactIds)))
  const [suppressed, cameBack] = [true, false].map((is) =>
    changes.filter((change) => change.suppressed === is).map((change) => change.contactId),
  )
  await noteContacts(tx, 'suppressed', suppressed!)
  // Whoever deleted their copy learns that it can be read again, also with what changed meanwhile.
  await noteContacts(tx, 'updated', cameBack!)
  await noteHidden(tx, changes)
  return changes
}

const turnMarks = (tx: Db, contactIds: readonly string[]) =>
  tx.query<SuppressionChange & HiddenChange>(sql`
    UPDATE contacts contact SET suppressed = NOT suppressed
    WHERE contact_id = ANY(${contactIds}::text[]) AND suppressed <> ${isSuppressed}
    RETURNING contact_id AS "contactId", suppressed, suppressed OR withheld AS hidden`)

/** After an import wrote these contacts: opt-outs outlive imports. */
export async function markSuppressed(tx: Db, contactIds: readonly string[]): Promise<void> {
  if (contactIds.length === 0) return
  const [found] = await tx.query<{ any: boolean }>(sql`SELECT EXISTS (SELECT FROM suppressions) AS any`)
  if (found?.any) await applySuppressions(tx, contactIds)
}

/** Under a new suppression_version, for live indexes. */
export async function noteHidden(tx: Db, changes: readonly HiddenChange[]): Promise<void> {
  // An index is built without hidden contacts: those that come back count as changes of their stores.
  const cameBack = changes.filter((change) => !change.hidden).map((change) => change.contactId)
  await noteChangedStores(tx, { contactIds: cameBack })
  await tx.query(sql`
    WITH state AS (
      UPDATE catalogue_state SET suppression_version = suppression_version + 1
        ${cameBack.length === 0 ? sql`` : sql`, ${raiseVersion}`}
      RETURNING suppression_version)
    INSERT INTO suppression_changes (version, contact_id, suppressed)
    SELECT state.suppression_version, change.contact_id, change.hidden
    FROM state, unnest(${changes.map((change) => change.contactId)}::text[],
      ${changes.map((change) => change.hidden)}::boolean[]) AS change (contact_id, hidden)`)
}

import { rawSql, type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import type { ContactReads } from './find-contacts.ts'
import { findPreviewRows } from './find-previews.ts'
import type { StoreReads } from './find-stores.ts'
import { hasOwnChannel, joinOwnEmails } from './own-emails.ts'
import { idsThat, syntheticOf } from './synthetic.ts'
import { isRevealable } from './visible-contacts.ts'

/**
 * Which of these contacts can be shown: those that a reveal could return something for, and those that the account owns, which
 * the caller says in SQL. Nobody who opted out.
 */
export async function findListable(
  db: Db,
  contactIds: readonly string[],
  { accountId, isOwned }: { accountId: string; isOwned: (contactIdColumn: Sql) => Sql },
): Promise<Set<string>> {
  const synthetic = syntheticOf<ContactReads>(db)
  if (synthetic) {
    const known = [...synthetic.findContacts(contactIds).values()].filter(({ suppressed }) => !suppressed)
    const ids = known.map(({ id }) => id)
    const owned = await idsThat(db, ids, isOwned(rawSql('contact.contact_id')))
    const previews = await findPreviewRows(db, ids, { accountId, revealed: sql`false` })
    return new Set([...owned, ...previews.keys()])
  }
  const rows = await db.query<{ id: string }>(sql`
    SELECT contact.contact_id AS id FROM contacts contact ${joinOwnEmails(accountId)}
    WHERE contact.contact_id = ANY(${contactIds}::text[]) AND NOT contact.suppressed
      AND (${isRevealable} AND ${hasOwnChannel} OR ${isOwned(rawSql('contact.contact_id'))})`)
  return new Set(rows.map(({ id }) => id))
}

/** The stores of the catalogue among these, by id or by normalised domain. */
export async function findStoreIds(
  db: Db,
  { ids, domains }: { ids: readonly string[]; domains: readonly string[] },
): Promise<{ ids: Set<string>; byDomain: Map<string, string> }> {
  const synthetic = syntheticOf<StoreReads>(db)
  if (synthetic) {
    const found = [...synthetic.findStoresById(ids).values(), ...synthetic.findStoresByDomain(domains).values()]
    return { ids: new Set(found.map(({ id }) => id)), byDomain: new Map(found.map(({ id, domain }) => [domain, id])) }
  }
  const rows = await db.query<{ id: string; domain: string }>(sql`
    SELECT store_id AS id, domain FROM stores
    WHERE (store_id = ANY(${ids}::text[]) OR domain = ANY(${domains}::text[])) AND retired_at IS NULL`)
  return { ids: new Set(rows.map(({ id }) => id)), byDomain: new Map(rows.map(({ id, domain }) => [domain, id])) }
}

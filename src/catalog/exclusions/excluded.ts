import { type Sql, sql } from '../../base/sql.ts'
import type { Db } from '../../db/database.ts'
import { type OwnEmails, ownEmailsOf, type StoredOwnEmails, toOwnEmails } from '../own-emails.ts'
import { syntheticOf } from '../synthetic.ts'
import type { ExclusionReads } from './match-synthetic.ts'

/** Whether the account that the one column names excludes the contact that the other names, for statements of other modules. */
export const isExcludedByColumn = (accountIdColumn: Sql, contactIdColumn: Sql): Sql => sql`coalesce(
  (SELECT true FROM excluded_contacts WHERE account_id = ${accountIdColumn} AND contact_id = ${contactIdColumn} LIMIT 1), false)`

/** Contacts that every account excludes without a list: some of the synthetic catalogue, nobody of the live one. */
export const excludedByAll = (db: object): readonly string[] => syntheticOf<ExclusionReads>(db)?.excludedByAll ?? []

/** Which of these contacts the account excludes. */
export async function excludedAmong(
  db: Db,
  accountId: string,
  contactIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ contactId: string }>(sql`
    SELECT asked AS "contactId" FROM unnest(${contactIds}::text[]) AS asked
    WHERE ${isExcludedByColumn(sql`${accountId}`, sql`asked`)}`)
  const byAll = excludedByAll(db).filter((id) => contactIds.includes(id))
  return new Set([...rows.map(({ contactId }) => contactId), ...byAll])
}

/**
 * The version of what the account that the column names excludes, and of what it knows of emails by its own reports; 0 before
 * the first of either.
 */
const exclusionVersion = (accountIdColumn: Sql): Sql =>
  sql`coalesce((SELECT version FROM exclusion_states WHERE account_id = ${accountIdColumn} LIMIT 1), 0)`

/** For statements of other modules: whether what an account excludes and knows of emails is still what it was at a version; NULL: it does not matter. */
export const isExclusionVersionCurrent = (accountIdColumn: Sql, version: Sql): Sql =>
  sql`(${version} IS NULL OR ${version} = ${exclusionVersion(accountIdColumn)})`

export async function readExclusionVersion(db: Db, accountId: string): Promise<number> {
  const [row] = await db.query<{ version: number }>(
    sql`SELECT ${exclusionVersion(sql`${accountId}`)}::float8 AS version`,
  )
  return row!.version
}

/** Everything that an account excludes, and what it knows of emails by its own reports, at one version. */
type AccountExclusions = { version: number; contactIds: string[]; storeIds: string[]; ownEmails: OwnEmails }

export async function readExcluded(db: Db, accountId: string): Promise<AccountExclusions> {
  const [row] = await db.query<Omit<AccountExclusions, 'ownEmails'> & { ownEmails: StoredOwnEmails }>(sql`
    SELECT ${exclusionVersion(sql`${accountId}`)}::float8 AS version,
      ARRAY(SELECT contact_id FROM excluded_contacts WHERE account_id = ${accountId}) AS "contactIds",
      ARRAY(SELECT store_id FROM excluded_stores WHERE account_id = ${accountId}) AS "storeIds",
      ${ownEmailsOf(accountId)} AS "ownEmails"`)
  return {
    ...row!,
    contactIds: [...row!.contactIds, ...excludedByAll(db)],
    ownEmails: toOwnEmails(row!.ownEmails),
  }
}

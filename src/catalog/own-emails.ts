/** What is left of the emails of contacts for accounts that reported some of them as bounced: what their searches and previews show. */
import { type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { raiseExclusionVersions } from './exclusion-versions.ts'

/** Status, type and time of verification of an email that a reveal returns to the account. */
type OwnEmail = { kind: string; verifiedAt: number | null }
/** By contact, in the order of a reveal; none where every address has bounced. */
export type OwnEmails = ReadonlyMap<string, readonly OwnEmail[]>

export type OwnEmailsRow = {
  accountId: string
  contactId: string
  email_kinds: string[]
  emails_verified_at: (string | null)[]
}

/** Says what is left. A row stays when its report is lifted: it is newer than an index that has yet to hear of that. */
export async function writeOwnEmails(tx: Db, rows: readonly OwnEmailsRow[]): Promise<void> {
  if (rows.length === 0) return
  const lines = rows.map(({ accountId, contactId, ...left }) => ({
    account_id: accountId,
    contact_id: contactId,
    ...left,
  }))
  const changed = await tx.query<{ accountId: string }>(sql`
    INSERT INTO own_emails AS o (account_id, contact_id, email_kinds, emails_verified_at)
    SELECT account_id, contact_id, email_kinds, emails_verified_at
    FROM json_to_recordset(${JSON.stringify(lines)}::json) AS line
      (account_id text, contact_id text, email_kinds text[], emails_verified_at timestamptz[])
    ON CONFLICT (account_id, contact_id) DO UPDATE
      SET email_kinds = excluded.email_kinds, emails_verified_at = excluded.emails_verified_at
      WHERE (o.email_kinds, o.emails_verified_at) IS DISTINCT FROM (excluded.email_kinds, excluded.emails_verified_at)
    RETURNING account_id AS "accountId"`)
  await raiseExclusionVersions(
    tx,
    changed.map(({ accountId }) => accountId),
  )
}

/** The accounts that have a row of these contacts. */
export const ownersOf = (tx: Db, contactIds: readonly string[]): Promise<{ accountId: string; contactId: string }[]> =>
  tx.query(sql`
    SELECT account_id AS "accountId", contact_id AS "contactId" FROM own_emails WHERE contact_id = ANY(${contactIds}::text[])`)

/** For the erasure of people, whom no search finds any more. */
export const forgetOwnEmails = (tx: Db, contactIds: readonly string[]): Promise<unknown> =>
  tx.query(sql`DELETE FROM own_emails WHERE contact_id = ANY(${contactIds}::text[])`)

/** The row that an account has of `contact`, as `own`, if it has one. */
export const joinOwnEmails = (accountId: string): Sql =>
  sql`LEFT JOIN own_emails own ON own.account_id = ${accountId} AND own.contact_id = contact.contact_id`

const isOwn = sql`own.contact_id IS NOT NULL`

/** Next to such a join: what previews show of emails. */
export const ownEmailColumns = sql`
  CASE WHEN ${isOwn} THEN own.email_kinds <> '{}' ELSE contact.has_email END AS "hasVerifiedEmail",
  (CASE WHEN ${isOwn} THEN own.email_kinds ELSE contact.email_kinds END)[1] AS "emailKind",
  (CASE WHEN ${isOwn} THEN own.emails_verified_at ELSE contact.emails_verified_at END)[1] AS "emailVerifiedAt"`

/** … and that a reveal would still return a channel to the account, of a contact that has one. */
export const hasOwnChannel = sql`
  (NOT (${isOwn}) OR own.email_kinds <> '{}' OR contact.has_phone OR contact.has_linkedin)`

/** All that an account has, as JSON for `toOwnEmails`. */
export const ownEmailsOf = (accountId: string): Sql => sql`coalesce((
  SELECT json_object_agg(contact_id, json_build_array(email_kinds, emails_verified_at))
  FROM own_emails WHERE account_id = ${accountId}), '{}')`

export type StoredOwnEmails = Record<string, [kinds: string[], verifiedAt: (string | null)[]]>

export const toOwnEmails = (stored: StoredOwnEmails): OwnEmails =>
  new Map(
    Object.entries(stored).map(([id, [kinds, verifiedAt]]) => [
      id,
      kinds.map((kind, at) => ({ kind, verifiedAt: verifiedAt[at] == null ? null : Date.parse(verifiedAt[at]) })),
    ]),
  )

export async function readOwnEmails(db: Db, accountId: string): Promise<OwnEmails> {
  const [row] = await db.query<{ stored: StoredOwnEmails }>(sql`SELECT ${ownEmailsOf(accountId)} AS stored`)
  return toOwnEmails(row!.stored)
}

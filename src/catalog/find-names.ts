import { type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

/** Who a contact is, in full: for accounts that own it. No channel. */
export type ContactName = {
  id: string
  firstName: string | null
  lastName: string | null
  fullName: string | null
  title: string | null
  role: string | null
  store: { domain: string; name: string }
}

const nameColumns = sql`
  contact.contact_id AS id, contact.first_name AS "firstName", contact.last_name AS "lastName",
  contact.full_name AS "fullName", contact.title, contact.role,
  json_build_object('domain', store.domain, 'name', store.name) AS store`

/** Contacts by id. Suppressed and unknown ones are left out. */
export function findContactNames(db: Db, contactIds: readonly string[]): Promise<ContactName[]> {
  return db.query<ContactName>(sql`
    SELECT ${nameColumns} FROM contacts contact JOIN stores store USING (store_id)
    WHERE contact.contact_id = ANY(${contactIds}::text[]) AND NOT contact.suppressed`)
}

/**
 * Those of some contacts, given as rows `(contact_id, seq, place)`, whose names may hold all of these words, in the order of
 * the rows. A name outside of ASCII is for the caller to compare: the database folds case and accents in its own way.
 */
export function findNamesLike(db: Db, among: Sql, words: readonly string[]): Promise<ContactName[]> {
  const patterns = words.map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)
  return findNamed(db, among, sql`lower(${nameText}) LIKE ALL (${patterns}::text[])`)
}

/** The same for words of which only the first letters are surely right. */
export function findNamesBeginning(db: Db, among: Sql, letters: readonly string[]): Promise<ContactName[]> {
  const patterns = letters.map((letter) => `\\m${letter}`)
  return findNamed(db, among, sql`lower(${nameText}) ~ ALL (${patterns}::text[])`)
}

const nameText = sql`concat_ws(' ', contact.full_name, contact.first_name, contact.last_name)`

function findNamed(db: Db, among: Sql, isNamed: Sql): Promise<ContactName[]> {
  return db.query<ContactName>(sql`
    SELECT ${nameColumns}
    FROM (${among}) AS given (contact_id, seq, place)
    JOIN contacts contact USING (contact_id) JOIN stores store USING (store_id)
    WHERE NOT contact.suppressed
      AND (octet_length(${nameText}) <> char_length(${nameText}) OR ${isNamed})
    ORDER BY given.seq DESC, given.place`)
}

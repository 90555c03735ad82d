import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'

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

/** Contacts by id, in the order of the ids. Suppressed and unknown ones are left out. */
export function findContactNames(db: Db, contactIds: readonly string[]): Promise<ContactName[]> {
  return db.query<ContactName>(sql`
    SELECT contact.contact_id AS id, contact.first_name AS "firstName", contact.last_name AS "lastName",
      contact.full_name AS "fullName", contact.title, contact.role,
      json_build_object('domain', store.domain, 'name', store.name) AS store
    FROM unnest(${contactIds}::text[]) WITH ORDINALITY AS asked (contact_id, place)
    JOIN contacts contact USING (contact_id) JOIN stores store USING (store_id)
    WHERE NOT contact.suppressed
    ORDER BY asked.place`)
}

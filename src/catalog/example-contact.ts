import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { isRevealable } from './visible-contacts.ts'

/** A contact to try a reveal on: one with every channel if there is one, and always the same in the same catalogue. */
export async function pickExampleContact(db: Db): Promise<string | null> {
  const [contact] = await db.query<{ contact_id: string }>(sql`
    SELECT contact.contact_id
    FROM contacts contact JOIN stores store USING (store_id)
    WHERE ${isRevealable}
    ORDER BY contact.has_email DESC, contact.has_phone DESC, contact.has_linkedin DESC,
      store.lead_fit_score DESC NULLS LAST, store.domain, contact.full_name, contact.contact_id
    LIMIT 1`)
  return contact?.contact_id ?? null
}

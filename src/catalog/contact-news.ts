import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

/** Changes of contacts that accounts may have revealed. */
type ContactNews = 'updated' | 'suppressed' | 'erased'
type ContactNotices = Record<ContactNews, Set<string>>

/** In the transaction that does it. */
export async function noteContacts(tx: Db, kind: ContactNews, contactIds: readonly string[]): Promise<void> {
  if (contactIds.length === 0) return
  await tx.query(sql`
    INSERT INTO contact_notices (contact_id, kind) SELECT contact_id, ${kind} FROM unnest(${contactIds}::text[]) AS one (contact_id)`)
}

/**
 * Takes the oldest. Concurrent callers skip these rows, and if this transaction fails they are there again. The latest
 * state of a contact counts: an erased one is not also reported as suppressed, and updates of hidden ones are not reported.
 */
export async function takeContactNotices(tx: Db, most: number): Promise<ContactNotices | null> {
  const taken = await tx.query<{ contactId: string; kind: ContactNews; isShown: boolean; isErased: boolean }>(sql`
    WITH taken AS (
      DELETE FROM contact_notices WHERE notice_id IN (
        SELECT notice_id FROM contact_notices ORDER BY notice_id LIMIT ${most} FOR UPDATE SKIP LOCKED)
      RETURNING contact_id, kind)
    SELECT contact_id AS "contactId", kind, NOT contact.suppressed AND contact.retired_at IS NULL AND contact.erased_at IS NULL AS "isShown",
      contact.erased_at IS NOT NULL AS "isErased"
    FROM taken JOIN contacts contact USING (contact_id)`)
  if (taken.length === 0) return null
  const notices: ContactNotices = { updated: new Set(), suppressed: new Set(), erased: new Set() }
  for (const { contactId, kind, isShown, isErased } of taken) {
    if (kind === 'suppressed' && isErased) continue
    if (isShown === (kind === 'updated')) notices[kind].add(contactId)
  }
  return notices
}

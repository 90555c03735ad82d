import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

/** What happened to a contact that accounts may have revealed. */
type NoticeKind = 'updated' | 'suppressed' | 'erased'
type ContactNotices = Record<NoticeKind, Set<string>>

/** In the transaction that does it. */
export async function noteContacts(tx: Db, kind: NoticeKind, contactIds: readonly string[]): Promise<void> {
  if (contactIds.length === 0) return
  await tx.query(sql`
    INSERT INTO contact_notices (contact_id, kind) SELECT contact_id, ${kind} FROM unnest(${contactIds}::text[]) AS one (contact_id)`)
}

/**
 * Takes the oldest, for one teller at a time: another one skips them, and if this transaction fails they are there again. The last word
 * on a contact counts: whoever is erased is not also suppressed, and nothing new is told of those who are hidden.
 */
export async function takeContactNotices(tx: Db, most: number): Promise<ContactNotices | null> {
  const taken = await tx.query<{ contactId: string; kind: NoticeKind; isShown: boolean }>(sql`
    WITH taken AS (
      DELETE FROM contact_notices WHERE notice_id IN (
        SELECT notice_id FROM contact_notices ORDER BY notice_id LIMIT ${most} FOR UPDATE SKIP LOCKED)
      RETURNING contact_id, kind)
    SELECT contact_id AS "contactId", kind, NOT suppressed AND erased_at IS NULL AND retired_at IS NULL AS "isShown"
    FROM taken JOIN contacts USING (contact_id)`)
  if (taken.length === 0) return null
  const notices: ContactNotices = { updated: new Set(), suppressed: new Set(), erased: new Set() }
  for (const { contactId, kind, isShown } of taken) {
    if (isShown === (kind === 'updated')) notices[kind].add(contactId)
  }
  for (const id of notices.erased) notices.suppressed.delete(id)
  return notices
}

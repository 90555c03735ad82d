import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { forgetBefore } from './before-images.ts'
import type { ChannelKeys } from './channel-keys.ts'
import { noteContacts } from './contact-notices.ts'
import { listedAmong } from './deletion-lists.ts'
import { holdCatalogue } from './held-keys.ts'
import { applySuppressions } from './suppression-marks.ts'
import { findCovered, readTarget } from './suppressions.ts'
import { forgetWithdrawn } from './withdrawn-emails.ts'

export type ErasureTarget = { email: string } | { contact: string }

/**
 * Erases people for good: names, titles and channels are removed from every row, encrypted ones too. Only the keyed hashes
 * that keep them out of later imports remain, and their contact ids, which the ledgers of accounts name. Can't be undone.
 */
export async function erase(
  db: Db,
  keys: ChannelKeys,
  targets: readonly ErasureTarget[],
): Promise<{ contactIds: string[] }> {
  const named = targets.map((target) => readTarget(target, keys))
  return db.transaction(async (tx) => {
    await holdCatalogue(tx, keys)
    const covered = await findCovered(tx, keys, named)
    await tx.query(sql`
      INSERT INTO suppressions (kind, target, shown, erased)
      SELECT kind, target, 'erased', true
      FROM unnest(${named.map(({ kind }) => kind)}::text[], ${named.map(({ bytes }) => bytes)}::bytea[]) AS named (kind, target)
      UNION
      SELECT 'email', unnest(email_hashes), 'erased', true FROM contacts WHERE contact_id = ANY(${covered}::text[])
      ON CONFLICT (kind, target) DO UPDATE SET shown = 'erased', erased = true`)
    await applySuppressions(tx, covered)
    await clearPeople(tx, covered)
    await noteContacts(tx, 'erased', covered)
    // Search indexes hold first names and titles: every node builds its index again, and throws kept ones away.
    await tx.query(sql`UPDATE catalogue_state SET erasures = erasures + 1`)
    return { contactIds: covered }
  })
}

/** Runs after an import wrote these contacts: whoever a deletion list names is not stored, not even during the import. */
export async function clearListed(tx: Db, keys: ChannelKeys, contactIds: readonly string[]): Promise<void> {
  if (contactIds.length === 0) return
  const listed = await listedAmong(tx, keys, contactIds)
  if (listed.length === 0) return
  const all = listed.map(({ id }) => id)
  const erased = listed.filter(({ shared }) => !shared).map(({ id }) => id)
  await tx.query(sql`
    INSERT INTO suppressions (kind, target, shown, erased)
    SELECT 'contact', convert_to(id, 'UTF8'), id, id = ANY(${erased}::text[]) FROM (SELECT DISTINCT unnest(${all}::text[]) AS id) listed
    ON CONFLICT (kind, target) DO UPDATE SET erased = suppressions.erased OR excluded.erased`)
  await applySuppressions(tx, all)
  await clearPeople(tx, erased)
  await noteContacts(tx, 'erased', erased)
}

/** Runs after an import wrote these contacts: erased people are not stored, not even during the import. */
export async function clearErased(tx: Db, contactIds: readonly string[]): Promise<void> {
  if (contactIds.length === 0) return
  const [found] = await tx.query<{ any: boolean }>(sql`SELECT EXISTS (SELECT FROM suppressions WHERE erased) AS any`)
  if (!found?.any) return
  const back = await tx.query<{ contact_id: string }>(sql`
    SELECT contact_id FROM contacts contact
    WHERE contact_id = ANY(${contactIds}::text[])
      AND (erased_at IS NOT NULL OR EXISTS (
        SELECT FROM unnest(email_hashes) AS hash
        JOIN suppressions ON kind = 'email' AND target = hash AND erased)
      OR EXISTS (
        SELECT FROM contacts namesake
        WHERE namesake.store_id = contact.store_id AND namesake.name_hash = contact.name_hash
          AND namesake.erased_at IS NOT NULL))`)
  await clearPeople(
    tx,
    back.map((row) => row.contact_id),
  )
}

/**
 * Erases people whom no source has shown for too long. Nobody asked for it, so the hashes go, too, and a source that shows them again brings them
 * back as somebody new; but for those who opted out, whom the hashes keep out.
 */
export async function forgetPeople(tx: Db, contactIds: readonly string[]): Promise<void> {
  await clearPeople(tx, contactIds)
  await tx.query(sql`
    UPDATE contacts SET source_hash = NULL, linkedin_hash = NULL, email_hashes = '{}', name_hash = NULL, fingerprint = ''
    WHERE contact_id = ANY(${contactIds}::text[]) AND NOT suppressed`)
  // What no hash finds any more, no list names, unless it names the store.
  await tx.query(sql`
    DELETE FROM excluded_contacts excluded USING contacts contact
    WHERE excluded.contact_id = ANY(${contactIds}::text[]) AND contact.contact_id = excluded.contact_id AND NOT suppressed
      AND NOT EXISTS (
        SELECT FROM excluded_stores store WHERE store.account_id = excluded.account_id AND store.store_id = contact.store_id)`)
  await noteContacts(tx, 'erased', contactIds)
  await tx.query(sql`UPDATE catalogue_state SET erasures = erasures + 1`)
}

async function clearPeople(tx: Db, contactIds: readonly string[]): Promise<void> {
  if (contactIds.length === 0) return
  await tx.query(sql`
    UPDATE contacts SET
      first_name = NULL, last_name = NULL, full_name = NULL, title = NULL, role = NULL, seniority = 'other',
      source_id = NULL, has_email = false, has_phone = false, has_linkedin = false,
      email_kinds = '{}', emails_verified_at = '{}', channels = NULL, channels_key_id = NULL, erased_at = coalesce(erased_at, now())
    WHERE contact_id = ANY(${contactIds}::text[])`)
  await forgetBefore(tx, contactIds)
  await forgetWithdrawn(tx, contactIds)
}

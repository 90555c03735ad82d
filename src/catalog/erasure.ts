import { rawSql, type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { forgetBefore, forgetBeforeBy } from './before-images.ts'
import type { ChannelKeys } from './channel-keys.ts'
import { noteContacts } from './contact-news.ts'
import { findCovered, readTarget, type Target } from './covered-people.ts'
import { listedAmong } from './deletion-lists.ts'
import { holdCatalogue } from './lock-catalogue.ts'
import { forgetMoved } from './moved-emails.ts'
import { forgetOwnEmails } from './own-emails.ts'
import { ownHashes } from './shared-addresses.ts'
import { applySuppressions, isSamePerson } from './suppression-marks.ts'

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
    const asContacts = (ids: readonly string[]) => ids.map((contact) => readTarget({ contact }, keys))
    const covered = await findCovered(tx, keys, asContacts(await findCovered(tx, keys, named)))
    const own = await ownHashes(tx, keys, covered)
    await markErased(tx, [...named, ...asContacts(covered), ...own.map((bytes) => ({ kind: 'email', bytes }))])
    await applySuppressions(tx, covered)
    await clearPeople(tx, covered)
    await forgetBeforeBy(tx, [...named.filter(({ kind }) => kind === 'email').map(({ bytes }) => bytes), ...own])
    await noteErased(tx, covered)
    return { contactIds: covered }
  })
}

/**
 * Erases whom another database erased, and whoever holds an address that it keeps out. The marks are there already: that database knew who
 * else held an address (ERASE-5), this one may not. Returns whom it erased that were still there.
 */
export async function repeatErasures(
  tx: Db,
  keys: ChannelKeys,
  contactIds: readonly string[],
  erasedEmails: readonly Target[],
): Promise<string[]> {
  const asContacts = (ids: readonly string[]) => ids.map((contact) => readTarget({ contact }, keys))
  const named = [...contactIds, ...(await findCovered(tx, keys, erasedEmails))]
  const covered = await findCovered(tx, keys, asContacts(named))
  await forgetBeforeBy(
    tx,
    erasedEmails.map(({ bytes }) => bytes),
  )
  return eraseWritten(tx, covered, { changedContactIds: covered })
}

/** Hashes that keep an erased person out survive a line that leaves them out. */
const keptOfErased = (column: string): Sql =>
  rawSql(`${column} = coalesce(line.${column}, CASE WHEN contacts.erased_at IS NOT NULL THEN contacts.${column} END)`)

/**
 * For the UPDATE of `contacts` from a `line` of an import: its hashes, and those that outlive it. Who opted out stays so when the
 * source forgets the address: its hash is kept, and nothing else of it.
 */
export const hashesAfterLine = sql`
  ${keptOfErased('source_hash')}, ${keptOfErased('linkedin_hash')}, ${keptOfErased('name_hash')},
  email_hashes = line.email_hashes || ARRAY(
    SELECT hash FROM unnest(contacts.email_hashes) AS hash
    WHERE contacts.suppressed AND hash <> ALL (line.email_hashes))`

/** Contacts that an import wrote, and those of them that existed before. */
type WrittenContacts = { writtenContactIds: readonly string[]; changedContactIds: readonly string[] }

/** Runs after an import wrote these contacts: whoever a deletion list names is not stored, not even during the import. */
export async function clearListed(tx: Db, keys: ChannelKeys, written: WrittenContacts): Promise<void> {
  if (written.writtenContactIds.length === 0) return
  const listed = await listedAmong(tx, keys, written.writtenContactIds)
  if (listed.length === 0) return
  const ids = (shared: boolean) => listed.filter((one) => one.shared === shared).map(({ id }) => id)
  const hidden = ids(true)
  await tx.query(sql`
    INSERT INTO suppressions (kind, target, shown, by_list)
    SELECT DISTINCT 'contact', convert_to(id, 'UTF8'), id, true FROM unnest(${hidden}::text[]) AS id ON CONFLICT DO NOTHING`)
  await applySuppressions(tx, hidden)
  await eraseWritten(tx, ids(false), written, { byList: true })
}

/** Runs after an import wrote these contacts: erased people are not stored, not even during the import. */
export async function clearErased(tx: Db, written: WrittenContacts): Promise<void> {
  const contactIds = written.writtenContactIds
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
          AND namesake.erased_at IS NOT NULL)
      OR EXISTS (SELECT FROM contacts same WHERE ${isSamePerson} AND same.erased_at IS NOT NULL))`)
  await eraseWritten(
    tx,
    back.map((row) => row.contact_id),
    written,
  )
}

/** People erased earlier are only cleared again; others count as erased now, and accounts and nodes are told. */
async function eraseWritten(
  tx: Db,
  contactIds: readonly string[],
  { changedContactIds }: Pick<WrittenContacts, 'changedContactIds'>,
  { byList = false } = {},
): Promise<string[]> {
  if (contactIds.length === 0) return []
  const rows = await tx.query<{ id: string }>(sql`
    SELECT contact_id AS id FROM contacts WHERE contact_id = ANY(${contactIds}::text[]) AND erased_at IS NULL`)
  const fresh = rows.map(({ id }) => id)
  const marks = fresh.map((id) => ({ kind: 'contact', bytes: Buffer.from(id) }))
  await markErased(tx, marks, { byList })
  await applySuppressions(tx, fresh)
  await clearPeople(tx, contactIds)
  const wereThere = new Set(changedContactIds)
  await noteErased(
    tx,
    fresh.filter((id) => wereThere.has(id)),
  )
  return fresh
}

/** Keeps out for good. */
async function markErased(
  tx: Db,
  targets: readonly { kind: string; bytes: Buffer }[],
  { byList = false } = {},
): Promise<void> {
  if (targets.length === 0) return
  await tx.query(sql`
    INSERT INTO suppressions (kind, target, shown, erased, by_list)
    SELECT DISTINCT kind, target, 'erased', true, ${byList}::boolean
    FROM unnest(${targets.map(({ kind }) => kind)}::text[], ${targets.map(({ bytes }) => bytes)}::bytea[]) AS gone (kind, target)
    ON CONFLICT (kind, target) DO UPDATE
      SET shown = 'erased', erased = true, by_list = suppressions.by_list AND excluded.by_list`)
}

/** Accounts are told. Search indexes hold first names and titles: every node builds its index again, and throws kept ones away. */
async function noteErased(tx: Db, contactIds: readonly string[]): Promise<void> {
  if (contactIds.length === 0) return
  await noteContacts(tx, 'erased', contactIds)
  await tx.query(sql`UPDATE catalogue_state SET erasures = erasures + 1`)
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
  // Without hashes no exclusion list can match them, unless it names the store.
  await tx.query(sql`
    DELETE FROM excluded_contacts excluded USING contacts contact
    WHERE excluded.contact_id = ANY(${contactIds}::text[]) AND contact.contact_id = excluded.contact_id AND NOT suppressed
      AND NOT EXISTS (
        SELECT FROM excluded_stores store WHERE store.account_id = excluded.account_id AND store.store_id = contact.store_id)`)
  await noteErased(tx, contactIds)
}

async function clearPeople(tx: Db, contactIds: readonly string[]): Promise<void> {
  if (contactIds.length === 0) return
  await tx.query(sql`
    UPDATE contacts SET
      first_name = NULL, last_name = NULL, full_name = NULL, title = NULL, role = NULL, seniority = 'other',
      source_id = NULL, has_email = false, has_phone = false, has_linkedin = false,
      email_kinds = '{}', emails_verified_at = '{}', channels = NULL, channels_key_id = NULL, erased_at = coalesce(erased_at, now())
    WHERE contact_id = ANY(${contactIds}::text[])`)
  await forgetOwnEmails(tx, contactIds)
  await forgetBefore(tx, contactIds)
  await forgetMoved(tx, contactIds)
}

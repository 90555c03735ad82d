/** Undoes the last import: what it changed is put back, what it added is retired, what it recorded is taken back. */
import { rawSql, type Sql, sql } from '../../base/sql.ts'
import type { Database, Db } from '../../db/database.ts'
import { type Chain, undoDays } from '../before-images.ts'
import { noteChangedStores, raiseVersion } from '../change-log.ts'
import type { ChannelKeys } from '../channel-keys.ts'
import type { Channels } from '../channels.ts'
import { noteContacts } from '../contact-news.ts'
import { applyReports } from '../email-reports.ts'
import { clearErased, clearListed } from '../erasure.ts'
import { markExcluded } from '../exclusions/match-exclusions.ts'
import { holdCatalogue } from '../lock-catalogue.ts'
import { movedHashes, noteMoved } from '../moved-emails.ts'
import { applySuppressions } from '../suppression-marks.ts'
import { markWithheld } from '../withholding.ts'
import { dropChannelTextsOf } from './drop-channel-texts.ts'
import { takeImportLock } from './import-lock.ts'
import { readChain } from './import-runs.ts'

type UndoResult = {
  importRun: number
  stores: { restored: number; retired: number }
  contacts: { restored: number; retired: number }
  /** Changes of stores that are no longer recorded. */
  changes: number
}

/** Why an import can't be undone, in words for the operator. */
class CannotUndo extends Error {}

/** `record` writes in the transaction of the undo who did it: the catalogue is not put back without that. */
export async function undoImport(
  database: Database,
  keys: ChannelKeys,
  importRun: number,
  record: (tx: Db, undone: UndoResult) => Promise<void> = async () => {},
): Promise<UndoResult> {
  const lock = await takeImportLock(database)
  try {
    return await database.transaction(async (tx) => {
      await holdCatalogue(tx, keys)
      const chain = await readUndoable(tx, importRun)
      await assertUntouched(tx, chain)
      await noteMovedBack(tx, keys)
      const restored = await restoreRows(tx)
      await restoreObservations(tx, chain)
      const retired = await retireAdded(tx, chain)
      const changes = await takeChangesBack(tx, chain)
      await applySuppressions(tx, [...restored.contactIds, ...retired.contactIds])
      await markWithheld(tx, { storeIds: restored.storeIds, contactIds: restored.contactIds })
      await markExcluded(tx, keys, { storeIds: [], contactIds: restored.contactIds })
      await applyReports(tx, keys, restored.contactIds)
      await dropChannelTextsOf(tx, keys, restored.contactIds)
      await noteContacts(tx, 'updated', restored.writtenContactIds)
      // Who was erased, or came on a deletion list, by an address that only the before image held.
      const back = { writtenContactIds: restored.contactIds, changedContactIds: restored.contactIds }
      await clearErased(tx, back)
      await clearListed(tx, keys, back)
      await tx.query(sql`UPDATE catalogue_state SET ${raiseVersion}`)
      await tx.query(sql`UPDATE imports SET undone_at = now() WHERE import_run = ANY(${chain}::bigint[])`)
      await tx.query(sql`TRUNCATE import_before`)
      const undone = {
        importRun,
        stores: { restored: restored.storeIds.length, retired: retired.stores },
        contacts: { restored: restored.writtenContactIds.length, retired: retired.contactIds.length },
        changes,
      }
      await record(tx, undone)
      return undone
    })
  } finally {
    await lock.release()
  }
}

async function readUndoable(tx: Db, importRun: number): Promise<Chain> {
  const [asked] = await tx.query<{ kind: string; isUndone: boolean; isOld: boolean }>(sql`
    SELECT kind, undone_at IS NOT NULL AS "isUndone", started_at < now() - make_interval(days => ${undoDays}) AS "isOld"
    FROM imports WHERE import_run = ${importRun}`)
  if (!asked) throw new CannotUndo(`There is no import ${importRun}.`)
  if (asked.kind !== 'files')
    throw new CannotUndo(`Import ${importRun} was ingested; only imports of files can be undone.`)
  if (asked.isUndone) throw new CannotUndo(`Import ${importRun} has been undone already.`)
  const [last] = await tx.query<{ importRun: number; isUndone: boolean }>(sql`
    SELECT import_run AS "importRun", undone_at IS NOT NULL AS "isUndone" FROM imports WHERE kind = 'files'
    ORDER BY import_run DESC LIMIT 1`)
  if (last!.importRun !== importRun) {
    const since = last!.isUndone ? ', which has been undone already' : ''
    throw new CannotUndo(`Only the last import can be undone: that is ${last!.importRun}${since}.`)
  }
  if (asked.isOld)
    throw new CannotUndo(`Import ${importRun} is older than ${undoDays} days: what was before is not kept that long.`)
  return readChain(tx, importRun)
}

const domainsShown = 20

/** Rows that this import wrote and that something wrote or met after it. */
async function assertUntouched(tx: Db, chain: Chain): Promise<void> {
  const runs = sql`${chain}::bigint[]`
  const touched = await tx.query<{ domain: string; total: number }>(sql`
    WITH touched AS (
      SELECT store_id FROM stores
      WHERE added_run = ANY(${runs}) AND (import_run <> ALL(${runs}) OR observed_run <> ALL(${runs}))
      UNION
      SELECT store_id FROM stores JOIN import_before kept ON kept.kind = 'store' AND kept.row_id = store_id
      WHERE (import_run <> ALL(${runs}) AND import_run <> (row_before ->> 'import_run')::bigint)
        OR (observed_run <> ALL(${runs}) AND observed_run IS DISTINCT FROM (row_before ->> 'observed_run')::bigint)
      UNION
      SELECT store_id FROM contacts WHERE added_run = ANY(${runs}) AND import_run <> ALL(${runs})
      UNION
      SELECT store_id FROM contacts JOIN import_before kept ON kept.kind = 'contact' AND kept.row_id = contact_id
      WHERE import_run <> ALL(${runs}) AND import_run <> (row_before ->> 'import_run')::bigint)
    SELECT domain, (count(*) OVER ())::integer AS total FROM touched JOIN stores USING (store_id)
    ORDER BY domain LIMIT ${domainsShown}`)
  if (touched.length === 0) return
  const domains = touched.map(({ domain }) => domain)
  throw new CannotUndo(
    `Something later changed ${touched[0]!.total} of the stores that this import changed. Nothing was undone. ` +
      `${touched[0]!.total > domainsShown ? 'The first of them' : 'They are'}: ${domains.join(', ')}`,
  )
}

/** Every column that a later release may add stays as it is: the before image does not hold it. */
async function columnsOf(tx: Db, table: 'stores' | 'contacts', kept: readonly string[]): Promise<Sql> {
  const rows = await tx.query<{ name: string }>(sql`
    SELECT quote_ident(attname) AS name FROM pg_attribute
    WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
      AND attname <> ALL(${kept}::text[]) ORDER BY attnum`)
  return rawSql(rows.map(({ name }) => `${name} = before.${name}`).join(', '))
}

type Restored = { storeIds: string[]; contactIds: string[]; writtenContactIds: string[] }

async function restoreRows(tx: Db): Promise<Restored> {
  const storeColumns = await columnsOf(tx, 'stores', ['store_id', 'domain'])
  const stores = await tx.query<{ storeId: string }>(sql`
    UPDATE stores SET ${storeColumns} FROM import_before kept
      JOIN stores now ON now.store_id = kept.row_id CROSS JOIN LATERAL jsonb_populate_record(now, row_before) before
    WHERE kept.kind = 'store' AND stores.store_id = kept.row_id RETURNING stores.store_id AS "storeId"`)
  const contactColumns = await columnsOf(tx, 'contacts', [
    ...['contact_id', 'store_id', 'suppressed', 'erased_at', 'email_hashes', 'notified_at', 'withheld'],
  ])
  // Who opted out meanwhile stays so, also by an address that the import brought.
  const contacts = await tx.query<{ contactId: string; storeId: string; isWritten: boolean }>(sql`
    UPDATE contacts SET ${contactColumns}, email_hashes = before.email_hashes || ARRAY(
      SELECT hash FROM unnest(now.email_hashes) AS hash WHERE now.suppressed AND hash <> ALL (before.email_hashes))
    FROM import_before kept
      JOIN contacts now ON now.contact_id = kept.row_id CROSS JOIN LATERAL jsonb_populate_record(now, row_before) before
    WHERE kept.kind = 'contact' AND contacts.contact_id = kept.row_id
    RETURNING contacts.contact_id AS "contactId", contacts.store_id AS "storeId",
      now.import_run <> before.import_run OR now.retired_at IS DISTINCT FROM before.retired_at AS "isWritten"`)
  await noteStores(tx, [...stores, ...contacts])
  return {
    storeIds: stores.map(({ storeId }) => storeId),
    contactIds: contacts.map(({ contactId }) => contactId),
    // For the others, the import only noted whether it named them.
    writtenContactIds: contacts.filter(({ isWritten }) => isWritten).map(({ contactId }) => contactId),
  }
}

const contactsAtOnce = 2_000

type SealedPair = Record<'sealedNow' | 'sealedBefore', Buffer | null> & Record<'keyNow' | 'keyBefore', string | null>

/** Addresses that were revealed since the import and are taken away with it may bounce all the same; those of before were not handed over. */
async function noteMovedBack(tx: Db, keys: ChannelKeys): Promise<void> {
  const open = (contactId: string, keyId: string | null, sealed: Buffer | null): Channels =>
    keyId !== null && sealed !== null && keys.holds(keyId)
      ? keys.open(contactId, keyId, sealed)
      : { emails: [], phones: [], linkedin_url: null }
  for (let last: string | undefined = ''; last !== undefined; ) {
    const page: ({ contactId: string } & SealedPair)[] = await tx.query(sql`
      SELECT now.contact_id AS "contactId", now.channels AS "sealedNow", now.channels_key_id AS "keyNow",
        before.channels AS "sealedBefore", before.channels_key_id AS "keyBefore"
      FROM import_before kept
        JOIN contacts now ON now.contact_id = kept.row_id CROSS JOIN LATERAL jsonb_populate_record(now, row_before) before
      WHERE kept.kind = 'contact' AND kept.row_id > ${last} AND now.channels IS DISTINCT FROM before.channels
      ORDER BY kept.row_id LIMIT ${contactsAtOnce}`)
    const moved = page.map(({ contactId, ...row }) => ({
      contactId,
      moved: movedHashes(
        keys,
        open(contactId, row.keyNow, row.sealedNow),
        open(contactId, row.keyBefore, row.sealedBefore),
      ),
    }))
    await noteMoved(tx, moved)
    last = page.at(-1)?.contactId
  }
}

async function restoreObservations(tx: Db, chain: Chain): Promise<void> {
  const stores = await tx.query<{ storeId: string }>(sql`
    UPDATE stores SET observed_at = observed_before, observed_run = NULL,
      people_seen_at = CASE WHEN people_seen_run = ANY(${chain}::bigint[]) THEN people_seen_before ELSE people_seen_at END,
      people_seen_run = CASE WHEN people_seen_run = ANY(${chain}::bigint[]) THEN NULL ELSE people_seen_run END
    WHERE observed_run = ANY(${chain}::bigint[]) AND import_run <> ALL(${chain}::bigint[])
    RETURNING store_id AS "storeId"`)
  await noteStores(tx, stores)
}

async function retireAdded(tx: Db, chain: Chain): Promise<{ stores: number; contactIds: string[] }> {
  const stores = await tx.query<{ storeId: string }>(sql`
    UPDATE stores SET retired_at = now() WHERE added_run = ANY(${chain}::bigint[]) AND retired_at IS NULL
    RETURNING store_id AS "storeId"`)
  const contacts = await tx.query<{ contactId: string; storeId: string }>(sql`
    UPDATE contacts SET retired_at = now() WHERE added_run = ANY(${chain}::bigint[]) AND retired_at IS NULL
    RETURNING contact_id AS "contactId", store_id AS "storeId"`)
  await noteStores(tx, [...stores, ...contacts])
  return { stores: stores.length, contactIds: contacts.map(({ contactId }) => contactId) }
}

async function takeChangesBack(tx: Db, chain: Chain): Promise<number> {
  const gone = await tx.query<{ storeId: string }>(
    sql`DELETE FROM store_changes WHERE import_run = ANY(${chain}::bigint[]) RETURNING store_id AS "storeId"`,
  )
  const back = await tx.query<{ storeId: string }>(sql`
    INSERT INTO store_changes SELECT before.* FROM import_before kept
      CROSS JOIN LATERAL jsonb_populate_record(NULL::store_changes, row_before) before
    WHERE kept.kind = 'change' ON CONFLICT DO NOTHING RETURNING store_id AS "storeId"`)
  await noteStores(tx, [...gone, ...back])
  return gone.length
}

async function noteStores(tx: Db, rows: readonly { storeId: string }[]): Promise<void> {
  const storeIds = [...new Set(rows.map(({ storeId }) => storeId))]
  if (storeIds.length > 0) await noteChangedStores(tx, { storeIds })
}

import type { Client } from 'pg'
import { rawSql, sql } from '../../base/sql.ts'
import type { Database } from '../../db/database.ts'
import { raiseVersion } from '../change-log.ts'
import type { ChannelKeys } from '../channel-keys.ts'
import { hashSourceIds } from '../hash-source-ids.ts'
import { holdCatalogue } from '../held-keys.ts'
import { collectBatches, type Reject, type Tally } from './collect-batches.ts'
import { takeImportLock } from './import-lock.ts'
import { findKnownStores } from './known-rows.ts'
import { planBatch } from './plan-batch.ts'
import type { Arrival } from './read-lines.ts'
import { encodeBatch, inTransaction, writeBatch } from './write-batch.ts'

export type ImportOptions = {
  /** From `readLines` or `readRecords`. */
  source: AsyncIterable<readonly Arrival[]>
  channelKeys: ChannelKeys
  /** Retire everything that is not in the source, unless a line was rejected. */
  replace?: boolean
  /** … even when a line was rejected. */
  retireAnyway?: boolean
  onReject?: (reject: Reject) => void | Promise<void>
  onProgress?: (progress: ImportProgress) => void
  signal?: AbortSignal
}

export type ImportProgress = {
  lines: number
  stores: number
  contacts: number
  /** Stores and contacts that are new or changed. */
  written: number
  rejected: number
}

export type ImportResult = {
  /** Lines that were not blank. */
  lines: number
  /** Different stores and contacts that the source held. */
  stores: number
  contacts: number
  rejected: number
  /** Stores and contacts together. */
  retired: number
  /** `withheld`: requested, but a line was rejected, and its contents must not be treated as gone. */
  retirement: 'not_asked' | 'done' | 'withheld'
  warnings: number
  warningsByReason: Record<string, number>
}

/**
 * Brings a source into the catalogue, batch by batch, in constant memory. Ids survive: stores are found by domain, people
 * within their store. After a kill at any point, a second run of the same import ends in the same state.
 */
export async function importCatalogue(database: Database, options: ImportOptions): Promise<ImportResult> {
  const lock = await takeImportLock(database)
  const client = await database.connect()
  // Every query on a lost connection fails by itself; without a listener the loss would end the process.
  client.on('error', () => {})
  try {
    // People of an earlier release are found by their source's id only once it is hashed.
    await hashSourceIds(database, options.channelKeys)
    const importRun = await beginRun(client, options.channelKeys)
    const tally: Tally = { lines: 0, rejected: 0, warnings: new Map() }
    const progress = await writeAll(database, client, importRun, tally, options, lock.assertHeld)
    return await finish(client, importRun, progress, tally, options)
  } finally {
    await client.end()
    await lock.release()
  }
}

async function beginRun(client: Client, channelKeys: ChannelKeys): Promise<number> {
  return inTransaction(client, async (tx) => {
    await holdCatalogue(tx, channelKeys)
    await tx.query(sql`TRUNCATE import_sightings`)
    const [state] = await tx.query<{ import_run: number }>(
      sql`UPDATE catalogue_state SET import_run = import_run + 1 RETURNING import_run`,
    )
    return state!.import_run
  })
}

/** While the database writes one batch, the next is read, matched, sealed and encoded. */
async function writeAll(
  database: Database,
  client: Client,
  importRun: number,
  tally: Tally,
  { source, channelKeys, onReject, onProgress, signal }: ImportOptions,
  assertLocked: () => void,
): Promise<ImportProgress> {
  const progress: ImportProgress = { lines: 0, stores: 0, contacts: 0, written: 0, rejected: 0 }
  let writing: Promise<void> = Promise.resolve()
  let domainsBeingWritten: ReadonlySet<string> = new Set()
  try {
    for await (const batch of collectBatches(source, { tally, onReject })) {
      signal?.throwIfAborted()
      const domains = new Set(batch.keys())
      // Rows of the same store from the previous batch must be visible first.
      if (batch.keys().some((domain) => domainsBeingWritten.has(domain))) await writing
      const known = await findKnownStores(database, importRun, [...domains])
      const plan = await planBatch(batch, known, channelKeys)
      const encoded = encodeBatch(plan, importRun)
      await writing
      assertLocked()
      progress.lines = tally.lines
      progress.rejected = tally.rejected
      progress.stores += plan.storesMet
      progress.contacts += plan.contactsMet
      progress.written += plan.newStores.length + plan.changedStores.length + encoded.writtenContactIds.length
      onProgress?.({ ...progress })
      writing = writeBatch(client, encoded, importRun)
      // Handled at the next await; until then the runtime must not report it as unhandled.
      writing.catch(() => {})
      domainsBeingWritten = domains
    }
  } finally {
    await writing
  }
  signal?.throwIfAborted()
  return progress
}

/** The step that publishes an import: it retires rows that are gone and raises the version. */
async function finish(
  client: Client,
  importRun: number,
  progress: ImportProgress,
  tally: Tally,
  { replace = false, retireAnyway = false }: ImportOptions,
): Promise<ImportResult> {
  const isWithheld = replace && tally.rejected > 0 && !retireAnyway
  const retirement = replace ? (isWithheld ? 'withheld' : 'done') : 'not_asked'
  // Readers plan with fresh statistics from the first request on the new catalogue.
  if (progress.written > 0 || retirement === 'done') await client.query('SELECT analyze_catalogue()')
  const retired = await inTransaction(client, async (tx) => {
    // First of all, as everywhere: suppressions take this row before they touch a contact.
    await tx.query(sql`SELECT FROM catalogue_state FOR NO KEY UPDATE`)
    const count = retirement === 'done' ? await retireUnseen(client, importRun) : 0
    await tx.query(sql`UPDATE catalogue_state SET ${raiseVersion}`)
    await tx.query(sql`TRUNCATE import_sightings`)
    return count
  })
  return {
    lines: tally.lines,
    stores: progress.stores,
    contacts: progress.contacts,
    rejected: tally.rejected,
    retired,
    retirement,
    warnings: [...tally.warnings.values()].reduce((sum, count) => sum + count, 0),
    warningsByReason: Object.fromEntries(tally.warnings),
  }
}

async function retireUnseen(client: Client, importRun: number): Promise<number> {
  let count = 0
  for (const [table, id] of [
    ['contacts', 'contact_id'],
    ['stores', 'store_id'],
  ] as const) {
    const { text } = rawSql(`
      WITH retired AS (
        UPDATE ${table} SET retired_at = now()
        WHERE retired_at IS NULL AND import_run <> $1
          AND NOT EXISTS (SELECT FROM import_sightings WHERE seen_id = ${id})
        RETURNING store_id
      ), noted AS (
        INSERT INTO catalogue_changes (version, store_id)
        SELECT DISTINCT state.version + 1, store_id FROM retired, catalogue_state state ON CONFLICT DO NOTHING
      )
      SELECT count(*)::integer AS count FROM retired`)
    const { rows } = await client.query(text, [importRun])
    count += rows[0].count
  }
  return count
}

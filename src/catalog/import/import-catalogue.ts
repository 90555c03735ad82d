import type { Client } from 'pg'
import { sql } from '../../base/sql.ts'
import type { Database } from '../../db/database.ts'
import { raiseVersion } from '../change-log.ts'
import type { ChannelKeys } from '../channel-keys.ts'
import { hashSourceIds } from '../hash-source-ids.ts'
import { decideRemovals, type HeldChanges } from '../held-changes.ts'
import { collectBatches, emptyTally, type Reject, type Tally, type Warning } from './collect-batches.ts'
import { addCounts, type Counts, emptyCounts } from './counts.ts'
import { takeImportLock } from './import-lock.ts'
import { beginRun, endRun, type ImportRun } from './import-runs.ts'
import { inTransaction } from './in-transaction.ts'
import { findKnownStores } from './known-rows.ts'
import { planBatch } from './plan-batch.ts'
import type { Arrival } from './read-lines.ts'
import { countLiveStores, decideRetirement, type Retirement, retireUnseen } from './retire.ts'
import { encodeBatch, writeBatch } from './write-batch.ts'

export type ImportOptions = {
  /** From `readLines` or `readRecords`. */
  source: AsyncIterable<readonly Arrival[]>
  channelKeys: ChannelKeys
  /** Retire everything that is not in the source, unless something speaks against it (`Retirement`). */
  replace?: boolean
  /** … whatever speaks against it. */
  retireAnyway?: boolean
  /** Where the lines come from: `[a-z0-9_-]{1,40}`. Unset: `import`. */
  sourceName?: string
  /** The files, by which a run that continues an interrupted one is known. */
  inputs?: readonly string[]
  onReject?: (reject: Reject) => void | Promise<void>
  onWarning?: (warning: Warning) => void | Promise<void>
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
  importRun: number
  /** Lines that were not blank. */
  lines: number
  /** Different stores that the source held. */
  stores: number
  /** What became of the stores; the people are counted apart. */
  counts: Counts
  contacts: Counts
  /** Lines that were older than what was known of their store, and changed nothing. */
  stale: number
  /** Removals of technologies that wait for the operator's decision. */
  held: HeldChanges[]
  rejected: number
  retirement: Retirement
  warnings: number
  firstWarnings: Warning[]
  warningsByReason: Record<string, number>
}

type Run = ImportRun & {
  /** Stores in the catalogue when the import began. */
  liveBefore: number
  tally: Tally
  stores: Counts
  contacts: Counts
  stale: number
}

export const defaultSource = 'import'

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
    const { sourceName = defaultSource, inputs = ['records'] } = options
    const begun = await beginRun(client, options.channelKeys, { source: sourceName, inputs })
    const liveBefore = options.replace ? await countLiveStores(client) : 0
    const counts = { stores: emptyCounts(), contacts: emptyCounts(), stale: 0 }
    const run: Run = { ...begun, liveBefore, tally: emptyTally(), ...counts }
    const written = await writeAll(database, client, run, options, lock.assertHeld)
    return await finish(client, run, written, options)
  } finally {
    await client.end()
    await lock.release()
  }
}

/** While the database writes one batch, the next is read, matched, sealed and encoded. */
async function writeAll(
  database: Database,
  client: Client,
  run: Run,
  { source, channelKeys, replace = false, onReject, onWarning, onProgress, signal }: ImportOptions,
  assertLocked: () => void,
): Promise<number> {
  const { importRun, tally, now, observedAt, isBaseline } = run
  let written = 0
  let writing: Promise<unknown> = Promise.resolve()
  let domainsBeingWritten: ReadonlySet<string> = new Set()
  try {
    for await (const batch of collectBatches(source, {
      tally,
      replace,
      times: { now, observedAt },
      onReject,
      onWarning,
    })) {
      signal?.throwIfAborted()
      const domains = new Set(batch.keys())
      // Rows of the same store from the previous batch must be visible first.
      if (batch.keys().some((domain) => domainsBeingWritten.has(domain))) await writing
      const known = await findKnownStores(database, importRun, [...domains])
      const plan = await planBatch(database, batch, known, { keys: channelKeys, replace, observedAt, isBaseline })
      const encoded = encodeBatch(plan, importRun)
      await writing
      assertLocked()
      addCounts(run.stores, plan.stores)
      addCounts(run.contacts, plan.contacts)
      run.stale += plan.stale
      written += plan.newStores.length + plan.changedStores.length + encoded.writtenContactIds.length
      const { lines, rejected } = tally
      onProgress?.({ lines, rejected, written, stores: total(run.stores), contacts: total(run.contacts) })
      writing = writeBatch(client, encoded, importRun).then((leftWithStore) => {
        run.contacts.retired += leftWithStore
      })
      // Handled at the next await; until then the runtime must not report it as unhandled.
      writing.catch(() => {})
      domainsBeingWritten = domains
    }
  } finally {
    await writing
  }
  signal?.throwIfAborted()
  return written
}

const total = (counts: Counts): number => counts.new + counts.changed + counts.unchanged + counts.retired

/** The step that publishes an import: it retires rows that are gone and raises the version. */
async function finish(client: Client, run: Run, written: number, options: ImportOptions): Promise<ImportResult> {
  const { importRun, tally, stores, contacts } = run
  const met = total(stores)
  // Readers plan with fresh statistics from the first request on the new catalogue.
  if (written > 0 || options.replace) await client.query('SELECT analyze_catalogue()')
  const { retirement, held } = await inTransaction(client, async (tx) => {
    // First of all, as everywhere: suppressions take this row before they touch a contact.
    await tx.query(sql`SELECT FROM catalogue_state FOR NO KEY UPDATE`)
    const decision = await decideRetirement(tx, { ...options, ...run, rejected: tally.rejected, held: met })
    if (decision === 'done') {
      const gone = await retireUnseen(tx, importRun)
      stores.retired += gone.stores
      contacts.retired += gone.contacts
    }
    await tx.query(sql`UPDATE catalogue_state SET ${raiseVersion}`)
    await tx.query(sql`TRUNCATE import_sightings`)
    const held = await decideRemovals(tx, importRun)
    const { lines, rejected } = tally
    await endRun(tx, importRun, { lines, rejected, stores: met, ...stores, contacts, stale: run.stale, held })
    return { retirement: decision, held }
  })
  return {
    importRun,
    lines: tally.lines,
    stores: met,
    counts: stores,
    contacts,
    stale: run.stale,
    held,
    rejected: tally.rejected,
    retirement,
    warnings: tally.warnings,
    firstWarnings: tally.firstWarnings,
    warningsByReason: Object.fromEntries(tally.warningsByReason),
  }
}

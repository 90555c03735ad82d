import { sql } from '../../base/sql.ts'
import type { Database, Db } from '../../db/database.ts'
import { raiseVersion } from '../change-log.ts'
import type { ChannelKeys } from '../channel-keys.ts'
import { hashSourceIds } from '../hash-source-ids.ts'
import { decideRemovals, type HeldChanges } from '../held-changes.ts'
import { createRejectKeeper, type RejectKeeper } from '../kept-rejects.ts'
import type { BatchPlan } from './batch-plan.ts'
import { collectBatches, emptyTally, type ReadBatch, readAhead, type Tally } from './collect-batches.ts'
import { addCounts, type Counts, emptyCounts, subtractCounts } from './counts.ts'
import { addExample, type DryRun, emptyDryRun, noteExamples, readExamples } from './dry-run.ts'
import { copyRest, copyStores, coverCatalogue } from './dry-tables.ts'
import { encodeHere, openEncoder } from './encode-contacts.ts'
import { takeImportLock } from './import-lock.ts'
import { beginRun, defaultSource, endRun, type ImportRun, type KnownInput, noteProgress } from './import-runs.ts'
import { inTransaction, queryOn, type Session } from './in-transaction.ts'
import { readIngested, wereIngested } from './ingested.ts'
import { findKnownStores } from './known-rows.ts'
import { type Batch, planBatch } from './plan-batch.ts'
import type { Arrival } from './read-lines.ts'
import type { Reject, Warning } from './reject.ts'
import { countLive, decideRetirement, type LiveCounts, type Retirement, retireUnseen } from './retire.ts'
import { encodeBatch, writeBatch } from './write-batch.ts'

export type ImportOptions = {
  /** From `prepareInputs`, `readLines` or `readRecords`. */
  source: AsyncIterable<readonly Arrival[]>
  channelKeys: ChannelKeys
  /** Retire everything that is not in the source, unless something speaks against it (`Retirement`). */
  replace?: boolean
  /** … whatever speaks against it. */
  retireAnyway?: boolean
  /** Where the lines come from: `[a-z0-9_-]{1,40}`. Unset: `import`. */
  sourceName?: string
  /** The files, by which a run that continues an interrupted one is known. */
  inputs?: readonly KnownInput[]
  /** Change nothing, and say what would change. */
  dryRun?: boolean
  /** Stop when more lines than this were rejected. */
  rejectsMax?: number
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
  /** Outcomes of the stores; those of people are counted separately. */
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
  placesByReason: Record<string, Pick<Warning, 'input' | 'line'>>
  /** Examples of what would happen; null unless it is a dry run. */
  dryRun: DryRun | null
}

class TooManyRejects extends Error {}

type Run = ImportRun & {
  session: Session
  dryRun: DryRun | null
  /** Null: a dry run keeps nothing. */
  rejects: RejectKeeper | null
  /** What was live when the import began; counted for `replace` only. */
  liveBefore: LiveCounts
  tally: Tally
  stores: Counts
  contacts: Counts
  stale: number
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
  const session: Session = { client, isDry: options.dryRun === true }
  try {
    // People of an earlier release are found by their source's id only once it is hashed.
    if (session.isDry) await client.query('BEGIN')
    else await hashSourceIds(database, options.channelKeys)
    const { sourceName = defaultSource, inputs = [{ name: 'records', mark: '' }] } = options
    const begun = await beginRun(session, options.channelKeys, { source: sourceName, inputs })
    const liveBefore = options.replace ? await countLive(client) : { stores: 0, contacts: 0 }
    if (session.isDry) await coverCatalogue(queryOn(client))
    const counts = { stores: emptyCounts(), contacts: emptyCounts(), stale: 0 }
    const dryRun = session.isDry ? emptyDryRun() : null
    const rejects = session.isDry ? null : createRejectKeeper(database, begun.importRun)
    const run: Run = { ...begun, session, dryRun, rejects, liveBefore, tally: emptyTally(), ...counts }
    const writing = writeAll(session.isDry ? queryOn(client) : database, run, options, lock.assertHeld)
    const written = await writing.finally(() => rejects?.flush())
    return await finish(run, written, options)
  } finally {
    // Ends the transaction of a dry run, too.
    await client.end()
    await lock.release()
  }
}

/**
 * Three steps at once: while the database writes one batch, the next is sealed and encoded in a thread, and the one after that is matched
 * here; while that waits for the database, one more is read.
 */
async function writeAll(db: Db, run: Run, options: ImportOptions, assertLocked: () => void): Promise<number> {
  const { importRun, session } = run
  const { signal, channelKeys } = options
  const encoder = openEncoder(channelKeys)
  const noteBatch = createProgressNotes(db, run, options.onProgress)
  let rows = 0
  const ahead: { domains: ReadonlySet<string>; written: Promise<void> }[] = []
  try {
    for await (const { batch, lines } of collect(run, options)) {
      signal?.throwIfAborted()
      // Rows of the same store from a batch ahead must be visible first; a dry run has one connection for everything.
      const mustWait = ({ domains }: (typeof ahead)[number]) => batch.keys().some((domain) => domains.has(domain))
      if (session.isDry || ahead.some(mustWait)) await ahead.at(-1)?.written
      const ingested = await readIngested(db)
      const plan = await planNext(db, run, batch, options)
      const encoding = encodeBatch(plan, importRun, encoder.encode)
      const { rejected } = run.tally
      const write = async (before: Promise<void> | undefined): Promise<void> => {
        const [encoded] = await Promise.all([encoding, before])
        assertLocked()
        countPlan(run, plan)
        rows += plan.newStores.length + plan.changedStores.length + encoded.writtenContactIds.length
        await noteBatch({ lines, rejected, written: rows })
        const lookAgain = (tx: Db) => planAgain(tx, run, { batch, plan, ingested }, options)
        run.contacts.retired += await writeBatch(session, encoded, { ...run, keys: channelKeys }, lookAgain)
      }
      const written = write(ahead.at(-1)?.written)
      // Handled at the next await; until then the runtime must not report it as unhandled.
      written.catch(() => {})
      ahead.push({ domains: new Set(batch.keys()), written })
      if (ahead.length > aheadMax) await ahead.shift()!.written
    }
  } finally {
    try {
      for (const { written } of ahead) await written
    } finally {
      await encoder.close()
    }
  }
  signal?.throwIfAborted()
  return rows
}

/** Batches that are sealed or written while the next is read. */
const aheadMax = 2
const progressEveryMs = 2_000

/** Told at each batch, and stored now and then for those who look from elsewhere. */
function createProgressNotes(db: Db, run: Run, onProgress: ImportOptions['onProgress']) {
  const { importRun, stores, contacts, session } = run
  let notedAt = Number.NEGATIVE_INFINITY
  return async (batch: Pick<ImportProgress, 'lines' | 'rejected' | 'written'>): Promise<void> => {
    const progress = { ...batch, stores: total(stores), contacts: total(contacts) }
    onProgress?.(progress)
    if (session.isDry || notedAt > performance.now() - progressEveryMs) return
    notedAt = performance.now()
    await noteProgress(db, importRun, progress)
  }
}

function collect(
  { tally, now, observedAt, dryRun, rejects, importRun }: Run,
  options: ImportOptions,
): AsyncIterable<ReadBatch> {
  const { source, replace = false, rejectsMax, onReject, onWarning } = options
  const batches = collectBatches(source, {
    tally,
    replace,
    times: { now, observedAt },
    onReject: async (reject) => {
      if (dryRun) addExample(dryRun.rejected, reject)
      await rejects?.keep(reject)
      assertFewRejects(tally, rejectsMax, dryRun ? null : importRun)
      return onReject?.(reject)
    },
    onWarning,
  })
  return readAhead(batches, tally)
}

function assertFewRejects({ rejected }: Tally, rejectsMax: number | undefined, importRun: number | null): void {
  if (rejectsMax === undefined || rejected <= rejectsMax) return
  const stays = importRun && ` What was imported before stays; "prospector imports undo ${importRun}" takes it back.`
  throw new TooManyRejects(`More than ${rejectsMax} lines were rejected: the import was stopped.${stays ?? ''}`)
}

async function planNext(db: Db, run: Run, batch: Batch, options: ImportOptions): Promise<BatchPlan> {
  const { importRun, observedAt, isBaseline, tally, dryRun, rejects } = run
  const { channelKeys: keys, replace = false, onReject, rejectsMax } = options
  if (dryRun) await copyStores(db, [...batch.keys()])
  const known = await findKnownStores(db, importRun, [...batch.keys()])
  const plan = await planBatch(db, batch, known, { keys, replace, observedAt, isBaseline })
  for (const reject of plan.rejected) {
    tally.rejected += 1
    if (dryRun) addExample(dryRun.rejected, reject)
    await rejects?.keep(reject)
    await onReject?.(reject)
    assertFewRejects(tally, rejectsMax, dryRun ? null : importRun)
  }
  if (dryRun) noteExamples(dryRun, plan)
  return plan
}

function countPlan(run: Run, plan: BatchPlan): void {
  addCounts(run.stores, plan.stores)
  addCounts(run.contacts, plan.contacts)
  run.stale += plan.stale
}

type PlannedBatch = { batch: Batch; plan: BatchPlan; ingested: number }

/** Lines of ingestion may have come between the look at these stores and the write; what is newer stays. */
async function planAgain(tx: Db, run: Run, { batch, plan, ingested }: PlannedBatch, options: ImportOptions) {
  const { importRun, observedAt, isBaseline } = run
  const domains = [...batch.keys()]
  if (!(await wereIngested(tx, domains, { importRun, ingested }))) return null
  const { channelKeys: keys, replace = false } = options
  const known = await findKnownStores(tx, importRun, domains)
  const again = await planBatch(tx, batch, known, { keys, replace, observedAt, isBaseline })
  subtractCounts(run.stores, plan.stores)
  subtractCounts(run.contacts, plan.contacts)
  run.stale -= plan.stale
  countPlan(run, again)
  return encodeBatch(again, importRun, encodeHere(keys))
}

const total = (counts: Counts): number => counts.new + counts.changed + counts.unchanged + counts.retired

/** The step that publishes an import: it retires rows that are gone and raises the version. */
async function finish(run: Run, written: number, options: ImportOptions): Promise<ImportResult> {
  const { importRun, chain, tally, stores, contacts, session, dryRun } = run
  const met = total(stores)
  // Readers plan with fresh statistics from the first request on the new catalogue.
  if (!dryRun && (written > 0 || options.replace)) await session.client.query('SELECT analyze_catalogue()')
  const { retirement, held } = await inTransaction(session, async (tx) => {
    // First of all, as everywhere: suppressions take this row before they touch a contact.
    if (dryRun) await copyRest(tx, { replace: options.replace === true })
    else await tx.query(sql`SELECT FROM catalogue_state FOR NO KEY UPDATE`)
    const decision = await decideRetirement(tx, { ...options, ...run, ...tally })
    if (decision === 'done') {
      const gone = await retireUnseen(tx, run)
      stores.retired += gone.stores
      contacts.retired += gone.contacts
    }
    if (!dryRun) await tx.query(sql`UPDATE catalogue_state SET ${raiseVersion}`)
    await tx.query(sql`TRUNCATE import_sightings`)
    const held = await decideRemovals(tx, importRun, { chain })
    const { lines, rejected } = tally
    await endRun(tx, importRun, { lines, rejected, stores: met, ...stores, contacts, stale: run.stale, held })
    if (dryRun) await readExamples(tx, dryRun, importRun)
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
    placesByReason: Object.fromEntries(tally.placesByReason),
    dryRun,
  }
}

/** Lines that come one block at a time while they are found, next to imports of files. */
import type { Client } from 'pg'
import { sql } from '../../base/sql.ts'
import type { Database, Db } from '../../db/database.ts'
import { isLockTimeout } from '../../db/wire/errors.ts'
import { raiseVersion } from '../change-log.ts'
import type { ChannelKeys } from '../channel-keys.ts'
import { decideRemovals } from '../held-changes.ts'
import { holdCatalogue } from '../lock-catalogue.ts'
import { type Outcome, outcomes } from './batch-plan.ts'
import { collectBatches, emptyTally } from './collect-batches.ts'
import { encodeHere } from './encode-contacts.ts'
import { inTransaction } from './in-transaction.ts'
import { findKnownStores } from './known-rows.ts'
import { planBatch } from './plan-batch.ts'
import type { Arrival } from './read-lines.ts'
import { encodeBatch, writeRows } from './write-batch.ts'

export type IngestResult = Outcome['result']
export const lineResults = [...outcomes, 'rejected'] as const
type LineResult = { line: number; result: (typeof lineResults)[number]; reason?: string }

export type Ingestion = {
  client: Client
  channelKeys: ChannelKeys
  source: string
  input: string
  close(): Promise<void>
}

export async function openIngestion(
  database: Database,
  channelKeys: ChannelKeys,
  from: { source: string; input: string },
): Promise<Ingestion> {
  const client = await database.connect()
  // Every query on a lost connection fails by itself; without a listener the loss would end the process.
  client.on('error', () => {})
  return { client, channelKeys, ...from, close: () => client.end() }
}

type BatchBookkeeping = {
  /** Says up to which line everything was taken before. */
  begin(tx: Db): Promise<number>
  end(tx: Db): Promise<void>
}

/** Nothing was taken: somebody held the catalogue all the time. */
export class CatalogueBusy extends Error {}

/** A large import may hold the catalogue for that long at its end; a lock is given up and asked for again every ten seconds. */
export const waitMaxMs = 120_000

/** When it returns, the lines are durable, and indexes are told of them. */
export async function ingestLines(
  ingestion: Ingestion,
  arrivals: readonly Arrival[],
  around: BatchBookkeeping,
): Promise<LineResult[]> {
  const waitsUntil = performance.now() + waitMaxMs
  for (;;) {
    try {
      return await ingestOnce(ingestion, arrivals, around)
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      if (performance.now() > waitsUntil)
        throw new CatalogueBusy('the catalogue is busy: send the rest again', { cause: error })
    }
  }
}

/** One transaction. */
function ingestOnce(
  { client, channelKeys, source, input }: Ingestion,
  arrivals: readonly Arrival[],
  around: BatchBookkeeping,
): Promise<LineResult[]> {
  return inTransaction({ client, isDry: false }, async (tx) => {
    // First of all, as everywhere. Whatever an import of files has read of these stores, it looks again.
    await holdCatalogue(tx, channelKeys)
    const done = await around.begin(tx)
    const fresh = arrivals.filter(({ line }) => line > done)
    const results: LineResult[] = []
    if (fresh.length > 0) {
      const run = await currentRun(tx, source, input)
      await takeAll({ tx, client, keys: channelKeys, run }, fresh, results)
      await decideRemovals(tx, run.importRun, { isIngested: true })
      await addToResult(tx, run.importRun, results)
      await tx.query(sql`UPDATE catalogue_state SET ingested = ingested + 1, ${raiseVersion}`)
    }
    await around.end(tx)
    return results
  })
}

type WriteContext = { tx: Db; client: Client; keys: ChannelKeys; run: IngestRun }

async function takeAll(
  { tx, client, keys, run }: WriteContext,
  fresh: Arrival[],
  results: LineResult[],
): Promise<void> {
  const { importRun, now, isBaseline } = run
  const batches = collectBatches(only(fresh), {
    tally: emptyTally(),
    replace: false,
    isIngested: true,
    times: { now, observedAt: now },
    onReject: ({ line, reason }) => void results.push({ line, result: 'rejected', reason }),
  })
  for await (const batch of batches) {
    const known = await findKnownStores(tx, importRun, [...batch.keys()])
    const plan = await planBatch(tx, batch, known, { keys, replace: false, observedAt: now, isBaseline })
    for (const { line, reason } of plan.rejected) results.push({ line, result: 'rejected', reason })
    for (const { line, result } of plan.outcomes) results.push({ line, result })
    await writeRows(
      { client, tx },
      { ...(await encodeBatch(plan, importRun, encodeHere(keys))), sightings: [] },
      { importRun, chain: [], keys },
    )
  }
}

async function* only(arrivals: Arrival[]): AsyncGenerator<Arrival[]> {
  yield arrivals
}

type IngestRun = { importRun: number; now: number; isBaseline: boolean }

/**
 * The import that these lines belong to. Requests of one program share one for an hour, whoever else sends meanwhile, unless an import of
 * files began since: what came after that has a higher number.
 */
export async function currentRun(tx: Db, source: string, input: string): Promise<IngestRun> {
  const [found] = await tx.query<{ now: Date; importRun: number | null; isBaseline: boolean }>(sql`
    SELECT date_trunc('milliseconds', now()) AS now, ours.* FROM catalogue_state LEFT JOIN LATERAL (
      SELECT import_run AS "importRun", baseline AS "isBaseline" FROM imports
      WHERE kind = 'ingest' AND source = ${source} AND inputs = ARRAY[${input}::text]
        AND started_at > now() - interval '1 hour'
        AND NOT EXISTS (SELECT FROM imports later WHERE later.kind = 'files' AND later.import_run > imports.import_run)
      ORDER BY import_run DESC LIMIT 1) ours ON true`)
  const { now, importRun, isBaseline } = found!
  if (importRun !== null) return { importRun, now: now.getTime(), isBaseline }
  await tx.query(sql`INSERT INTO sources (name) VALUES (${source}) ON CONFLICT DO NOTHING`)
  const [made] = await tx.query<{ importRun: number; isBaseline: boolean }>(sql`
    WITH next AS (UPDATE catalogue_state SET import_run = import_run + 1 RETURNING import_run)
    INSERT INTO imports (import_run, source, inputs, observed_at, baseline, kind, finished_at)
    SELECT import_run, ${source}, ARRAY[${input}::text], ${now}, NOT EXISTS (SELECT FROM stores), 'ingest', ${now} FROM next
    RETURNING import_run AS "importRun", baseline AS "isBaseline"`)
  return { ...made!, now: now.getTime() }
}

export async function addToResult(tx: Db, importRun: number, results: readonly LineResult[]): Promise<void> {
  const counts = lineResults.map((name) => results.filter(({ result }) => result === name).length)
  await tx.query(sql`
    UPDATE imports SET finished_at = now(), result = (
      SELECT jsonb_object_agg(name, coalesce((result ->> name)::integer, 0) + count)
      FROM unnest(${[...lineResults, 'lines']}::text[], ${[...counts, results.length]}::integer[]) AS added (name, count))
    WHERE import_run = ${importRun}`)
}

/** Imports and their sources, as rows: what began when, from where, and how it ended. */
import { sql } from '../../base/sql.ts'
import type { Db } from '../../db/database.ts'
import type { Chain } from '../before-images.ts'
import type { ChannelKeys } from '../channel-keys.ts'
import { holdCatalogue } from '../lock-catalogue.ts'
import { coverRuns } from './dry-tables.ts'
import { inTransaction, type Session } from './in-transaction.ts'
import type { Input } from './inputs/open-inputs.ts'

export type ImportRun = {
  importRun: number
  /** When lines that do not say so were observed, in milliseconds. */
  observedAt: number
  /** No date may lie after this moment. */
  now: number
  isBaseline: boolean
  chain: Chain
}

/** A file by its name and mark, which it shares with no other of that name. */
export type KnownInput = Pick<Input, 'name' | 'mark'>

export const defaultSource = 'import'
export const sourcePattern = /^[a-z0-9_-]{1,40}$/
export const sourceRule = 'must have 1 to 40 of the characters a-z, 0-9, _ and -.'

/**
 * A run of the same files after one that was interrupted continues it: it observes at the same time, so that one file is one
 * observation of each store. What began as the first import of an empty catalogue stays that.
 */
export async function beginRun(
  session: Session,
  channelKeys: ChannelKeys,
  { source, inputs }: { source: string; inputs: readonly KnownInput[] },
): Promise<ImportRun> {
  const names = inputs.map(({ name }) => name)
  const given = inputs.flatMap(({ mark }) => mark ?? [])
  // Null is equal to none.
  const marks = given.length === inputs.length ? given : null
  return inTransaction(session, async (tx) => {
    if (session.isDry) await coverRuns(tx)
    else {
      await holdCatalogue(tx, channelKeys)
      await tx.query(sql`INSERT INTO sources (name) VALUES (${source}) ON CONFLICT DO NOTHING`)
    }
    await tx.query(sql`TRUNCATE import_sightings`)
    const next = session.isDry
      ? sql`SELECT import_run + 1 AS "importRun" FROM catalogue_state`
      : sql`UPDATE catalogue_state SET import_run = import_run + 1 RETURNING import_run AS "importRun"`
    const [state] = await tx.query<{ importRun: number }>(next)
    const [run] = await tx.query<{ observedAt: Date; now: Date; isBaseline: boolean }>(sql`
      WITH last AS (SELECT * FROM imports WHERE kind = 'files' ORDER BY import_run DESC LIMIT 1),
      interrupted AS (SELECT * FROM last WHERE finished_at IS NULL AND undone_at IS NULL)
      INSERT INTO imports (import_run, source, inputs, input_marks, observed_at, baseline)
      SELECT ${state!.importRun}, ${source}, ${names}::text[], ${marks}::text[],
        coalesce((SELECT observed_at FROM interrupted
            WHERE source = ${source} AND inputs = ${names}::text[] AND input_marks = ${marks}::text[]),
          date_trunc('milliseconds', now())),
        NOT EXISTS (SELECT FROM stores)
          OR coalesce((SELECT baseline FROM last WHERE finished_at IS NULL OR undone_at IS NOT NULL), false)
      RETURNING observed_at AS "observedAt", date_trunc('milliseconds', now()) AS now, baseline AS "isBaseline"`)
    const { observedAt, now, isBaseline } = run!
    const { importRun } = state!
    const chain = await readChain(tx, importRun)
    // Only the last import can be undone. One that was interrupted is part of the one that follows.
    if (chain.length === 1 && !session.isDry) await tx.query(sql`TRUNCATE import_before`)
    return { importRun, observedAt: observedAt.getTime(), now: now.getTime(), isBaseline, chain }
  })
}

/**
 * The import and the interrupted ones right before it, of the same source and the same names. Others are no part of it: it met the
 * catalogue as they had left it, and before images are of that.
 */
export async function readChain(tx: Db, importRun: number): Promise<Chain> {
  const rows = await tx.query<{ importRun: number }>(sql`
    WITH own AS (SELECT source, inputs FROM imports WHERE import_run = ${importRun})
    SELECT import_run AS "importRun" FROM imports
    WHERE kind = 'files' AND import_run <= ${importRun} AND import_run > coalesce((
      SELECT max(import_run) FROM imports other, own
      WHERE kind = 'files' AND import_run < ${importRun} AND (finished_at IS NOT NULL OR undone_at IS NOT NULL
        OR (other.source, other.inputs) <> (own.source, own.inputs))), 0)
    ORDER BY import_run`)
  return rows.map((row) => row.importRun)
}

/** How far an import has read: shown while it runs, and after one that was interrupted. */
export async function noteProgress(db: Db, importRun: number, progress: object): Promise<void> {
  await db.query(sql`
    UPDATE imports SET progress = ${JSON.stringify(progress)}::jsonb, progressed_at = now() WHERE import_run = ${importRun}`)
}

export async function endRun(tx: Db, importRun: number, result: object): Promise<void> {
  await tx.query(sql`
    UPDATE imports SET finished_at = now(), result = ${JSON.stringify(result)}::jsonb WHERE import_run = ${importRun}`)
}

/** Imports and sources as the operator sees them. */
import type { Clock } from '../base/clock.ts'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { advisoryLocks } from '../db/locks.ts'
import { countExpiring, type Expiring } from './expire-sources.ts'

export type ImportRow = {
  importRun: number
  kind: 'files' | 'ingest'
  source: string
  inputs: string[]
  startedAt: Date
  observedAt: Date
  finishedAt: Date | null
  undoneAt: Date | null
  isBaseline: boolean
  /** Null while it runs, and of one that was interrupted. */
  result: Record<string, unknown> | null
  /** How far it came, noted every few seconds; null before the first batch. */
  progress: Record<string, unknown> | null
  progressedAt: Date | null
  isRunning: boolean
}

/** The newest, while somebody holds the lock of imports. */
const isRunning = sql`finished_at IS NULL AND undone_at IS NULL
  AND import_run = (SELECT max(newest.import_run) FROM imports newest WHERE newest.kind = 'files')
  AND EXISTS (
    SELECT FROM pg_locks JOIN pg_database d ON d.oid = database AND datname = current_database()
    WHERE locktype = 'advisory' AND granted AND (classid::bigint << 32 | objid::bigint) = ${advisoryLocks.import})`

const columns = sql`import_run AS "importRun", kind, source, inputs, started_at AS "startedAt", observed_at AS "observedAt",
  finished_at AS "finishedAt", undone_at AS "undoneAt", baseline AS "isBaseline", result, progress, progressed_at AS "progressedAt",
  ${isRunning} AS "isRunning"`

export const importStates = ['running', 'interrupted', 'finished', 'undone'] as const
type ImportState = (typeof importStates)[number]

export const stateOfImport = ({ finishedAt, undoneAt, isRunning }: ImportRow): ImportState =>
  undoneAt ? 'undone' : finishedAt ? 'finished' : isRunning ? 'running' : 'interrupted'

/** The newest first. */
export const listImports = (db: Db, limit: number): Promise<ImportRow[]> =>
  db.query(sql`SELECT ${columns} FROM imports ORDER BY import_run DESC LIMIT ${limit}`)

export type ImportDetails = ImportRow & {
  /** Recorded changes, by type. */
  changes: Record<string, number>
  held: number
  /** Rows that no later import has written. */
  rows: { stores: number; contacts: number }
}

/** Without what has to be counted in the catalogue. */
export async function findImportRow(db: Db, importRun: number): Promise<ImportRow | null> {
  const [row] = await db.query<ImportRow>(sql`SELECT ${columns} FROM imports WHERE import_run = ${importRun}`)
  return row ?? null
}

export async function findImport(db: Db, importRun: number): Promise<ImportDetails | null> {
  const row = await findImportRow(db, importRun)
  if (!row) return null
  const changes = await db.query<{ type: string; state: string; count: number }>(sql`
    SELECT type, state, count(*)::integer AS count FROM store_changes WHERE import_run = ${importRun}
    GROUP BY type, state ORDER BY type`)
  const [rows] = await db.query<ImportDetails['rows']>(sql`
    SELECT (SELECT count(*)::integer FROM stores WHERE import_run = ${importRun}) AS stores,
      (SELECT count(*)::integer FROM contacts WHERE import_run = ${importRun}) AS contacts`)
  const recorded = changes.filter(({ state }) => state === 'recorded').map(({ type, count }) => [type, count])
  const held = changes.filter(({ state }) => state === 'held').reduce((sum, { count }) => sum + count, 0)
  return { ...row, changes: Object.fromEntries(recorded), held, rows: rows! }
}

export type Source = {
  name: string
  label: string | null
  legalBasis: string | null
  maxAgeDays: number | null
  createdAt: Date
  imports: number
  lastImportAt: Date | null
  /** Null without a greatest age. */
  expiring: Omit<Expiring, 'source'> | null
}

/** Without what has to be counted in the catalogue. */
export const readSources = (db: Db, name: string | null = null): Promise<Omit<Source, 'expiring'>[]> =>
  db.query<Omit<Source, 'expiring'>>(sql`
    SELECT name, label, legal_basis AS "legalBasis", max_age_days AS "maxAgeDays", sources.created_at AS "createdAt",
      count(import_run)::integer AS imports, max(started_at) AS "lastImportAt"
    FROM sources LEFT JOIN imports ON imports.source = name
    WHERE ${name}::text IS NULL OR name = ${name} GROUP BY name ORDER BY name`)

export async function listSources(db: Db, clock: Clock, name: string | null = null): Promise<Source[]> {
  const sources = await readSources(db, name)
  const expiring = await countExpiring(db, clock, name)
  return sources.map((source) => {
    const { source: _, ...counts } = expiring.find((one) => one.source === source.name) ?? { source: null }
    return { ...source, expiring: 'stores' in counts ? counts : null }
  })
}

export type SourceSettings = { label?: string | null; legalBasis?: string | null; maxAgeDays?: number | null }

/** A source may be described before its first import. What is not given stays; null clears it. */
export async function setSource(db: Db, clock: Clock, name: string, settings: SourceSettings): Promise<Source> {
  const { label, legalBasis, maxAgeDays } = settings
  await db.query(sql`
    INSERT INTO sources (name, label, legal_basis, max_age_days) VALUES (${name}, ${label}, ${legalBasis}, ${maxAgeDays})
    ON CONFLICT (name) DO UPDATE SET
      label = CASE WHEN ${label !== undefined} THEN excluded.label ELSE sources.label END,
      legal_basis = CASE WHEN ${legalBasis !== undefined} THEN excluded.legal_basis ELSE sources.legal_basis END,
      max_age_days = CASE WHEN ${maxAgeDays !== undefined} THEN excluded.max_age_days ELSE sources.max_age_days END`)
  const [source] = await listSources(db, clock, name)
  return source!
}

/** What bringing the database up to date would do, without doing it. */
import packageJson from '../../../package.json' with { type: 'json' }
import { sql } from '../../base/sql.ts'
import type { Database } from '../database.ts'
import { type Migration, oldestReleaseOf, readMigrations, refuseTooNew } from '../migrate.ts'
import { measureTable, type TableCost } from './measure-tables.ts'
import { type Step, stepsOf } from './migration-steps.ts'

type PlannedStep = Step & { rows: number; seconds: number }
export type PlannedMigration = {
  name: string
  /** The first sentence of the file. */
  about: string
  /** Nodes of earlier releases can't run with it; null: those of the release before can. */
  oldestRelease: string | null
  /** On tables that are there already, those that look at or write every row. */
  steps: PlannedStep[]
  seconds: number
}
export type UpgradePlan = { release: string; applied: number; pending: PlannedMigration[]; seconds: number }

/** Throws, with a sentence, if this version can't run on the database. */
export async function planUpgrade(database: Database): Promise<UpgradePlan> {
  const migrations = await readMigrations()
  const applied = await readApplied(database)
  const release = packageJson.version
  const names = new Set(migrations.map(({ name }) => name))
  refuseTooNew(
    applied.filter(({ name }) => !names.has(name)),
    release,
  )
  const known = new Map(applied.map(({ name, checksum }) => [name, checksum]))
  const edited = migrations.find(({ name, checksum }) => known.has(name) && known.get(name) !== checksum)
  if (edited) throw new Error(`Migration ${edited.name} was edited after it was applied. Install the release again.`)
  const waiting = migrations.filter(({ name }) => !known.has(name))
  const costs = new Map<string, TableCost | null>()
  const client = await database.connect()
  try {
    for (const { table } of waiting.flatMap(({ text }) => stepsOf(text))) {
      if (!costs.has(table)) costs.set(table, await measureTable(client, table))
    }
  } finally {
    await client.end()
  }
  const pending = waiting.map((migration) => plan(migration, costs))
  return { release, applied: known.size, pending, seconds: sum(pending) }
}

const sum = (parts: readonly { seconds: number }[]): number => parts.reduce((total, { seconds }) => total + seconds, 0)

type MigrationRow = { name: string; checksum: string; oldest_release: string | null }

async function readApplied(database: Database): Promise<MigrationRow[]> {
  const [found] = await database.query<{ there: boolean }>(
    sql`SELECT to_regclass('public.migrations') IS NOT NULL AS there`,
  )
  if (!found!.there) return []
  const rows = await database.query<{ row: MigrationRow }>(sql`SELECT to_jsonb(m) AS row FROM migrations m`)
  return rows.map(({ row }) => ({ ...row, oldest_release: row.oldest_release ?? null }))
}

function plan({ name, text }: Migration, costs: ReadonlyMap<string, TableCost | null>): PlannedMigration {
  const steps = stepsOf(text).flatMap((step): PlannedStep[] => {
    const cost = costs.get(step.table)
    return cost ? [{ ...step, rows: cost.rows, seconds: cost.rows * cost.secondsPerRow[step.work] }] : []
  })
  return { name, about: aboutOf(text), oldestRelease: oldestReleaseOf(text), steps, seconds: sum(steps) }
}

function aboutOf(text: string): string {
  const comment = /^(?:--.*\n)+/.exec(text)?.[0] ?? ''
  const words = comment.replaceAll(/^-- ?/gm, '').split('\n\n')[0]!.replaceAll(/\s+/g, ' ')
  return /^.*?[.](?= |$)/.exec(words.replace(/ ?Owner: src\/[\w-]+\.?/g, '').trim())?.[0] ?? words.trim()
}

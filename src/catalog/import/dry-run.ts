/** What an import would do, found out by doing it in tables of its own. */
import { sql } from '../../base/sql.ts'
import type { Db } from '../../db/database.ts'
import { isRecorded } from '../held-changes.ts'
import type { BatchPlan } from './batch-plan.ts'
import type { Reject } from './reject.ts'

export const examplesMax = 10

/** The first ten of each. */
export type DryRun = {
  added: string[]
  changed: { domain: string; fields: string[] }[]
  retired: string[]
  rejected: Reject[]
  changes: { domain: string; type: string; value: string | null; from: string | null; to: string | null }[]
  changesByType: Record<string, number>
}

export const emptyDryRun = (): DryRun => ({
  added: [],
  changed: [],
  retired: [],
  rejected: [],
  changes: [],
  changesByType: {},
})

/** A store whose people come in a file of their own is named once: as new, or with all that changes. */
export function noteExamples(dryRun: DryRun, plan: BatchPlan): void {
  for (const { domain, result, fields = [], isWrittenAgain } of plan.outcomes) {
    if (result === 'new') addExample(dryRun.added, domain)
    else if (isWrittenAgain) {
      const shown = dryRun.changed.find((example) => example.domain === domain)
      if (shown) shown.fields = [...new Set([...shown.fields, ...fields])]
    } else if (result === 'changed') addExample(dryRun.changed, { domain, fields })
  }
}

export function addExample<T>(list: T[], example: T): void {
  if (list.length < examplesMax) list.push(example)
}

/** At the end, before everything is taken back: the time of the transaction is that of everything in it. */
export async function readExamples(tx: Db, dryRun: DryRun, importRun: number): Promise<void> {
  const retired = await tx.query<{ domain: string }>(
    sql`SELECT domain FROM stores WHERE retired_at = now() ORDER BY domain LIMIT ${examplesMax}`,
  )
  dryRun.retired = retired.map(({ domain }) => domain)
  const isNew = sql`change.import_run = ${importRun} AND ${isRecorded}`
  dryRun.changes = await tx.query(sql`
    SELECT domain, type, nullif(value, '') AS value, old_value AS "from", new_value AS "to"
    FROM store_changes change JOIN stores USING (store_id) WHERE ${isNew} ORDER BY domain, type, value LIMIT ${examplesMax}`)
  const counts = await tx.query<{ type: string; count: number }>(
    sql`SELECT type, count(*)::integer AS count FROM store_changes change WHERE ${isNew} GROUP BY type ORDER BY type`,
  )
  dryRun.changesByType = Object.fromEntries(counts.map(({ type, count }) => [type, count]))
}

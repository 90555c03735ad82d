import { minute } from '../../../src/base/words.ts'
import { listPlanVersions } from '../../../src/billing/plans/plan-versions.ts'
import { wholeNumber } from '../../arguments.ts'
import { defineCommand, Refused } from '../../command.ts'
import { type ReportOptions, report, table } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

export const plansShow = defineCommand({
  name: 'show',
  summary: 'Print the plans as plans.json would hold them.',
  details: 'Only what differs from the built-in plans.',
  examples: ['prospector plans show', 'prospector plans show --plans-version 3'],
})
  .option('--plans-version <number>', 'those of an earlier version ("prospector plans history")', wholeNumber(1))
  .action(async (options: ReportOptions & { plansVersion?: number }) => {
    const { plansVersion: wanted } = options
    const { version, text } = await withDatabase(async ({ database, livePlans }) => {
      if (wanted === undefined) return livePlans.now()
      const found = (await listPlanVersions(database, 10_000)).find((one) => one.version === wanted)
      if (!found) throw new Refused(`There is no version ${wanted} of the plans.`)
      return found
    })
    report(options, { version, plans: JSON.parse(text) as unknown }, text.trim())
  })

export const plansHistory = defineCommand({
  name: 'history',
  summary: 'List the versions of the plans, newest first: when, by whom and why.',
  examples: ['prospector plans history', 'prospector plans history --json'],
}).action(async (options: ReportOptions) => {
  const versions = await withDatabase(({ database }) => listPlanVersions(database))
  const rows = versions.map((one) => [String(one.version), minute(one.createdAt), one.changedBy, one.reason])
  const text =
    rows.length > 0
      ? table(['version', 'when', 'by', 'reason'], rows)
      : 'The plans were never changed in the database: DATA_DIR/plans.json counts, or the built-in ones.'
  const documents = versions.map((one) => ({
    ...{ version: one.version, created_at: one.createdAt, changed_by: one.changedBy, reason: one.reason },
  }))
  report(options, { versions: documents }, text)
})

import { count, minute } from '../../../src/base/words.ts'
import { listHeldChanges } from '../../../src/catalog/held-changes.ts'
import { defineCommand } from '../../command.ts'
import { type ReportOptions, report, table } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

export const changesList = defineCommand({
  name: 'list',
  summary: 'List removals that wait for your decision.',
  examples: ['prospector changes list', 'prospector changes list --json'],
}).action(async (options: ReportOptions) => {
  const held = await withDatabase(({ database }) => listHeldChanges(database))
  const text =
    held.length === 0
      ? 'No changes are held back.'
      : table(
          ['IMPORT', 'TYPE', 'VALUE', 'STORES', 'OBSERVED'],
          held.map((one) => [String(one.importRun), one.type, one.value, count(one.stores), minute(one.observedAt)]),
        )
  const changes = held.map(({ importRun, type, value, stores, observedAt }) => ({
    import: importRun,
    type,
    value,
    stores,
    observed_at: observedAt,
  }))
  report(options, { changes }, text)
})

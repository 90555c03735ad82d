import { minute } from '../../../src/base/words.ts'
import { listSuppressions } from '../../../src/catalog/suppressions.ts'
import { defineCommand } from '../../command.ts'
import { type ReportOptions, report, table } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

export const suppressList = defineCommand({
  name: 'list',
  summary: 'List the suppressions, newest first. Addresses are masked, because only their hashes are stored.',
  examples: ['prospector suppress list', 'prospector suppress list --json'],
}).action(async (options: ReportOptions) => {
  const found = await withDatabase(({ database }) => listSuppressions(database))
  const suppressions = found.map(({ kind, shown, createdAt }) => ({ kind, target: shown, created_at: createdAt }))
  const rows = suppressions.map(({ kind, target, created_at }) => [kind, target, minute(created_at)])
  const text = rows.length === 0 ? 'Nobody is suppressed.' : table(['KIND', 'TARGET', 'SINCE'], rows)
  report(options, { suppressions }, text)
})

import { plural } from '../../src/base/words.ts'
import { defineCommand } from '../command.ts'
import { type ReportOptions, report } from '../report.ts'
import { withDatabase } from '../with-database.ts'

export const migrateCommand = defineCommand({
  name: 'migrate',
  summary: 'Bring the database up to date.',
  details: 'Safe at any time, even when several nodes start at once. "serve" does this first.',
  examples: ['prospector migrate', 'DATABASE_URL=postgres://prospector@db/prospector prospector migrate --json'],
}).action(async (options: ReportOptions) => {
  const { applied, total } = await withDatabase(async ({ migrations }) => migrations)
  const text =
    applied.length === 0
      ? `The database is up to date (${plural(total, 'migration')}).`
      : `Applied ${applied.join(', ')}. The database is up to date.`
  report(options, { applied, total }, text)
})

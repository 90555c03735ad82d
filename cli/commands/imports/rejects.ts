import { count, plural } from '../../../src/base/words.ts'
import { findImportRow } from '../../../src/catalog/imports.ts'
import { listRejects, rejectsKeptDays, rejectsKeptMax } from '../../../src/catalog/kept-rejects.ts'
import { csvLine } from '../../../src/http/csv.ts'
import { wholeNumber } from '../../arguments.ts'
import { defineCommand, Refused } from '../../command.ts'
import { type ReportOptions, report, table } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

export const importsRejects = defineCommand({
  name: 'rejects',
  summary: 'List the lines that an import did not take, and why.',
  details:
    `The first ${count(rejectsKeptMax)}, for ${rejectsKeptDays} days, without their text: it may hold addresses. ` +
    '"prospector import --rejects" writes all of them with their text to a file.',
  examples: ['prospector imports rejects 12', 'prospector imports rejects 12 --csv > rejects.csv'],
})
  .argument('<import>', 'the number of the import ("prospector imports list")', wholeNumber(1))
  .option('--csv', 'as CSV')
  .action(async (importRun: number, options: ReportOptions & { csv?: boolean }) => {
    const rejects = await withDatabase(async ({ database }) => {
      if (!(await findImportRow(database, importRun))) throw new Refused(`There is no import ${importRun}.`)
      return listRejects(database, importRun)
    })
    const rows = rejects.map(({ file, line, column, reason }) => [file, String(line), column ?? '', reason])
    if (options.csv) {
      process.stdout.write([['file', 'line', 'column', 'reason'], ...rows].map(csvLine).join(''))
      return
    }
    const text =
      rows.length === 0
        ? `Nothing is kept of import ${importRun} that was rejected.`
        : `${table(['FILE', 'LINE', 'COLUMN', 'REASON'], rows)}\n${plural(rows.length, 'line')}.`
    report(options, { import: importRun, rejects }, text)
  })

import { Argument } from 'commander'
import { csvLine } from '../../src/http/csv.ts'
import { readableRows, readReport, reportMonths, reportNames, reportStart } from '../../src/reports/report.ts'
import { accountsMin } from '../../src/reports/unmet-searches.ts'
import { isoDate } from '../arguments.ts'
import { defineCommand } from '../command.ts'
import { type ReportOptions, report, table } from '../report.ts'
import { withDatabase } from '../with-database.ts'

type Options = ReportOptions & { since?: Date; csv?: boolean }

export const reportCommand = defineCommand({
  name: 'report',
  summary: 'Accounts, revenue, credits and reveals by month, and what was searched for and not found.',
  details:
    'Months are UTC. Credits count under the plan that the account is on now; in JSON and CSV, amounts are in the smallest unit of the currency. ' +
    `Words of searches are shown when at least ${accountsMin} accounts asked for them. ` +
    'It reads the whole ledger, so it takes a while on a large one.',
  examples: ['prospector report', 'prospector report credits --since 2026-01-01 --csv', 'prospector report --json'],
})
  .addArgument(new Argument('[table]', 'only this table').choices(reportNames))
  .option('--since <date>', `from this date on; without it, the last ${reportMonths} months`, isoDate)
  .option('--csv', 'one table as CSV')
  .action(async (name: string | undefined, options: Options, command) => {
    if (options.csv && name === undefined) command.error(`error: name one table for --csv: ${reportNames.join(', ')}`)
    const since = options.since ?? reportStart(new Date())
    const tables = await withDatabase(({ database }) =>
      readReport(database, since, name === undefined ? reportNames : [name]),
    )
    if (options.csv) {
      const { columns, rows } = tables[0]!
      process.stdout.write([columns, ...rows.map((row) => row.map(String))].map(csvLine).join(''))
      return
    }
    const document = tables.map(({ name: of, columns, rows }) => [
      of.replaceAll('-', '_'),
      rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]]))),
    ])
    const texts = tables.map(({ title, columns, rows }) =>
      rows.length === 0
        ? `${title}: nothing.`
        : `${title}\n\n${table(
            columns,
            readableRows({ columns, rows }).map((row) => row.map(String)),
          )}`,
    )
    report(options, { since, ...Object.fromEntries(document) }, texts.join('\n\n'))
  })

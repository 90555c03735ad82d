import { count, minute } from '../../../src/base/words.ts'
import { type ImportRow, listImports, stateOfImport } from '../../../src/catalog/imports.ts'
import { wholeNumber } from '../../arguments.ts'
import { defineCommand } from '../../command.ts'
import { type ReportOptions, report, table } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

export const toImportDocument = (row: ImportRow) => ({
  import: row.importRun,
  kind: row.kind,
  source: row.source,
  files: row.inputs,
  state: stateOfImport(row),
  started_at: row.startedAt,
  observed_at: row.observedAt,
  finished_at: row.finishedAt,
  undone_at: row.undoneAt,
  result: row.result,
  progress: row.progress,
})

export const importsList = defineCommand({
  name: 'list',
  summary: 'List imports, the newest first.',
  examples: ['prospector imports list', 'prospector imports list --limit 100 --json'],
})
  .option('--limit <number>', 'how many', wholeNumber(1, 10_000), 20)
  .action(async (options: ReportOptions & { limit: number }) => {
    const imports = await withDatabase(({ database }) => listImports(database, options.limit))
    const number = (row: ImportRow, name: string) => count(Number(row.result?.[name] ?? 0))
    const text =
      imports.length === 0
        ? 'Nothing was imported yet.'
        : table(
            ['IMPORT', 'STARTED', 'SOURCE', 'STATE', 'NEW', 'CHANGED', 'RETIRED', 'REJECTED', 'FILES'],
            imports.map((row) => [
              ...[String(row.importRun), minute(row.startedAt), row.source, stateOfImport(row)],
              ...['new', 'changed', 'retired', 'rejected'].map((name) => number(row, name)),
              row.inputs.join(', '),
            ]),
          )
    report(options, { imports: imports.map(toImportDocument) }, text)
  })

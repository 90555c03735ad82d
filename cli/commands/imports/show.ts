import { count, minute, plural } from '../../../src/base/words.ts'
import { findImport, type ImportDetails, stateOfImport } from '../../../src/catalog/imports.ts'
import { wholeNumber } from '../../arguments.ts'
import { defineCommand, Refused } from '../../command.ts'
import { facts, type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'
import { toImportDocument } from './list.ts'

export const importsShow = defineCommand({
  name: 'show',
  summary: 'Show one import: what it did, and what is left of it.',
  examples: ['prospector imports show 12', 'prospector imports show 12 --json'],
})
  .argument('<import>', 'the number of the import ("prospector imports list")', wholeNumber(1))
  .action(async (importRun: number, options: ReportOptions) => {
    const found = await withDatabase(({ database }) => findImport(database, importRun))
    if (!found) throw new Refused(`There is no import ${importRun}.`)
    const { changes, held, rows } = found
    report(options, { ...toImportDocument(found), changes, held, rows }, describe(found))
  })

function describe(found: ImportDetails): string {
  const { result, changes, held, rows } = found
  const counts = (of: Record<string, unknown> | null | undefined) =>
    ['new', 'changed', 'unchanged', 'retired'].map((name) => `${count(Number(of?.[name] ?? 0))} ${name}`).join(', ')
  const recorded = Object.entries(changes).map(([type, number]) => `${count(number)} ${type}`)
  return facts([
    ['import', String(found.importRun)],
    ['state', stateOfImport(found)],
    ['source', found.source],
    ['files', found.inputs.join(', ')],
    ['started', minute(found.startedAt)],
    ['finished', minute(found.finishedAt)],
    ['stores', counts(result)],
    ['contacts', counts(result?.contacts as Record<string, unknown>)],
    ['rejected', count(Number(result?.rejected ?? 0))],
    ['changes', recorded.join(', ') || 'none'],
    ['held back', plural(held, 'change')],
    ['still as it wrote them', `${plural(rows.stores, 'store')}, ${plural(rows.contacts, 'contact')}`],
  ])
}

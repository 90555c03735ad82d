import { listSources, type Source } from '../../../src/catalog/imports.ts'
import { defineCommand } from '../../command.ts'
import { count, minute, type ReportOptions, report, table } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

export const toSourceDocument = (source: Source) => ({
  name: source.name,
  label: source.label,
  legal_basis: source.legalBasis,
  max_age_days: source.maxAgeDays,
  imports: source.imports,
  last_import_at: source.lastImportAt,
  created_at: source.createdAt,
})

export const sourceList = defineCommand({
  name: 'list',
  summary: 'List sources.',
  examples: ['prospector source list', 'prospector source list --json'],
}).action(async (options: ReportOptions) => {
  const sources = await withDatabase(({ database }) => listSources(database))
  const text =
    sources.length === 0
      ? 'There are no sources yet: an import names one with --source.'
      : table(
          ['NAME', 'LABEL', 'LEGAL BASIS', 'MAX AGE', 'IMPORTS', 'LAST IMPORT'],
          sources.map(({ name, label, legalBasis, maxAgeDays, imports, lastImportAt }) => [
            ...[name, label ?? '-', legalBasis ?? '-', maxAgeDays === null ? '-' : `${maxAgeDays} days`],
            ...[count(imports), minute(lastImportAt)],
          ]),
        )
  report(options, { sources: sources.map(toSourceDocument) }, text)
})

import { count, minute } from '../../../src/base/words.ts'
import { listSources, type Source } from '../../../src/catalog/imports.ts'
import { defineCommand } from '../../command.ts'
import { type ReportOptions, report, table } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

export const toSourceDocument = (source: Source) => ({
  name: source.name,
  label: source.label,
  legal_basis: source.legalBasis,
  max_age_days: source.maxAgeDays,
  over_age: source.expiring && {
    stores: source.expiring.stores,
    contacts: source.expiring.contacts,
    retired_contacts: source.expiring.retiredContacts,
  },
  imports: source.imports,
  last_import_at: source.lastImportAt,
  created_at: source.createdAt,
})

const describeExpiring = ({ stores, contacts, retiredContacts }: NonNullable<Source['expiring']>): string =>
  `${count(stores)} stores, ${count(contacts)} contacts, ${count(retiredContacts)} retired`

export const sourceList = defineCommand({
  name: 'list',
  summary: 'List sources.',
  details:
    'OVER AGE counts what a source has not shown for longer than its greatest age: stores and contacts that are about to be retired, and ' +
    'contacts that are retired and about to be erased.',
  examples: ['prospector source list', 'prospector source list --json'],
}).action(async (options: ReportOptions) => {
  const sources = await withDatabase(({ database, clock }) => listSources(database, clock))
  const text =
    sources.length === 0
      ? 'There are no sources yet: an import names one with --source.'
      : table(
          ['NAME', 'LABEL', 'LEGAL BASIS', 'MAX AGE', 'OVER AGE', 'IMPORTS', 'LAST IMPORT'],
          sources.map(({ name, label, legalBasis, maxAgeDays, expiring, imports, lastImportAt }) => [
            ...[name, label ?? '-', legalBasis ?? '-', maxAgeDays === null ? '-' : `${maxAgeDays} days`],
            ...[expiring ? describeExpiring(expiring) : '-', count(imports), minute(lastImportAt)],
          ]),
        )
  report(options, { sources: sources.map(toSourceDocument) }, text)
})

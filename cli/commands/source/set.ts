import { InvalidArgumentError } from 'commander'
import { recordCommand } from '../../../src/audit/record.ts'
import { count } from '../../../src/base/words.ts'
import { erasedAfterDays, everyHours } from '../../../src/catalog/expire-sources.ts'
import { sourcePattern, sourceRule } from '../../../src/catalog/import/import-runs.ts'
import { type Source, type SourceSettings, setSource } from '../../../src/catalog/imports.ts'
import { text, wholeNumber } from '../../arguments.ts'
import { defineCommand } from '../../command.ts'
import { type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'
import { toSourceDocument } from './list.ts'

type Options = ReportOptions & { label?: string; legalBasis?: string; maxAgeDays?: number | typeof none }

/** Clears what is stored. Not null: Commander takes that for a value that is missing. */
const none = 'none'
const orNone =
  <T>(read: (value: string) => T) =>
  (value: string): T | typeof none =>
    value === none ? none : read(value)
const withoutNone = <T>(value: T): Exclude<T, typeof none> | null =>
  value === none ? null : (value as Exclude<T, typeof none>)

export const sourceSet = defineCommand({
  name: 'set',
  summary: 'Describe a source: its label, legal basis and greatest age.',
  details: 'What is not given stays as it is; "none" clears it. A source may be described before its first import.',
  examples: [
    "prospector source set crawler --label 'Our crawler' --legal-basis 'Art. 6(1)(f) GDPR'",
    'prospector source set partner --max-age-days 365',
    'prospector source set partner --max-age-days none --json',
  ],
})
  .argument('<name>', 'the name that imports give with --source', (value: string) => {
    if (sourcePattern.test(value)) return value
    throw new InvalidArgumentError(`It ${sourceRule}`)
  })
  .option('--label <text>', 'what people call it', orNone(text))
  .option('--legal-basis <text>', 'why its data may be used', orNone(text))
  .option(
    '--max-age-days <days>',
    `what was not seen for this many days is retired, and people are erased ${erasedAfterDays} days later`,
    orNone(wholeNumber(1, 36_500)),
  )
  .action(async (name: string, options: Options, command) => {
    const { label, legalBasis, maxAgeDays } = options
    const given: SourceSettings = {
      ...(label !== undefined && { label: withoutNone(label) }),
      ...(legalBasis !== undefined && { legalBasis: withoutNone(legalBasis) }),
      ...(maxAgeDays !== undefined && { maxAgeDays: withoutNone(maxAgeDays) }),
    }
    if (Object.keys(given).length === 0) {
      command.error('error: give at least one of --label, --legal-basis and --max-age-days')
    }
    const source = await withDatabase(({ database, clock }) =>
      database.transaction(async (tx) => {
        const changed = await setSource(tx, clock, name, given)
        await recordCommand(tx, null, 'source.changed', { target: { type: 'source', id: name }, details: given })
        return changed
      }),
    )
    report(options, toSourceDocument(source), `Source ${name} was changed.${describeEffect(source)}`)
  })

/** What the first passes will do, while there is still time to think again. */
function describeEffect({ expiring, maxAgeDays }: Source): string {
  if (!expiring || expiring.stores + expiring.contacts + expiring.retiredContacts === 0) return ''
  const { stores, contacts, retiredContacts } = expiring
  return (
    `\nIt has not shown ${count(stores)} stores and ${count(contacts)} contacts for ${maxAgeDays} days: they are retired within ${everyHours} hours, ` +
    `and the contacts are erased ${erasedAfterDays} days later, unless an import brings them again. ` +
    `${count(retiredContacts)} contacts are retired already.`
  )
}

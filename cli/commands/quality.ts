import { count, share } from '../../src/base/words.ts'
import { measureQuality, namedAges, type Quality, toQualityDocument } from '../../src/catalog/quality.ts'
import { defineCommand } from '../command.ts'
import { facts, type ReportOptions, report } from '../report.ts'
import { withDatabase } from '../with-database.ts'

export const qualityCommand = defineCommand({
  name: 'quality',
  summary: 'How good the catalogue is: emails by status, age and source, and which fields are filled.',
  details:
    'Opens every contact, so it takes some seconds for each million. Suppressed and retired contacts are not counted.',
  examples: ['prospector quality', 'prospector quality --json'],
}).action(async (options: ReportOptions) => {
  const quality = await withDatabase(({ database, channelKeys }) => measureQuality(database, channelKeys, new Date()))
  report(options, toQualityDocument(quality), describe(quality))
})

function describe({ stores, contacts, emails }: Quality): string {
  const shares = (counts: [string, number][], whole: number): [string, string][] =>
    counts.map(([name, number]) => [name, share(number, whole)])
  const section = (title: string, rows: [string, string][]) => (rows.length === 0 ? title : `${title}\n${facts(rows)}`)
  return [
    section(
      `${count(stores.total)} stores, ${share(stores.withoutContacts, stores.total)} without contacts. Filled:`,
      shares(Object.entries(stores.filled), stores.total),
    ),
    section(`${count(contacts.total)} contacts. With:`, [
      ['an email that can be revealed', share(contacts.withEmail, contacts.total)],
      ['a phone', share(contacts.withPhone, contacts.total)],
      ['a LinkedIn profile', share(contacts.withLinkedin, contacts.total)],
    ]),
    section(`${count(emails.total)} emails by status:`, shares(Object.entries(emails.byStatus), emails.total)),
    section('Verified:', shares(namedAges(emails.byAge), emails.total)),
    ...Object.entries(emails.bySource).map(([source, counts]) => {
      const whole = Object.values(counts).reduce((sum, number) => sum + number, 0)
      return section(`From ${source}, by status:`, shares(Object.entries(counts), whole))
    }),
  ].join('\n')
}

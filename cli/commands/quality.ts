import { count } from '../../src/base/words.ts'
import { measureQuality, type Quality } from '../../src/catalog/quality.ts'
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
  report(options, toDocument(quality), describe(quality))
})

const toDocument = ({ stores, contacts, emails }: Quality) => ({
  stores: { total: stores.total, without_contacts: stores.withoutContacts, filled: stores.filled },
  contacts: {
    total: contacts.total,
    with_email: contacts.withEmail,
    with_phone: contacts.withPhone,
    with_linkedin: contacts.withLinkedin,
  },
  emails: { total: emails.total, by_status: emails.byStatus, by_age_days: emails.byAge, by_source: emails.bySource },
})

function describe({ stores, contacts, emails }: Quality): string {
  const share = (part: number, whole: number) =>
    `${count(part)} (${whole === 0 ? 0 : Math.round((part * 100) / whole)}%)`
  const shares = (counts: Record<string, number>, whole: number): [string, string][] =>
    Object.entries(counts).map(([name, number]) => [name, share(number, whole)])
  const ages = Object.fromEntries(
    ['30', '90', '180', '365', 'older', 'unknown'].map((age) => [
      /\d/.test(age) ? `up to ${age} days` : age,
      emails.byAge[age] ?? 0,
    ]),
  )
  const section = (title: string, rows: [string, string][]) => (rows.length === 0 ? title : `${title}\n${facts(rows)}`)
  return [
    section(
      `${count(stores.total)} stores, ${share(stores.withoutContacts, stores.total)} without contacts. Filled:`,
      shares(stores.filled, stores.total),
    ),
    section(`${count(contacts.total)} contacts. With:`, [
      ['an email that can be revealed', share(contacts.withEmail, contacts.total)],
      ['a phone', share(contacts.withPhone, contacts.total)],
      ['a LinkedIn profile', share(contacts.withLinkedin, contacts.total)],
    ]),
    section(`${count(emails.total)} emails by status:`, shares(emails.byStatus, emails.total)),
    section('Verified:', shares(ages, emails.total)),
    ...Object.entries(emails.bySource).map(([source, counts]) => {
      const whole = Object.values(counts).reduce((sum, number) => sum + number, 0)
      return section(`From ${source}, by status:`, shares(counts, whole))
    }),
  ].join('\n')
}

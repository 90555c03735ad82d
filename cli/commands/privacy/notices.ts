import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { InvalidArgumentError } from 'commander'
import { parse } from 'csv-parse/sync'
import { recordCommand } from '../../../src/audit/record.ts'
import { contactIdPattern } from '../../../src/base/ids.ts'
import { count, plural } from '../../../src/base/words.ts'
import {
  countUnnotified,
  markNotified,
  type NoticeFilter,
  noticeDays,
  type UnnotifiedPerson,
} from '../../../src/catalog/unnotified-people.ts'
import { readWithheldCountries, setWithheldCountries } from '../../../src/catalog/withholding.ts'
import { csvLine } from '../../../src/http/csv.ts'
import { allUnnotified, sendNotices } from '../../../src/privacy/notices.ts'
import { createConfiguredMailer } from '../../../src/threads/configured-app.ts'
import { wholeNumber } from '../../arguments.ts'
import { defineCommand, defineGroup, Refused } from '../../command.ts'
import { type ReportOptions, report, table } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

function countryCode(value: string): string {
  if (/^[a-z]{2}$/i.test(value)) return value.toUpperCase()
  throw new InvalidArgumentError('It must be a two-letter country code, such as DE.')
}

type FilterOptions = ReportOptions & { country?: string; overdue?: boolean }
const filterOf = ({ country, overdue }: FilterOptions): NoticeFilter => ({
  country: country ?? null,
  overdueOnly: overdue ?? false,
})

const noticesList = defineCommand({
  name: 'list',
  summary: 'Count the people who have not been notified that their data is held, by country.',
  details: `OVERDUE are those collected more than ${noticeDays} days ago, or at an unknown date.`,
  examples: ['prospector privacy notices list', 'prospector privacy notices list --json'],
}).action(async (options: ReportOptions) => {
  const { counts, countries } = await withDatabase(async ({ database, clock }) => ({
    counts: await countUnnotified(database, clock),
    countries: await readWithheldCountries(database),
  }))
  const rows = counts.map((one) => [one.country ?? '-', count(one.untold), count(one.overdue), count(one.withheld)])
  const withheld = countries.length === 0 ? 'Nobody is withheld.' : `Withheld until told: ${countries.join(', ')}.`
  const text = rows.length === 0 ? 'Everybody was told.' : table(['COUNTRY', 'NOT TOLD', 'OVERDUE', 'WITHHELD'], rows)
  report(options, { countries: counts, withheld_countries: countries }, `${text}\n\n${withheld}`)
})

const cells = (one: UnnotifiedPerson): string[] => [
  one.contactId,
  one.fullName ?? '',
  one.emails[0] ?? '',
  one.store,
  one.country ?? '',
  one.source ?? '',
  one.collectedAt?.toISOString() ?? '',
  one.dueAt?.toISOString() ?? '',
]
const columns = ['contact_id', 'full_name', 'email', 'store', 'country', 'source', 'collected_at', 'due_at']

const noticesExport = defineCommand({
  name: 'export',
  summary: 'Write the people who have not been notified to a CSV file, for a mail program of your own.',
  details:
    'The file holds addresses: delete it when they were told. Then mark them with "prospector privacy notices told FILE".',
  examples: [
    'prospector privacy notices export --out untold.csv',
    'prospector privacy notices export --country DE --overdue --out de.csv',
  ],
})
  .requiredOption('--out <file>', 'where to write it; an existing file is not replaced')
  .option('--country <code>', 'only people at stores of this country', countryCode)
  .option('--overdue', `only those collected more than ${noticeDays} days ago`)
  .action(async (options: FilterOptions & { out: string }) => {
    let people = 0
    await withDatabase(async ({ database, clock, channelKeys: keys }) => {
      async function* lines() {
        yield csvLine(columns)
        for await (const one of allUnnotified(database, { clock, keys }, filterOf(options))) {
          people += 1
          yield csvLine(cells(one))
        }
      }
      const file = createWriteStream(options.out, { flags: 'wx', mode: 0o600 })
      await pipeline(Readable.from(lines()), file).catch((failure: NodeJS.ErrnoException) => {
        throw failure.code === 'EEXIST' ? new Refused(`${options.out} exists. Choose another name.`) : failure
      })
      await recordCommand(database, null, 'data.exported', { details: { what: 'people to be told', people } })
    })
    report(options, { file: options.out, people }, `Wrote ${plural(people, 'person', 'people')} to ${options.out}.`)
  })

const noticesTold = defineCommand({
  name: 'told',
  summary: 'Mark the people in an exported CSV file as told.',
  examples: ['prospector privacy notices told untold.csv'],
})
  .argument('<file>', 'a CSV file with a column contact_id')
  .action(async (path: string, options: ReportOptions) => {
    const ids = readIds(await readFile(path, 'utf8'))
    const told = await withDatabase(({ database, clock, channelKeys: keys }) => {
      const parts = { clock, keys }
      return inParts(ids, (part) =>
        database.transaction(async (tx) => {
          const people = await markNotified(tx, parts, part)
          if (people > 0) await recordCommand(tx, null, 'privacy.notices_told', { details: { people } })
          return people
        }),
      )
    })
    report(
      options,
      { people: ids.length, told },
      `${plural(told, 'person was', 'people were')} marked as told, of ${count(ids.length)} in the file.`,
    )
  })

function readIds(text: string): string[] {
  const rows: Record<string, string>[] = parse(text, {
    columns: true,
    bom: true,
    skip_empty_lines: true,
    relax_column_count: true,
  })
  const ids = rows.map((row) => row.contact_id ?? '')
  const isId = new RegExp(contactIdPattern)
  const wrong = ids.findIndex((id) => !isId.test(id))
  if (wrong >= 0 || ids.length === 0) {
    throw new Refused(
      ids.length === 0 ? 'The file holds nobody.' : `Line ${wrong + 2} has no contact id in the column contact_id.`,
    )
  }
  return ids
}

async function inParts(ids: readonly string[], mark: (part: string[]) => Promise<number>): Promise<number> {
  let marked = 0
  for (let at = 0; at < ids.length; at += 1_000) marked += await mark(ids.slice(at, at + 1_000))
  return marked
}

const noticesSend = defineCommand({
  name: 'send',
  summary: 'Tell people by mail, in the language of their country, and mark them as told.',
  details:
    'Needs PRIVACY_CONTACT and SMTP_URL, and speaks in the name PRIVACY_NAME. One mail to an address. Exit code 1 if a mail could not be sent. Interrupted, it goes on when it is run again.',
  examples: ['prospector privacy notices send --most 500', 'prospector privacy notices send --country FR --overdue'],
})
  .option('--country <code>', 'only people at stores of this country', countryCode)
  .option('--overdue', `only those collected more than ${noticeDays} days ago`)
  .option('--most <mails>', 'the maximum number of mails to send', wholeNumber(1), 1_000)
  .action(async (options: FilterOptions & { most: number }) => {
    const sent = await withDatabase(async ({ database, clock, channelKeys: keys, config }) => {
      const { privacy: settings, publicUrl } = config
      if (!settings) throw new Refused('Set PRIVACY_CONTACT and PRIVACY_NAME first: the mail speaks in your name.')
      const needs = { database, clock, keys, publicUrl, settings, mailer: createConfiguredMailer(config) }
      const { country, overdue, most } = options
      // First: what is broken off in between was done, too.
      await recordCommand(database, null, 'privacy.notices_sent', { details: { most, country, overdue } })
      return sendNotices(needs, filterOf(options), most)
    })
    const { unreachable, failed, failure } = sent
    const rest = [
      unreachable > 0 && `${plural(unreachable, 'person has', 'people have')} no address that takes mail.`,
      failed > 0 && `${plural(failed, 'mail')} could not be sent; the next run tries again. ${failure}`,
    ].filter((sentence) => sentence !== false)
    report(
      options,
      sent,
      [`Sent ${plural(sent.mails, 'mail')}; ${plural(sent.people, 'contact')} marked as told.`, ...rest].join(' '),
    )
    if (failed > 0) process.exitCode = 1
  })

const noticesWithhold = defineCommand({
  name: 'withhold',
  summary: 'Show nobody of these countries who has not been told, in searches and reveals.',
  details:
    'Replaces the list. Accounts that revealed somebody before still read them. Countries are those of the stores.',
  examples: ['prospector privacy notices withhold DE FR', 'prospector privacy notices withhold --none'],
})
  .argument('[countries...]', 'two-letter codes', (value: string, before: string[] = []) => [
    ...before,
    countryCode(value),
  ])
  .option('--none', 'withhold nobody')
  .action(async (countries: string[] = [], options: ReportOptions & { none?: boolean }, command) => {
    if ((countries.length === 0) !== (options.none === true)) command.error('error: give countries, or --none')
    const { changed } = await withDatabase(async ({ database, channelKeys }) => {
      const done = await setWithheldCountries(database, channelKeys, countries)
      await recordCommand(database, null, 'privacy.withholding_changed', {
        details: { countries: countries.join(' ') },
      })
      return done
    })
    const list = countries.length === 0 ? 'Nobody is withheld.' : `Withheld until told: ${countries.join(', ')}.`
    report(options, { countries, changed }, `${list} ${plural(changed, 'contact')} changed.`)
  })

export const privacyNotices = defineGroup(
  {
    name: 'notices',
    summary: 'People who have not been notified that their data is held.',
    details: `People have to be notified within ${noticeDays} days of the collection: by mail from here, or by a CSV file and a program of your own.`,
    examples: ['prospector privacy notices list', 'prospector privacy notices send --country DE'],
  },
  [noticesList, noticesExport, noticesTold, noticesSend, noticesWithhold],
)

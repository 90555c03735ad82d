import { count, minute } from '../../../src/base/words.ts'
import { erasuresByAccount, listErasures, remindAfterDays } from '../../../src/privacy/erasure-confirmations.ts'
import { defineCommand } from '../../command.ts'
import { type ReportOptions, report, table } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'
import { writeEvidence } from './evidence.ts'

type Erasure = Awaited<ReturnType<typeof listErasures>>[number]

export const privacyErasures = defineCommand({
  name: 'erasures',
  summary: 'List accounts that have not confirmed that they deleted erased contacts.',
  details:
    'Every account that revealed an erased contact is notified (contact.erased), confirms by POST /events/{id}/confirm or in Settings, ' +
    `Erasures, and its owners are reminded after ${remindAfterDays.join(' and ')} days. With --json and --out every contact is listed by itself.`,
  examples: [
    'prospector privacy erasures',
    'prospector privacy erasures --all --json',
    'prospector privacy erasures --all --out erasures.json',
  ],
})
  .option('--all', 'also those that are confirmed')
  .option('--out <file>', 'write all of it to this file, as evidence')
  .action(async (options: ReportOptions & { all?: boolean; out?: string }) => {
    const erasures = await withDatabase(({ database }) => listErasures(database, { all: options.all ?? false }))
    const document = {
      erasures: erasures.map((one) => ({
        account_id: one.accountId,
        name: one.name,
        contact_id: one.contactId,
        told_at: one.toldAt,
        reminders: one.reminders,
        reminded_at: one.remindedAt,
        confirmed_at: one.confirmedAt,
        confirmed_by: one.confirmedBy,
      })),
    }
    if (options.out !== undefined) await writeEvidence(options.out, { written_at: new Date(), ...document })
    report(options, document, asText(erasures, options.all ?? false))
  })

function asText(erasures: readonly Erasure[], all: boolean): string {
  if (erasures.length === 0)
    return all ? 'No account was notified of an erasure.' : 'Every account has confirmed every erasure.'
  return table(
    ['ACCOUNT', 'NAME', 'TOLD OF', 'WAITING', 'TOLD FIRST', 'REMINDED LAST'],
    erasuresByAccount(erasures).map(({ accountId, name, reported, waiting, reportedFirst, remindedLast }) => [
      ...[accountId, name, count(reported), count(waiting), minute(reportedFirst), minute(remindedLast)],
    ]),
  )
}

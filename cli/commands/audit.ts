import { Option } from 'commander'
import { type AuditAction, auditActionNames } from '../../src/audit/actions.ts'
import { type AuditEntry, readAuditEntries } from '../../src/audit/entries.ts'
import { renderAuditEntry } from '../../src/audit/list-audit-entries.ts'
import { auditDays } from '../../src/audit/retention.ts'
import { minute } from '../../src/base/words.ts'
import { isoDate, wholeNumber } from '../arguments.ts'
import { defineCommand } from '../command.ts'
import { accountWords, requireAccount } from '../find-account.ts'
import { type ReportOptions, report, table } from '../report.ts'
import { withDatabase } from '../with-database.ts'

type Options = ReportOptions & {
  account?: string
  byOperators?: boolean
  action?: AuditAction
  since?: Date
  until?: Date
  limit: number
}

export const auditCommand = defineCommand({
  name: 'audit',
  summary: 'Show the audit log: who did what, and from where. Newest first.',
  details:
    'Sign-ins, keys, members, limits, connections, billing, exports and the operator’s commands. Without --account, shows ' +
    `every account and what the operator did to the whole service. Entries are kept for ${auditDays} days and can’t be changed.`,
  examples: [
    'prospector audit --account ada@acme.example',
    'prospector audit --by-operators',
    'prospector audit --action sign_in.failed --since 2026-11-01',
    'prospector audit --account acc_… --limit 1000 --json',
  ],
})
  .option('--account <account>', `only of this account: ${accountWords}`)
  .option('--by-operators', 'only what operators did, by command or in the console')
  .addOption(new Option('--action <action>', 'only this action').choices(auditActionNames))
  .option('--since <date>', 'not before this date, such as 2026-11-01 or 2026-11-01T12:00:00Z', isoDate)
  .option('--until <date>', 'before this date', isoDate)
  .option('--limit <number>', 'the maximum number of entries', wholeNumber(1), 50)
  .action(async ({ account: named, byOperators, action, since, until, limit, ...options }: Options) => {
    const entries = await withDatabase(async ({ database }) => {
      const account = named === undefined ? null : await requireAccount(database, named)
      const filter = { ...(account && { accountId: account.id }), byOperators, action, since, until, limit }
      return readAuditEntries(database, filter)
    })
    const shown = entries.map((entry) => ({ ...renderAuditEntry(entry), account_id: entry.accountId }))
    const text =
      entries.length === 0
        ? 'Nothing was recorded.'
        : table(['TIME', 'ACCOUNT', 'ACTION', 'BY', 'ON', 'FROM', 'DETAILS'], entries.map(toRow))
    report(options, { entries: shown }, text)
  })

const toRow = (entry: AuditEntry): string[] => [
  minute(entry.createdAt),
  entry.accountId ?? '-',
  entry.action,
  printable(entry.actorName ?? entry.actorId ?? '-'),
  printable(entry.targetName ?? entry.targetId ?? '-'),
  entry.address || '-',
  printable(detailsOf(entry), 160) || '-',
]

const detailsOf = ({ details }: AuditEntry): string =>
  Object.entries(details)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ')

/** Names are given by people: what would move the cursor of a terminal is left out. */
const printable = (text: string, most = 60): string => text.replaceAll(/\p{Cc}/gu, '').slice(0, most)

import { recordCommand } from '../../../src/audit/record.ts'
import { plural } from '../../../src/base/words.ts'
import { type ReconcileReport, reconcile } from '../../../src/billing/sync/reconcile.ts'
import type { Database } from '../../../src/db/database.ts'
import { defineCommand, Refused } from '../../command.ts'
import { accountWords, requireAccount } from '../../find-account.ts'
import { type ReportOptions, report } from '../../report.ts'
import { withBilling } from '../../with-billing.ts'
import { withDatabase } from '../../with-database.ts'

export const billingReconcile = defineCommand({
  name: 'reconcile',
  summary: 'Compare every customer with the payment provider and settle what differs.',
  details:
    'The service does the same for each customer every hour. Exit code 1 when the provider could not answer for a customer. ' +
    'Works next to a running server.',
  examples: ['prospector billing reconcile --dry-run', 'prospector billing reconcile --account acc_… --json'],
})
  .option('--account <account>', `only this account: ${accountWords}`)
  .option('--dry-run', 'report what differs and change nothing')
  .action(async (options: ReportOptions & { account?: string; dryRun?: boolean }) => {
    const { account, dryRun = false } = options
    const result = await withDatabase(async (tools) => {
      const { database, config } = tools
      if (config.billing === 'off') throw new Refused('BILLING is off: there is no payment provider to compare with.')
      const accountId = account === undefined ? null : (await requireAccount(database, account)).id
      const compared = await withBilling(tools, ({ services }) => reconcile(database, services, { accountId, dryRun }))
      if (!dryRun) await recordSettled(database, compared)
      return compared
    })
    report(options, { ...result, dry_run: dryRun }, toText(result, dryRun))
    if (result.failed.length > 0) process.exitCode = 1
  })

async function recordSettled(database: Database, { differences }: ReconcileReport): Promise<void> {
  for (const { account_id: accountId, changes } of differences) {
    const details = { settled: changes.join('; ').slice(0, 500) }
    await recordCommand(database, accountId, 'billing.settled', { details })
  }
}

function toText({ customers, differences, overruled, failed }: ReconcileReport, dryRun: boolean): string {
  const isOne = differences.length === 1
  const verb = dryRun ? (isOne ? 'differs' : 'differ') : isOne ? 'was settled' : 'were settled'
  const lines = [
    differences.length === 0
      ? `${plural(customers, 'customer')} compared: nothing differs.`
      : `${plural(customers, 'customer')} compared: ${plural(differences.length, 'account')} ${verb}.`,
    ...differences.map(({ account_id, changes }) => `  ${account_id}  ${changes.join('; ')}`),
    ...overruled.map(({ account_id, fact }) => `  ${account_id}  ${fact} This stays.`),
    ...failed.map(({ customer_id, reason }) => `  ${customer_id}  not compared: ${reason}`),
  ]
  return lines.join('\n')
}

import { accountsOfKeys } from '../../../src/accounts/test-account.ts'
import { count, minute } from '../../../src/base/words.ts'
import { listWebhooks, type WatchedWebhook } from '../../../src/webhooks/operator-webhooks.ts'
import { wholeNumber } from '../../arguments.ts'
import { defineCommand } from '../../command.ts'
import { accountWords, requireAccount } from '../../find-account.ts'
import { type ReportOptions, report, table } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

export const webhooksList = defineCommand({
  name: 'list',
  summary: 'List webhooks, those that fail first.',
  details:
    'PENDING counts deliveries that wait for an attempt. Only the host of an address is shown; "webhooks show" has all of it.',
  examples: ['prospector webhooks list --failing', 'prospector webhooks list --account ada@acme.example --json'],
})
  .option('--account <account>', `only of this account: ${accountWords}`)
  .option('--failing', 'only enabled ones whose last attempt failed')
  .option('--limit <number>', 'how many', wholeNumber(1, 10_000), 50)
  .action(async (options: ReportOptions & { account?: string; failing?: true; limit: number }) => {
    const webhooks = await withDatabase(async ({ database, clock }) => {
      const { account, failing = false, limit } = options
      const accountIds =
        account === undefined ? null : await accountsOfKeys(database, (await requireAccount(database, account)).id)
      return listWebhooks(database, clock, { accountIds, failing, limit })
    })
    report(
      options,
      { webhooks: webhooks.map(toDocument) },
      webhooks.length === 0 ? 'There are none.' : toTable(webhooks),
    )
  })

const toDocument = (webhook: WatchedWebhook) => ({
  webhook_id: webhook.id,
  account_id: webhook.accountId,
  host: new URL(webhook.url).host,
  status: webhook.status,
  failing_since: webhook.failingSince,
  last_success_at: webhook.lastSuccessAt,
  pending: webhook.pending,
  oldest_pending_at: webhook.oldestPendingAt,
  created_at: webhook.createdAt,
})

const toTable = (webhooks: WatchedWebhook[]): string =>
  table(
    ['WEBHOOK ID', 'ACCOUNT', 'HOST', 'STATUS', 'FAILING SINCE', 'LAST SUCCESS', 'PENDING'],
    webhooks.map((webhook) => [
      webhook.id,
      webhook.accountId,
      new URL(webhook.url).host,
      webhook.status,
      minute(webhook.failingSince),
      minute(webhook.lastSuccessAt),
      count(webhook.pending),
    ]),
  )

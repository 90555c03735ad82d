import type { Clock } from '../../../src/base/clock.ts'
import { count, minute } from '../../../src/base/words.ts'
import type { Db } from '../../../src/db/database.ts'
import { type Delivery, readDeliveries } from '../../../src/webhooks/deliveries.ts'
import { findAnyWebhook, type WatchedWebhook } from '../../../src/webhooks/operator-webhooks.ts'
import { deliveryDays } from '../../../src/webhooks/retention.ts'
import { wholeNumber } from '../../arguments.ts'
import { defineCommand, Refused } from '../../command.ts'
import { facts, type ReportOptions, report, table } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

export const webhooksShow = defineCommand({
  name: 'show',
  summary: 'Show one webhook and its last deliveries, with what its receiver answered.',
  examples: ['prospector webhooks show wh_…', 'prospector webhooks show wh_… --deliveries 100 --json'],
})
  .argument('<webhook>', 'its id (wh_…)')
  .option('--deliveries <number>', 'how many deliveries, newest first', wholeNumber(0, 10_000), 10)
  .action(async (id: string, options: ReportOptions & { deliveries: number }) => {
    const { webhook, deliveries } = await withDatabase(async ({ database, clock }) => {
      const found = await requireWebhook(database, clock, id)
      const page = { before: null, limit: options.deliveries }
      return { webhook: found, deliveries: await readDeliveries(database, found.accountId, id, page) }
    })
    report(options, toDocument(webhook, deliveries), toText(webhook, deliveries))
  })

export async function requireWebhook(db: Db, clock: Clock, id: string): Promise<WatchedWebhook> {
  const webhook = await findAnyWebhook(db, clock, id)
  if (!webhook) throw new Refused(`There is no webhook ${id}. "prospector webhooks list" shows their ids.`)
  return webhook
}

const toDocument = (webhook: WatchedWebhook, deliveries: Delivery[]) => ({
  webhook_id: webhook.id,
  account_id: webhook.accountId,
  url: webhook.url,
  types: webhook.types,
  status: webhook.status,
  failing_since: webhook.failingSince,
  last_success_at: webhook.lastSuccessAt,
  pending: webhook.pending,
  oldest_pending_at: webhook.oldestPendingAt,
  created_at: webhook.createdAt,
  deliveries: deliveries.map((one) => ({
    event_id: one.eventId,
    sequence: one.sequence,
    outcome: one.outcome,
    attempt: one.attempt,
    status_code: one.statusCode,
    attempted_at: one.attemptedAt,
    next_attempt_at: one.nextAttemptAt,
    response: one.response,
  })),
})

const toText = (webhook: WatchedWebhook, deliveries: Delivery[]): string =>
  [
    facts([
      ['webhook', webhook.id],
      ['account', webhook.accountId],
      ['address', webhook.url],
      ['types', webhook.types?.join(', ') ?? 'all'],
      ['status', webhook.status],
      ['failing since', minute(webhook.failingSince)],
      ['last success', minute(webhook.lastSuccessAt)],
      ['pending', count(webhook.pending)],
    ]),
    deliveries.length === 0
      ? `Nothing was sent in the last ${deliveryDays} days.`
      : table(
          ['EVENT', 'OUTCOME', 'ATTEMPT', 'ANSWER', 'WHEN', 'NEXT', 'REPLY'],
          deliveries.map((one) => [
            one.eventId,
            one.outcome,
            String(one.attempt),
            String(one.statusCode ?? '-'),
            minute(one.attemptedAt),
            minute(one.nextAttemptAt),
            (one.response ?? '').replace(/\s+/g, ' ').slice(0, 60),
          ]),
        ),
  ].join('\n\n')

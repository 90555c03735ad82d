import type { Command } from 'commander'
import { recordCommand } from '../../../src/audit/record.ts'
import { changeWebhook } from '../../../src/webhooks/change-webhook.ts'
import type { Webhook } from '../../../src/webhooks/webhooks.ts'
import { defineCommand } from '../../command.ts'
import { type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'
import { requireWebhook } from './show.ts'

const enableOrDisable = (name: string, summary: string, details: string, status: Webhook['status']): Command =>
  defineCommand({ name, summary, details, examples: [`prospector webhooks ${name} wh_…`] })
    .argument('<webhook>', 'its id (wh_…)')
    .action(async (id: string, options: ReportOptions) => {
      const account = await withDatabase(({ database, clock }) =>
        database.transaction(async (tx) => {
          const { accountId, url } = await requireWebhook(tx, clock, id)
          await changeWebhook(tx, accountId, id, { status })
          const target = { type: 'webhook', id, name: new URL(url).host }
          await recordCommand(tx, accountId, 'webhook.changed', { target, details: { status } })
          return accountId
        }),
      )
      report(options, { webhook_id: id, account_id: account, status }, `The webhook ${id} of ${account} is ${status}.`)
    })

export const webhooksDisable = enableOrDisable(
  'disable',
  'Send nothing to a webhook any more.',
  'What waits for an attempt is given up. Events stay in the feed, and "webhooks resend" can send them after it is enabled again.',
  'disabled',
)

export const webhooksEnable = enableOrDisable(
  'enable',
  'Send events to a webhook again, from the next one on.',
  'What it missed is not sent by itself: see "webhooks resend".',
  'enabled',
)

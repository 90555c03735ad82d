import { recordCommand } from '../../../src/audit/record.ts'
import { problems } from '../../../src/base/problems.ts'
import { plural } from '../../../src/base/words.ts'
import { resendDeliveries } from '../../../src/webhooks/deliveries.ts'
import { eventsAfter, eventsNamed } from '../../../src/webhooks/resend-webhook-events.ts'
import { wholeNumber } from '../../arguments.ts'
import { defineCommand, Refused } from '../../command.ts'
import { type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'
import { requireWebhook } from './show.ts'

type Options = ReportOptions & { since?: number; event?: string[] }

export const webhooksResend = defineCommand({
  name: 'resend',
  summary: 'Send events to a webhook again: those named, or all of its types after a sequence.',
  details: 'A running server sends them. Receivers know an event that they have had by its id.',
  examples: ['prospector webhooks resend wh_… --since 120', 'prospector webhooks resend wh_… --event evt_… evt_…'],
})
  .argument('<webhook>', 'its id (wh_…)')
  .option('--since <sequence>', 'every event with a higher sequence', wholeNumber(0))
  .option('--event <ids...>', 'the ids of events (evt_…)')
  .action(async (id: string, options: Options, command) => {
    const { since, event } = options
    if ((since === undefined) === (event === undefined)) command.error('give either --since or --event')
    const resent = await withDatabase(async ({ database, clock }) => {
      const webhook = await requireWebhook(database, clock, id)
      if (webhook.status === 'disabled') throw new Refused(problems.webhookDisabled().message)
      const target = { type: 'webhook', id, name: new URL(webhook.url).host }
      let sent = 0
      let from = since ?? 0
      for (;;) {
        const found = event ? await eventsNamed(database, webhook, event) : await eventsAfter(database, webhook, from)
        const events = found.events.length
        await database.transaction(async (tx) => {
          await resendDeliveries(tx, clock, webhook, found.events)
          if (events > 0) await recordCommand(tx, webhook.accountId, 'webhook.resent', { target, details: { events } })
        })
        sent += events
        if (found.nextSince === null) break
        from = found.nextSince
      }
      return sent
    })
    report(options, { webhook_id: id, resent }, `${plural(resent, 'event')} will be sent to ${id}.`)
  })

import type { Logger } from 'pino'
import type { Clock } from '../base/clock.ts'
import type { Mailer } from '../base/mail.ts'
import { problems } from '../base/problems.ts'
import { createPlaceQueue, type ProcessPlaces } from '../base/process-places.ts'
import type { Sealer } from '../base/seal.ts'
import type { Database } from '../db/database.ts'
import { countEvents } from '../events/read-events.ts'
import { numberLongLedgers } from '../events/record.ts'
import { createOutgoingRequests, type OutgoingRequests } from '../outgoing/outgoing-requests.ts'
import type { Queue } from '../queue/queue.ts'
import { readBacklog } from './deliveries.ts'
import { createDispatcher } from './dispatch.ts'
import { createEventWaiters } from './event-waiters.ts'
import type { RenderEvents } from './list-events.ts'
import { createRoundPace } from './round-pace.ts'
import { sendWebhookMail, type WebhookMail } from './webhook-mail.ts'

type Options = {
  database: Database
  /** Deliveries are work of the background, like jobs. */
  background: Database
  queue: Queue
  clock: Clock
  sealer: Sealer
  mailer: Mailer
  publicUrl: string
  log: Logger
  places: Pick<ProcessPlaces, 'webhookTests'>
  requests?: OutgoingRequests | undefined
  renderEvents: RenderEvents
  /** Requests that this node is busy with. */
  requestsUnderway(): number
  onAttempt?: ((attempt: { outcome: 'succeeded' | 'failed'; isLast: boolean }) => void) | undefined
}

/** Two tests of an account at once; one takes `replyWithinMs` at most. */
const testTurns = { waitingMax: 64, perGroup: 2, waitMs: 30_000, whenFull: () => problems.serviceUnavailable(10) }

/** The feed and the delivery of events, as a node runs them. */
export function openWebhooks({ database, background, queue, mailer, publicUrl, places, ...options }: Options) {
  const { clock, requests = createOutgoingRequests() } = options
  const webhookTests = createPlaceQueue(places.webhookTests, testTurns)
  const eventWaiters = createEventWaiters(database)
  const pace = createRoundPace(options.requestsUnderway)
  const dispatcher = createDispatcher({ ...options, database: background, requests, pace, enqueue: queue.enqueue })
  queue.schedule('event_numbers', '*/10 * * * *', () => numberLongLedgers(background))
  queue.handle('webhook_mail', (job: WebhookMail) => sendWebhookMail(background, mailer, publicUrl, job))
  return {
    needs: { eventWaiters, webhookRequests: requests, webhookTests, renderEvents: options.renderEvents },
    dispatcher,
    backlog: async () => ({ events: await countEvents(background), ...(await readBacklog(background, clock)) }),
    /** Nobody waits any longer: before the server stops, which lets requests finish. */
    endWaiting: eventWaiters.stop,
    async stop() {
      await dispatcher.stop()
      requests.close()
    },
  }
}

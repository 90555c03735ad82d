import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import { problems } from '../problems.ts'
import type { BillingContext } from './billing-context.ts'
import { cancelSecond } from './cancel-second.ts'
import type { PaymentProvider } from './provider.ts'
import { takeEvent } from './take-event.ts'

export const webhookPath = '/webhooks/billing'

const bodyLimitBytes = 1024 * 1024

/**
 * Where the payment provider tells its news. What is not signed by it gets one and the same answer, whatever is wrong
 * with it. The event is taken before the answer: what was answered with 200 is done, everything else is sent again.
 */
export function serveWebhook(
  server: FastifyInstance,
  database: Database,
  context: BillingContext,
  provider: PaymentProvider,
): void {
  void server.register(async (scope) => {
    // The signature is over the bytes as they came.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post(webhookPath, { bodyLimit: bodyLimitBytes }, async (request) => {
      const signature = request.headers['stripe-signature']
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const event = typeof signature === 'string' ? provider.readEvent(body, signature) : null
      if (!event) throw problems.invalidRequest(undefined, 'The request was not taken.')
      const outcome = event.fact ? await takeEvent(database, context, event.id, event.fact) : 'ignored'
      if (event.fact?.kind === 'subscription') await cancelSecond(database, context, provider, event.fact, request.log)
      request.log.info({ event_id: event.id, event_type: event.type, outcome }, 'billing event')
      return { received: true, request_id: request.id }
    })
  })
}

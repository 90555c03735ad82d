import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import { problems } from '../problems.ts'
import type { BillingServices } from './billing-services.ts'
import { isOurCustomer } from './reconcile.ts'

export const webhookPath = '/webhooks/billing'

const bodyLimitBytes = 1024 * 1024

/**
 * Where the payment provider reports its events. What it did not sign gets one and the same answer, whatever is wrong
 * with it. An event is only a reason to look at the customer it names: what was answered with 200 is done, everything
 * else is sent again.
 */
export function serveWebhook(server: FastifyInstance, database: Database, services: BillingServices): void {
  const { provider } = services
  void server.register(async (scope) => {
    // The signature is over the bytes as they came.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post(webhookPath, { bodyLimit: bodyLimitBytes }, async (request) => {
      const signature = request.headers['stripe-signature']
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const event = typeof signature === 'string' ? provider.readEvent(body, signature) : null
      if (!event) throw problems.invalidRequest(undefined, 'The request was not taken.')
      const { id, type, chargeId, accountId } = event
      const customerId = event.customerId ?? (chargeId === null ? null : await provider.customerOfCharge(chargeId))
      const isOurs = customerId !== null && (await isOurCustomer(database, customerId, accountId))
      const seen = isOurs ? await services.look(customerId, id) : null
      const outcome = seen === null ? 'ignored' : seen.isNews ? 'news' : 'known'
      request.log.info({ event_id: id, event_type: type, outcome }, 'billing event')
      return { received: true, request_id: request.id }
    })
  })
}

import type { FastifyInstance } from 'fastify'
import { problems } from '../../base/problems.ts'
import type { Database } from '../../db/database.ts'
import type { ProviderEvent } from '../stripe/stripe-billing.ts'
import { type BillingServices, requireStripe } from './billing-services.ts'
import { isOurCustomer } from './reconcile.ts'

const webhookPath = '/webhooks/billing'

const bodyLimitBytes = 1024 * 1024

/**
 * Where the payment provider reports its events. What it did not sign gets one and the same answer, whatever is wrong with
 * it. An event is only a reason to look at the customer it names: an event answered with 200 is done, every other one is
 * sent again.
 */
export function serveWebhook(server: FastifyInstance, database: Database, services: BillingServices): void {
  void server.register(async (scope) => {
    // The signature is over the bytes as they came.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post(webhookPath, { bodyLimit: bodyLimitBytes }, async (request) => {
      const signature = request.headers['stripe-signature']
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const event = typeof signature === 'string' ? services.stripe?.readEvent(body, signature) : null
      if (!event) throw problems.invalidRequest(undefined, 'The request was not taken.')
      const outcome = await takeEvent(database, services, event)
      request.log.info({ event_id: event.id, event_type: event.type, outcome }, 'billing event')
      return { received: true, request_id: request.id }
    })
  })
}

/** Looks at the customer that the event is about, unless it is none of ours. */
export async function takeEvent(
  database: Database,
  services: BillingServices,
  { id, customerId: named, chargeId, accountId }: ProviderEvent,
): Promise<'ignored' | 'news' | 'known'> {
  const customerId = named ?? (chargeId === null ? null : await requireStripe(services).customerOfCharge(chargeId))
  if (customerId === null || !(await isOurCustomer(database, customerId, accountId))) return 'ignored'
  return (await services.look(customerId, { kind: 'event', id })).isNews ? 'news' : 'known'
}

import { createLog } from '../src/base/log.ts'
import { chooseBilling, createServices } from '../src/billing/billing.ts'
import type { BillingServices } from '../src/billing/sync/billing-services.ts'
import { createQueue, type Queue } from '../src/queue/queue.ts'
import type { Tools } from './with-database.ts'

type Billing = { services: BillingServices; queue: Queue }

/** With the payment provider as the settings choose it, and a queue that takes what it causes. */
export async function withBilling<T>(tools: Tools, work: (billing: Billing) => Promise<T>): Promise<T> {
  const { database, clock, plans, livePlans, config, authSecret } = tools
  const log = createLog(config.logLevel)
  const queue = createQueue(database, { log })
  const { publicUrl } = config
  const context = { clock, plans, packs: livePlans.packs, publicUrl, authSecret, log, enqueue: queue.enqueue }
  const { services } = createServices(database, context, chooseBilling(config))
  return work({ services, queue }).finally(queue.stop)
}

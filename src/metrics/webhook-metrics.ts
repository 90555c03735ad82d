import { Counter, Gauge, type Registry } from 'prom-client'

export type Backlog = { events: number; pending: number; oldestSeconds: number; lateSeconds: number }

/** `isLast`: the delivery has come to its end. */
export type WebhookAttempt = { outcome: 'succeeded' | 'failed'; isLast: boolean }

/** Events and their way to webhooks. */
export function createWebhookMetrics(registers: Registry[]) {
  const attempts = new Counter({
    name: 'prospector_webhook_attempts_total',
    help: 'Requests to webhooks by outcome',
    labelNames: ['outcome'],
    registers,
  })
  const deliveries = new Counter({
    name: 'prospector_webhook_deliveries_total',
    help: 'Deliveries of webhooks that came to their end, by outcome',
    labelNames: ['outcome'],
    registers,
  })
  // From the start: a counter that begins with its first failures hides them from `increase`.
  for (const outcome of ['succeeded', 'failed'])
    for (const counter of [attempts, deliveries]) counter.inc({ outcome }, 0)
  const gauge = (name: string, help: string) => new Gauge({ name: `prospector_${name}`, help, registers })
  const events = gauge(
    'events',
    'Events numbered since the first start; what a ledger tells is numbered when somebody reads',
  )
  const pending = gauge('webhook_deliveries_pending', 'Deliveries of webhooks that wait for an attempt')
  const oldest = gauge('webhook_oldest_pending_seconds', 'Age of the oldest delivery that waits for an attempt')
  const late = gauge(
    'webhook_late_seconds',
    'For how long something has been due for a webhook that nobody has attempted',
  )
  return {
    attempt({ outcome, isLast }: WebhookAttempt): void {
      attempts.inc({ outcome })
      if (isLast) deliveries.inc({ outcome })
    },
    look(backlog: Backlog | null): void {
      if (!backlog) return
      events.set(backlog.events)
      pending.set(backlog.pending)
      oldest.set(backlog.oldestSeconds)
      late.set(backlog.lateSeconds)
    },
  }
}

import { Counter, Gauge, type Registry } from 'prom-client'

export type Backlog = { events: number; pending: number; oldestSeconds: number }

/** Events and their way to webhooks. */
export function createWebhookMetrics(registers: Registry[]) {
  const attempts = new Counter({
    name: 'prospector_webhook_attempts_total',
    help: 'Requests to webhooks by outcome',
    labelNames: ['outcome'],
    registers,
  })
  const gauge = (name: string, help: string) => new Gauge({ name: `prospector_${name}`, help, registers })
  const events = gauge('events', 'Events recorded since the first start')
  const pending = gauge('webhook_deliveries_pending', 'Deliveries of webhooks that wait for an attempt')
  const oldest = gauge('webhook_oldest_pending_seconds', 'Age of the oldest delivery that waits for an attempt')
  return {
    attempt: (outcome: 'succeeded' | 'failed') => attempts.inc({ outcome }),
    look(backlog: Backlog | null): void {
      if (!backlog) return
      events.set(backlog.events)
      pending.set(backlog.pending)
      oldest.set(backlog.oldestSeconds)
    },
  }
}

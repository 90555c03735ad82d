import { Counter, Gauge, type Registry } from 'prom-client'

export type HubspotBacklog = { connections: number; stopped: number; waiting: number; lateSeconds: number }

/** Records sent to HubSpot. */
export function createHubspotMetrics(registers: Registry[]) {
  const requests = new Counter({
    name: 'prospector_hubspot_requests_total',
    help: 'Requests to HubSpot by outcome',
    labelNames: ['outcome'],
    registers,
  })
  const gauge = (name: string, help: string) => new Gauge({ name: `prospector_hubspot_${name}`, help, registers })
  const connections = gauge('connections', 'Accounts that are connected to HubSpot')
  const stopped = gauge('connections_stopped', 'Those of them whose token HubSpot does not take')
  const waiting = gauge('contacts_waiting', 'Contacts that wait to be sent to HubSpot, or erased there')
  const late = gauge('late_seconds', 'For how long something has waited that nobody has worked on')
  return {
    reply: (outcome: 'succeeded' | 'failed'): void => requests.inc({ outcome }),
    look(backlog: HubspotBacklog | null): void {
      if (!backlog) return
      connections.set(backlog.connections)
      stopped.set(backlog.stopped)
      waiting.set(backlog.waiting)
      late.set(backlog.lateSeconds)
    },
  }
}

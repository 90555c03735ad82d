import type { Mailer } from '../base/mail.ts'
import type { Database } from '../db/database.ts'
import { createOutgoingRequests } from '../outgoing/outgoing-requests.ts'
import type { Queue } from '../queue/queue.ts'
import { readBacklog } from './connections.ts'
import { createHubspotLoop, type HubspotEnds } from './dispatch.ts'
import { type HubspotMail, sendHubspotMail } from './stop.ts'

type LoopOptions = Parameters<typeof createHubspotLoop>[0]
type Options = Omit<LoopOptions, 'database' | 'enqueue' | keyof HubspotEnds> & {
  background: Database
  queue: Queue
  mailer: Mailer
  publicUrl: string
  ends: HubspotEnds
}

/** Where HubSpot is. */
export const hubspotEnds = (): HubspotEnds => ({ requests: createOutgoingRequests(), url: 'https://api.hubapi.com' })

/** Sending to HubSpot, as a node does it. */
export function openHubspot({ background, queue, mailer, publicUrl, ends, ...options }: Options) {
  const { clock } = options
  const loop = createHubspotLoop({ ...options, ...ends, database: background, enqueue: queue.enqueue })
  queue.handle('hubspot_mail', (job: HubspotMail) => sendHubspotMail(background, mailer, publicUrl, job))
  return {
    loop,
    backlog: () => readBacklog(background, clock),
    async stop() {
      await loop.stop()
      ends.requests.close()
    },
  }
}

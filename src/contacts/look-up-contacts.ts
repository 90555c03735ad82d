import { findContactsForReveal, type RevealableContact } from '../catalog/find-contacts.ts'
import { createBatcher } from '../db/batch.ts'
import type { Database } from '../db/database.ts'
import { createLane } from '../db/lane.ts'
import { problems } from '../problems.ts'

export type ContactLookup = {
  lookUp(contactIds: string[]): Promise<Map<string, RevealableContact>>
  close(): Promise<void>
}

/** The contacts of all requests that arrive together are read in one statement. */
export function createContactLookup(database: Database, { maxBatch = 128, maxWaiting = 4_096 } = {}): ContactLookup {
  const lane = createLane(database)
  const batcher = createBatcher<string[], Map<string, RevealableContact>>({
    lanes: 1,
    maxBatch,
    maxWaiting,
    whenFull: () => problems.serviceUnavailable(1),
    laneKey: () => '',
    runBatch: async (_, requests) => {
      const found = await findContactsForReveal(lane, [...new Set(requests.flat())])
      return requests.map((ids) => ({
        output: new Map(ids.flatMap((id) => (found.has(id) ? [[id, found.get(id)!]] : []))),
      }))
    },
    runAlone: () => Promise.reject(new Error('A lookup never leaves a request out of its batch.')),
  })
  return {
    lookUp: batcher.call,
    close: async () => {
      await batcher.drain()
      await lane.close()
    },
  }
}

import { findContactsForReveal, type RevealableContact } from '../catalog/find-contacts.ts'
import { createBatcher } from '../db/batch.ts'
import type { Database } from '../db/database.ts'
import { problems } from '../problems.ts'

export type ContactLookup = (contactIds: string[]) => Promise<Map<string, RevealableContact>>

/** The contacts of all requests that arrive together are read in one statement. */
export function createContactLookup(
  database: Database,
  { lanes = 1, maxBatch = 128, maxWaiting = 4_096 } = {},
): ContactLookup {
  let turn = 0
  const batcher = createBatcher<string[], Map<string, RevealableContact>>({
    lanes,
    maxBatch,
    maxWaiting,
    whenFull: () => problems.serviceUnavailable(1),
    laneKey: () => {
      turn += 1
      return String(turn)
    },
    runBatch: async (_, requests) => {
      const found = await findContactsForReveal(database, [...new Set(requests.flat())])
      return requests.map((ids) => ({
        output: new Map(ids.flatMap((id) => (found.has(id) ? [[id, found.get(id)!]] : []))),
      }))
    },
    runAlone: (ids) => findContactsForReveal(database, ids),
  })
  return (contactIds) => batcher.call(contactIds)
}

import { findContactsForReveal, type RevealableContact } from '../catalog/find-contacts.ts'
import type { OnBatch } from '../db/batch.ts'
import { batchedOver } from '../db/batched-over.ts'
import type { Database } from '../db/database.ts'
import type { ContactOpener, OpenedContact } from './revealed-contact.ts'

export type ContactLookup = {
  /** Those that are known and can be decrypted: checked before the spend, so that nobody pays for a contact that can't be shown. */
  lookUp(contactIds: string[]): Promise<Map<string, OpenedContact>>
  /** Rejects when a connection that lookups use is lost. */
  check(): Promise<void>
  close(): Promise<void>
}

/** The contacts of all requests that arrive together are read in one statement. */
export function createContactLookup(
  database: Database,
  openContact: ContactOpener,
  { batchMax = 128, waitingMax = 4_096, onBatch }: { batchMax?: number; waitingMax?: number; onBatch?: OnBatch } = {},
): ContactLookup {
  const batched = batchedOver<string[], Map<string, OpenedContact>>(database, {
    batchMax,
    waitingMax,
    onBatch,
    runBatch: async (connection, requests) => {
      const found = await findContactsForReveal(connection, [...new Set(requests.flat())])
      return requests.map((ids) => ({ output: openAll(ids, found, openContact) }))
    },
  })
  return {
    lookUp: batched.call,
    check: batched.check,
    close: batched.close,
  }
}

function openAll(
  ids: string[],
  found: ReadonlyMap<string, RevealableContact>,
  openContact: ContactOpener,
): Map<string, OpenedContact> {
  const opened = new Map<string, OpenedContact>()
  for (const id of ids) {
    const contact = found.get(id)
    const one = contact && openContact(contact)
    if (one) opened.set(id, one)
  }
  return opened
}

import { type ContactName, findContactNames } from '../catalog/find-names.ts'
import { matchesWords } from '../contacts/revealed-words.ts'
import { listReveals, type RevealPosition } from '../credits/reveals.ts'
import type { Database } from '../db/database.ts'

const nameAlone = { title: null, role: null, store: { domain: '', name: '' } }

const chunkSize = 500
/** Older ones are found on the page of revealed contacts, which reads on for as long as it takes. */
const newestRead = 2_000

/**
 * People whom the account owns, by their full names, the newest reveals first. Reads a bounded number of them, because
 * somebody is typing.
 */
export async function findOwned(
  database: Database,
  accountId: string,
  words: string,
  limit: number,
): Promise<ContactName[]> {
  const isMatch = matchesWords(words)
  // By their names alone: who types the name of a store wants the store.
  const isWanted = (contact: ContactName) => isMatch({ ...contact, ...nameAlone })
  const found: ContactName[] = []
  let after: RevealPosition | null = null
  for (let read = 0; read < newestRead; read += chunkSize) {
    const reveals = await listReveals(database, accountId, { after, limit: chunkSize })
    const contacts = await findContactNames(
      database,
      reveals.map(({ contactId }) => contactId),
    )
    found.push(...contacts.filter(isWanted).slice(0, limit - found.length))
    if (found.length === limit || reveals.length < chunkSize) break
    after = reveals.at(-1)!.position
  }
  return found
}

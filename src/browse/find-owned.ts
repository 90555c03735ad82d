import { type ContactName, findNamesLike } from '../catalog/find-names.ts'
import { matchesWords } from '../contacts/revealed-words.ts'
import { newestReveals } from '../credits/reveals.ts'
import type { Database } from '../db/database.ts'
import { withoutAccents } from '../search/words.ts'

/** Older ones are found on the page of revealed contacts, which reads on for as long as it takes. */
const newestRead = 2_000

const nameAlone = { title: null, role: null, store: { domain: '', name: '' } }

/**
 * People whom the account owns, by their full names, the newest reveals first. By their names alone: who types the name of a
 * store wants the store. Looks through a bounded number of them, in one statement, because somebody is typing.
 */
export async function findOwned(
  database: Database,
  accountId: string,
  text: string,
  limit: number,
): Promise<ContactName[]> {
  const words = withoutAccents(text).split(/\s+/).filter(Boolean)
  const candidates = await findNamesLike(database, newestReveals(accountId, newestRead), words)
  const isMatch = matchesWords(text)
  const found: ContactName[] = []
  for (const contact of candidates) {
    if (isMatch({ ...contact, ...nameAlone })) found.push(contact)
    if (found.length === limit) break
  }
  return found
}

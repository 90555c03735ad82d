import { type ContactName, findNamesBeginning, findNamesLike } from '../catalog/find-names.ts'
import { type OwnedNeeds, ownedContacts } from '../contacts/owned-contacts.ts'
import { readWords } from '../contacts/revealed-words.ts'
import { newestReveals } from '../credits/reveals.ts'
import type { Database } from '../db/database.ts'
import { withoutAccents, wordsOf } from '../search/columns/words.ts'
import { isNearBeginning } from '../search/query/near-words.ts'

/** Older ones are found on the page of revealed contacts, which reads on for as long as it takes. */
const newestRead = 2_000

const nameAlone = { title: null, role: null, store: { domain: '', name: '' } }

type Needs = Pick<OwnedNeeds, 'database' | 'openContact'>

/**
 * People whom the account has revealed, by their full names, or by an email or a phone number, the newest reveals first. By
 * their names alone: the name of a store asks for the store. Looks through a bounded number of them, because somebody is
 * typing.
 */
export function findOwned(needs: Needs, accountId: string, text: string, limit: number): Promise<ContactName[]> {
  return readWords(text).matchesChannels
    ? findByChannel(needs, accountId, text, limit)
    : findByName(needs.database, accountId, text, limit)
}

/** Channels are sealed, so they are opened one after the other. */
async function findByChannel(needs: Needs, accountId: string, text: string, limit: number): Promise<ContactName[]> {
  const found: ContactName[] = []
  for await (const { contact } of ownedContacts(needs, accountId, { words: text, readMax: newestRead })) {
    const { id, full_name: fullName, first_name: firstName, last_name: lastName, title, role, store } = contact
    found.push({ id, fullName, firstName, lastName, title, role, store })
    if (found.length === limit) break
  }
  return found
}

async function findByName(database: Database, accountId: string, text: string, limit: number): Promise<ContactName[]> {
  const words = withoutAccents(text).split(/\s+/).filter(Boolean)
  const candidates = await findNamesLike(database, newestReveals(accountId, newestRead), words)
  const { matchesNames } = readWords(text)
  return candidates.filter((contact) => matchesNames({ ...contact, ...nameAlone })).slice(0, limit)
}

/**
 * The same with one typo in a word, from `nearLettersMin` letters on. The first letters are taken as they were typed: hardly anybody
 * gets those wrong, and only names with them are compared.
 */
export async function findOwnedNear(
  database: Database,
  accountId: string,
  text: string,
  limit: number,
): Promise<ContactName[]> {
  if (readWords(text).matchesChannels) return []
  const words = wordsOf(text)
  const letters = words.map((word) => [...word][0]!)
  const candidates = await findNamesBeginning(database, newestReveals(accountId, newestRead), letters)
  const isNear = ({ fullName, firstName, lastName }: ContactName): boolean => {
    const known = wordsOf([fullName, firstName, lastName].join(' '))
    return words.every((word) => known.some((one) => one.startsWith(word) || isNearBeginning(word, one)))
  }
  return candidates.filter(isNear).slice(0, limit)
}

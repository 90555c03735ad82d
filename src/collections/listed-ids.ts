import { contactIdPattern, storeIdPattern } from '../base/ids.ts'
import { problems } from '../base/problems.ts'
import { normaliseDomain } from '../catalog/domains.ts'
import { findListable, findStoreIds } from '../catalog/find-listable.ts'
import { isRevealedBy } from '../credits/reveals.ts'
import type { Database, Db } from '../db/database.ts'
import type { ListKind } from './lists.ts'

const isContactId = (text: string): boolean => new RegExp(contactIdPattern).test(text)
const isStoreId = (text: string): boolean => new RegExp(storeIdPattern).test(text)

/**
 * What was given for a list of this kind, each with the id of the item that it means, or null where there is none. Unknown,
 * opted out and, unless the account owns it, out of the catalogue: one answer, so that nothing can be inferred from it.
 */
export async function resolveItems(
  database: Db,
  accountId: string,
  kind: ListKind,
  given: readonly string[],
): Promise<Map<string, string | null>> {
  if (kind === 'stores') return resolveStores(database, given)
  requireContactIds(given)
  const listable = await findListable(database, given, {
    accountId,
    isOwned: (column) => isRevealedBy(accountId, column),
  })
  return new Map(given.map((id) => [id, listable.has(id) ? id : null]))
}

/** The same for taking items out: what is no longer in the catalogue can still leave a list. */
export async function namedItems(database: Database, kind: ListKind, given: readonly string[]): Promise<string[]> {
  if (kind === 'contacts') {
    requireContactIds(given)
    return [...given]
  }
  const resolved = await resolveStores(database, given)
  return given.flatMap((text) => (isStoreId(text) ? text : (resolved.get(text) ?? [])))
}

function requireContactIds(given: readonly string[]): void {
  const wrong = given.findIndex((id) => !isContactId(id))
  if (wrong !== -1) throw problems.invalidContactId(`ids[${wrong}]`)
}

async function resolveStores(database: Db, given: readonly string[]): Promise<Map<string, string | null>> {
  const domains = new Map(given.filter((text) => !isStoreId(text)).map((text) => [text, normaliseDomain(text)]))
  const found = await findStoreIds(database, {
    ids: given.filter(isStoreId),
    domains: [...domains.values()].filter((domain) => domain !== null),
  })
  return new Map(
    given.map((text) => {
      const domain = domains.get(text)
      return [text, (isStoreId(text) ? found.ids.has(text) && text : domain && found.byDomain.get(domain)) || null]
    }),
  )
}

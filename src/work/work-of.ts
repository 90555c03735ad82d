import { contactIdPattern, storeIdPattern } from '../base/ids.ts'
import { problems } from '../base/problems.ts'
import { normaliseDomain } from '../catalog/domains.ts'
import { findListable, findStoreIds } from '../catalog/find-listable.ts'
import { isRevealedBy } from '../credits/reveals.ts'
import type { Database } from '../db/database.ts'
import { readHistory, readWork } from './work-rows.ts'
import { renderHistory, renderWork } from './work-schema.ts'

const noContact = () => problems.contactNotFound('There is no contact with this id.')

/** A contact that the account could see, or the answer that there is none. */
export async function requireContact(database: Database, accountId: string, contactId: string): Promise<string> {
  if (!new RegExp(contactIdPattern).test(contactId)) throw noContact()
  const found = await findListable(database, [contactId], {
    accountId,
    isOwned: (column) => isRevealedBy(accountId, column),
  })
  if (!found.has(contactId)) throw noContact()
  return contactId
}

/** A store by its domain, in any form that people paste, or by its id. */
export async function requireStore(database: Database, asked: string): Promise<string> {
  const isId = new RegExp(storeIdPattern).test(asked)
  const domain = isId ? null : normaliseDomain(asked)
  const { ids } = await findStoreIds(database, { ids: isId ? [asked] : [], domains: domain === null ? [] : [domain] })
  const [id] = ids
  if (id === undefined) throw problems.storeNotFound()
  return id
}

/** The work on a contact or a store, and who changed what. */
export async function readWorkWithHistory(database: Database, accountId: string, id: string) {
  const [work, history] = await Promise.all([readWork(database, accountId, id), readHistory(database, accountId, id)])
  return { ...renderWork(id, work), history: history.map(renderHistory) }
}

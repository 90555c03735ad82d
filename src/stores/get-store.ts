import { Type } from 'typebox'
import { storeIdPattern } from '../base/ids.ts'
import { problems } from '../base/problems.ts'
import { requestId, requestIdExample, storeParams } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { normaliseDomain } from '../catalog/domains.ts'
import { findStoresById, lookUpStore, type StoreDetails } from '../catalog/find-stores.ts'
import type { Database } from '../db/database.ts'
import { store, storeExample, toStore } from './store.ts'

export const getStore = defineOperation({
  id: 'getStore',
  method: 'GET',
  path: '/stores/{domain}',
  summary: 'Look up a store',
  description: 'One store by its domain, in any form a person would paste, or by its id.',
  overHttp: 'Percent-encode it into the path.',
  scope: 'stores:read',
  meter: 'request',
  takesAnyText: true,
  request: { params: storeParams },
  reply: Type.Object({ ...store.properties, request_id: requestId }, { title: 'StoreReply' }),
  // GET /stores/search and /stores/enrich are other operations called with the wrong method, not domains.
  problems: ['store_not_found', 'method_not_allowed'],
  example: { summary: 'A store', reply: { ...storeExample, request_id: requestIdExample } },

  async run({ params }, { database }: { database: Database }) {
    const found = await findStore(database, params.domain)
    if (!found) throw problems.storeNotFound()
    return toStore(found)
  },
})

/** By domain, in any form that people paste, or by id. */
export async function findStore(database: Database, asked: string): Promise<StoreDetails | null> {
  if (new RegExp(storeIdPattern).test(asked)) return (await findStoresById(database, [asked])).get(asked) ?? null
  const domain = normaliseDomain(asked)
  return domain === null ? null : lookUpStore(database, domain)
}

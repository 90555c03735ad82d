import { Type } from 'typebox'
import { normaliseDomain } from '../catalog/domains.ts'
import { findStoresByDomain } from '../catalog/find-stores.ts'
import type { Database } from '../db/database.ts'
import { defineOperation } from '../operation.ts'
import { problems } from '../problems.ts'
import { requestId, requestIdExample } from '../schema.ts'
import { store, storeExample, toStore } from './store.ts'

export const getStore = defineOperation({
  id: 'getStore',
  method: 'GET',
  path: '/stores/{domain}',
  summary: 'Look up a store',
  description: 'One store by its domain, in any form a person would paste, percent-encoded into the path.',
  scope: 'stores:read',
  meter: 'request',
  takesAnyText: true,
  request: { params: Type.Object({ domain: Type.String({ description: 'Such as `northwind-candles.example`.' }) }) },
  reply: Type.Object({ ...store.properties, request_id: requestId }, { title: 'StoreReply' }),
  // GET /stores/search and /stores/enrich are other operations asked for in the wrong way, not domains.
  problems: ['store_not_found', 'method_not_allowed'],
  example: { summary: 'A store', reply: { ...storeExample, request_id: requestIdExample } },

  async run({ params }, { database }: { database: Database }) {
    const domain = normaliseDomain(params.domain)
    const found = domain === null ? undefined : (await findStoresByDomain(database, [domain])).get(domain)
    if (!found) throw problems.storeNotFound()
    return toStore(found)
  },
})

import { normaliseDomain } from '../catalog/domains.ts'
import { findStoresByDomain } from '../catalog/find-stores.ts'
import type { Database } from '../db/database.ts'
import type { KindOfWork } from './kind-of-work.ts'

/** Whether the catalogue has each domain. The stores themselves are read with the results. */
export const enrichWork = ({ database }: { database: Database }): KindOfWork => ({
  itemsAtOnce: 100,
  async perform(items) {
    const domains = new Set(items.flatMap(({ input }) => normaliseDomain(input) ?? []))
    const found = await findStoresByDomain(database, [...domains])
    return {
      outcomes: items.map(({ index, input }) => {
        const domain = normaliseDomain(input)
        const isFound = domain !== null && found.has(domain)
        return { index, outcome: isFound ? ('found' as const) : ('not_found' as const), charged: false }
      }),
    }
  },
})

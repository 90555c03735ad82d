/** What a job does with its items. Reveals: reveal-items.ts. */
import type { Clock } from '../base/clock.ts'
import type { Principal } from '../call/principal.ts'
import { normaliseDomain } from '../catalog/domains.ts'
import { findStoresByDomain } from '../catalog/find-stores.ts'
import type { Database, Db } from '../db/database.ts'
import { countRows } from '../result-pages/quota.ts'
import type { StopReason } from './job.ts'
import type { ItemOutcome } from './job-leases.ts'
import type { Item } from './job-rows.ts'

/** Outcomes of items from the first on, or why nothing more can be done now. */
export type ChunkResult = { outcomes: ItemOutcome[] } | { stopped: StopReason }

/** What a job of one kind does with its items, `itemsAtOnce` of them at a time. A slice calls it again and again. */
export type KindOfWork = {
  itemsAtOnce: number
  /** Work that may take a while, or has transactions of its own. */
  perform?(items: Item[], principal: Principal): Promise<ChunkResult>
  /** Instead of `perform`: in the transaction that records the outcomes, which rolls back if the lease is lost. */
  performWithin?(tx: Db, items: Item[], principal: Principal): Promise<ChunkResult>
  /** What a runner that died has done with the next items and not recorded. For a job that ends before it would do them again. */
  recover?(items: Item[]): Promise<ItemOutcome[]>
}

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

/** Every row counts as a search row of its caller, as if it had been paged through, in the transaction that records it: once. */
export const exportWork = ({ clock }: { clock: Clock }): KindOfWork => ({
  itemsAtOnce: 100,
  async performWithin(tx, items, principal) {
    const granted = await countRows(tx, clock, principal, items.length)
    if (granted === 0) return { stopped: 'search_rows_used_up' }
    const outcomes = items.slice(0, granted).map(({ index }) => ({
      ...{ index, outcome: 'exported' as const, charged: false },
    }))
    return { outcomes }
  },
})

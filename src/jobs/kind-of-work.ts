import type { Principal } from '../call/principal.ts'
import type { Db } from '../db/database.ts'
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
  settle?(items: Item[]): Promise<ItemOutcome[]>
}

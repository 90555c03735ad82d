import type { Principal } from '../call/principal.ts'
import type { StopReason } from './job.ts'
import type { Item, ItemOutcome } from './job-rows.ts'

/** Outcomes of items from the first on, or why nothing more can be done now. */
export type ChunkResult = { outcomes: ItemOutcome[] } | { stopped: StopReason }

export type Worker = {
  itemsAtOnce: number
  work(items: Item[], principal: Principal): Promise<ChunkResult>
}

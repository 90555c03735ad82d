import type { Clock } from '../base/clock.ts'
import { countRows } from '../result-pages/quota.ts'
import type { KindOfWork } from './kind-of-work.ts'

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

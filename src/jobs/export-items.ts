import { provenPage } from '../result-pages/proven-page.ts'
import type { SearchSettlement } from '../result-pages/settlement.ts'
import type { SearchIndex } from '../search/serve/search-index.ts'
import type { Worker } from './worker.ts'

/** Every row counts as a search row of its caller, exactly as if it had been paged through. */
export const exportWorker = (needs: { searchIndex: SearchIndex; settlement: SearchSettlement }): Worker => ({
  itemsAtOnce: 100,
  async work(items, principal) {
    const { settled } = await provenPage(
      needs.searchIndex,
      () => items.length,
      (rows, suppressionVersion) => needs.settlement.settle(principal, { rows, contactIds: [], suppressionVersion }),
    )
    if (settled.granted === 0) return { stopped: 'search_rows_used_up' }
    const granted = items.slice(0, settled.granted)
    return { outcomes: granted.map(({ index }) => ({ index, outcome: 'exported' as const, charged: false })) }
  },
})

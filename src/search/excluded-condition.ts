import type { ExcludedMode } from './schema/excluded-modes.ts'
import type { IdList, ListCondition } from './serve/id-lists.ts'

/** What becomes of those whom an account excludes, as its search says: of requests, watches and jobs alike. */
export function excludedCondition(excluded: ExcludedMode, list: IdList): ListCondition[] {
  const isAsked = excluded === 'only' || (excluded === 'hide' && list.ids.size > 0)
  return isAsked ? [{ list, wanted: excluded === 'only' }] : []
}

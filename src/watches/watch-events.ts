import { reportedMatchesMax } from '../base/bounds.ts'
import type { CursorSealer } from '../base/seal.ts'
import { sharedAmong } from '../collections/lists.ts'
import type { Database } from '../db/database.ts'
import type { EventRow } from '../events/read-events.ts'
import { readMatches } from './match-rows.ts'
import { showMatches } from './show-matches.ts'
import { matchesCursor } from './watch-schema.ts'

type WatchEventData = { watch_id: string; list_id: string | null; count: number; last_match: number }

const isOfWatch = ({ type }: EventRow): boolean => type === 'watch.matched'

/**
 * Events with what they show of contacts and stores, as it is now; `bytesMax`: as many previews as fit. Of a list that became private after
 * it was told, that something happened stays, what it was does not; nor of one that is gone, which may have been private before.
 */
export const watchEvents =
  (database: Database, cursors: CursorSealer) =>
  async (accountId: string, events: EventRow[], bytesMax = Number.POSITIVE_INFINITY): Promise<EventRow[]> => {
    const listIds = events.filter(isOfWatch).flatMap(({ data }) => (data as WatchEventData).list_id ?? [])
    const isShared = await sharedAmong(database, accountId, listIds)
    return Promise.all(
      events.map(async (event) => {
        if (!isOfWatch(event)) return event
        const told = event.data as WatchEventData
        if (told.list_id !== null && !isShared.get(told.list_id)) {
          const name = isShared.has(told.list_id) ? 'A private list' : 'A deleted list'
          return { ...event, data: { ...told, list_id: null, name, data: [], next_cursor: null } }
        }
        const limit = Math.min(told.count, reportedMatchesMax)
        const range = { before: told.last_match + 1, after: told.last_match - told.count, limit }
        const matches = await readMatches(
          database,
          { accountId, id: told.watch_id },
          { accountId, userId: null },
          range,
        )
        const shown = await showMatches(database, accountId, matches)
        const data: object[] = []
        let bytes = 0
        let last = told.last_match + 1
        for (const { contact, store, changes, match } of shown) {
          const one = { ...(contact ? { contact } : { store }), changes }
          bytes += Buffer.byteLength(JSON.stringify(one))
          if (bytes > bytesMax) break
          data.push(one)
          last = match
        }
        // What does not fit follows the last one that does; what is more than an event carries follows all that were looked at.
        const isCut = data.length < shown.length
        const end = isCut ? last : (matches.at(-1)?.match ?? last)
        const hasMore = isCut || (told.count > limit && matches.length === limit)
        const next_cursor = hasMore ? matchesCursor.seal(cursors, accountId, told.watch_id, end) : null
        return { ...event, data: { ...told, data, next_cursor } }
      }),
    )
  }

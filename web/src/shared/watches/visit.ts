import type { QueryClient } from '@tanstack/react-query'
import { call, type Reply } from '../../api/call.ts'
import { limits } from '../../api/limits.ts'
import { markNew } from './marked.ts'
import { watchesQuery } from './watches.ts'

type Match = Reply<'listWatchMatches'>['data'][number]

export const markMatches = (matches: readonly Match[]): void =>
  markNew(matches.flatMap((match) => (match.new ? [(match.contact ?? match.store)!.id] : [])))

/** From now on the matches of a watch are seen. Where that fails the count stays, and the next visit tries again. */
export async function noteVisit(client: QueryClient, watchId: string): Promise<void> {
  try {
    await call('visitWatch', { params: { watch_id: watchId }, body: {} })
    await client.invalidateQueries({ queryKey: watchesQuery.queryKey })
  } catch {}
}

/** Somebody opens what is watched: the newest matches are marked, and all of them are seen. */
export async function visit(client: QueryClient, watchId: string): Promise<void> {
  try {
    markMatches(
      (await call('listWatchMatches', { params: { watch_id: watchId }, query: { limit: limits.pageRowsMax } })).data,
    )
  } catch {
    return
  }
  await noteVisit(client, watchId)
}

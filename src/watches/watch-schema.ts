import { Type } from 'typebox'
import type { Clock } from '../base/clock.ts'
import { type Problem, problems } from '../base/problems.ts'
import { count, dateTime, nullableString, oneOf, requestId, requestIdExample } from '../base/schema.ts'
import type { CursorSealer } from '../base/seal.ts'
import type { Principal } from '../call/principal.ts'
import { viewerOf } from '../collections/list-schema.ts'
import type { Database } from '../db/database.ts'
import type { SearchIndex } from '../search/serve/search-index.ts'
import { findSource, type WatchSource } from './sources.ts'
import { findWatch, mailChoices, type VisitedWatch, type Visitor } from './watch-rows.ts'

export type WatchNeeds = { database: Database; clock: Clock; cursors: CursorSealer; searchIndex: SearchIndex }

export const watchParams = Type.Object({
  watch_id: Type.String({ maxLength: 100, description: 'The id of the watch.' }),
})

export const sourceFields = {
  saved_search_id: Type.Optional(Type.String({ maxLength: 100, description: 'The saved search to watch.' })),
  list_id: Type.Optional(Type.String({ maxLength: 100, description: 'Or the list to watch.' })),
}

export const settingFields = {
  mail: Type.Optional(
    oneOf(mailChoices, {
      description:
        'How often news is mailed to whoever made the watch; of a key: to the owners. A new watch mails nothing unless this says so.',
    }),
  ),
  events: Type.Optional(
    Type.Boolean({
      description:
        'Whether news is recorded as the event `watch.matched`, which the whole account can read. A new watch does, unless this says otherwise; of a private list, never.',
    }),
  ),
  add_to_list_id: Type.Optional(
    nullableString({ maxLength: 100, description: 'News is added to this list, as long as it has room.' }),
  ),
}

const fields = {
  id: Type.String({ pattern: '^wat_[A-Za-z0-9]{20}$', description: 'The id of the watch.' }),
  object: Type.Literal('watch'),
  saved_search_id: nullableString({ description: 'The saved search that is watched; null for a list.' }),
  list_id: nullableString({ description: 'The list that is watched; null for a saved search.' }),
  name: Type.String({ description: 'The name of the saved search or list.' }),
  kind: oneOf(['contacts', 'stores'], { description: 'What it tells of.' }),
  mail: oneOf(mailChoices, { description: 'How often news is mailed.' }),
  events: Type.Boolean({ description: 'Whether news is recorded as events.' }),
  add_to_list_id: nullableString({ description: 'The list that news is added to.' }),
  new_matches: count({ description: 'Matches since the caller last looked (`POST /watches/{watch_id}/visit`).' }),
  created_by: Type.String({ description: 'The member or the key that made it.' }),
  created_at: dateTime({ description: 'When it was made.' }),
}
export const watchFields = Type.Object(fields, { title: 'Watch' })
export const watchReply = Type.Object({ ...fields, request_id: requestId })

export const noWatch = (): Problem => problems.resourceNotFound('watch_id')

export const renderWatch = (watch: VisitedWatch, { name, kind, isPrivate }: WatchSource) => ({
  id: watch.id,
  object: 'watch' as const,
  saved_search_id: watch.savedSearchId,
  list_id: watch.listId,
  name,
  kind,
  mail: watch.mail,
  events: watch.events && !isPrivate,
  add_to_list_id: watch.addToListId,
  new_matches: watch.newMatches,
  created_by: watch.createdBy,
  created_at: watch.createdAt.toISOString(),
})

export function visitorOf(principal: Principal): Visitor {
  const viewer = viewerOf(principal)
  return { viewer, visitorId: viewer.userId ?? principal.actor.id }
}

/** The watch that a caller names, if they may see it. */
export async function requireWatch(
  db: Database,
  principal: Principal,
  id: string,
): Promise<{ watch: VisitedWatch; source: WatchSource }> {
  const visitor = visitorOf(principal)
  const watch = await findWatch(db, id, visitor)
  const source = watch && (await findSource(db, watch, visitor.viewer))
  if (!watch || !source) throw noWatch()
  return { watch, source }
}

const boundTo = (watchId: string): string => `listWatchMatches ${watchId}`

/** A place among the matches of a watch, newest first. */
export const matchesCursor = {
  seal: (cursors: CursorSealer, accountId: string, watchId: string, match: number): string =>
    cursors.seal(String(match), accountId, boundTo(watchId)),
  open: (cursors: CursorSealer, accountId: string, watchId: string, cursor: string): number =>
    Number(cursors.open(cursor, accountId, boundTo(watchId))),
}

export const exampleWatch = {
  id: 'wat_4Jd82mQpLx0aRt5VbN7c',
  object: 'watch' as const,
  saved_search_id: 'sea_4Jd82mQpLx0aRt5VbN7c',
  list_id: null,
  name: 'Founders on Klaviyo',
  kind: 'contacts' as const,
  mail: 'daily' as const,
  events: true,
  add_to_list_id: null,
  new_matches: 3,
  created_by: 'usr_7Kd92nRqMy1bSu6WcP8d',
  created_at: '2026-03-02T09:30:00.000Z',
}
export const exampleWatchReply = { ...exampleWatch, request_id: requestIdExample }

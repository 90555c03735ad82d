import { Type } from 'typebox'
import { changeTypes } from '../base/change-types.ts'
import {
  dateTime,
  listOf,
  nullableString,
  oneOf,
  pageLimitDefault,
  pageQuery,
  requestIdExample,
} from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { contactPreview, contactPreviewExample } from '../catalog/contact-preview.ts'
import { store } from '../stores/store.ts'
import { countMatches, readerOf, readMatches } from './match-rows.ts'
import { matchDays } from './retention.ts'
import { type ShownMatch, showMatches } from './show-matches.ts'
import { matchesCursor, requireWatch, visitorOf, type WatchNeeds, watchParams } from './watch-schema.ts'

export const watchMatch = Type.Object(
  {
    object: Type.Literal('watch_match'),
    contact: Type.Union([contactPreview, Type.Null()], {
      description: 'The contact, without channels; null if the watch tells of stores.',
    }),
    store: Type.Union([store, Type.Null()], { description: 'The store; null if the watch tells of contacts.' }),
    changes: Type.Array(
      Type.Object({
        type: oneOf(changeTypes, { description: 'What changed.' }),
        value: nullableString({ description: 'The app or pixel; null where a type has no value.' }),
        observed_at: dateTime({ description: 'When it was observed.' }),
      }),
      { description: 'The changes of the store that it is reported for; empty where it began to match.' },
    ),
    new: Type.Boolean({ description: 'Whether the caller has not seen it yet: reported since their last visit.' }),
    matched_at: dateTime({ description: 'When it was told.' }),
  },
  { title: 'WatchMatch' },
)

export const renderMatch = ({ contact, store: found, changes, matchedAt }: ShownMatch, isNew: boolean) => ({
  object: 'watch_match' as const,
  contact,
  store: found,
  changes: changes.map((change) => ({ ...change, value: change.value || null })),
  new: isNew,
  matched_at: matchedAt.toISOString(),
})

export const exampleMatch = {
  object: 'watch_match' as const,
  contact: contactPreviewExample,
  store: null,
  changes: [{ type: 'app_added' as const, value: 'Klaviyo', observed_at: '2026-03-02T09:00:00.000Z' }],
  new: true,
  matched_at: '2026-03-02T09:30:00.000Z',
}

export const listWatchMatches = defineOperation({
  id: 'listWatchMatches',
  method: 'GET',
  path: '/watches/{watch_id}/matches',
  summary: 'List the matches of a watch',
  description:
    `Matches of a watch from the last ${matchDays} days, newest first. People who opted out or left the catalogue since are left out, and to ` +
    'others than the maker of the watch what its search found while it was held to a list that they don’t see.',
  scope: 'lists:read',
  meter: 'own',
  request: { params: watchParams, query: Type.Object(pageQuery, { additionalProperties: false }) },
  reply: listOf(watchMatch, { total: 'How many matches are kept, also those that can’t be shown any more.' }),
  problems: ['resource_not_found', 'invalid_cursor'],
  example: {
    summary: 'One match',
    reply: {
      object: 'list',
      data: [exampleMatch],
      has_more: false,
      next_cursor: null,
      total: 1,
      request_id: requestIdExample,
    },
  },

  async run({ principal, params, query }, { database, cursors }: WatchNeeds) {
    const { watch } = await requireWatch(database, principal, params.watch_id)
    const { accountId, id } = watch
    const { viewer, visitorId } = visitorOf(principal)
    const reader = readerOf(watch, viewer, visitorId)
    const { limit = pageLimitDefault, cursor } = query
    const before = cursor === undefined ? null : matchesCursor.open(cursors, accountId, id, cursor)
    const [rows, total] = await Promise.all([
      readMatches(database, watch, reader, { before, limit: limit + 1 }),
      countMatches(database, watch, reader),
    ])
    const page = rows.slice(0, limit)
    const hasMore = rows.length > limit
    const shown = await showMatches(database, accountId, page)
    return {
      object: 'list' as const,
      data: shown.map((one) => renderMatch(one, one.match > watch.seenMatch)),
      has_more: hasMore,
      next_cursor: hasMore ? matchesCursor.seal(cursors, accountId, id, page.at(-1)!.match) : null,
      total,
    }
  },
})

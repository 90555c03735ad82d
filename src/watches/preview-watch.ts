import { Type } from 'typebox'
import { count, requestId, requestIdExample } from '../base/schema.ts'
import { defineOperation, emptyBody } from '../call/operation.ts'
import type { Viewer } from '../collections/lists.ts'
import { askingAll } from './find-matches.ts'
import { exampleMatch, renderMatch, watchMatch } from './list-watch-matches.ts'
import { newsOfLastDays, previewDays, type Watchable } from './recent-news.ts'
import { showMatches } from './show-matches.ts'
import { requireWatch, type WatchNeeds, watchParams } from './watch-schema.ts'

const shownMax = 25

export const previewReply = Type.Object({
  object: Type.Literal('watch_preview'),
  days: count({ description: 'How far back it looks.' }),
  total: count({ description: 'How many contacts or stores would have been told.' }),
  data: Type.Array(watchMatch, { description: 'The first 25 of them.' }),
  request_id: requestId,
})

export const previewExample = {
  object: 'watch_preview' as const,
  days: previewDays,
  total: 1,
  data: [exampleMatch],
  request_id: requestIdExample,
}

export const previewWatch = defineOperation({
  id: 'previewWatch',
  method: 'POST',
  path: '/watches/{watch_id}/preview',
  summary: 'Preview a watch',
  description:
    `What the watch would have reported in the last ${previewDays} days, as far as the catalogue still shows it: those who match now and came within these days, or ` +
    'whose store changed in them as the search asks; of a list, whose store changed.',
  scope: 'lists:read',
  meter: 'own',
  readsOnly: true,
  request: { params: watchParams, body: emptyBody },
  reply: previewReply,
  problems: ['resource_not_found'],
  example: { summary: `One of the last ${previewDays} days`, request: {}, reply: previewExample },

  async run({ principal, params }, needs: WatchNeeds) {
    const { watch, source } = await requireWatch(needs.database, principal, params.watch_id)
    return previewOf(needs, { accountId: watch.accountId, userId: watch.createdBy }, source)
  },
})

export async function previewOf(needs: WatchNeeds, viewer: Viewer, watched: Watchable) {
  const news = await askingAll(() => newsOfLastDays(needs.database, needs, viewer, watched))
  const matchedAt = needs.clock.now()
  const first = news.slice(0, shownMax).map((one, at) => ({ ...one, match: at, matchedAt }))
  const data = (await showMatches(needs.database, viewer.accountId, first)).map((one) => renderMatch(one, true))
  return { object: 'watch_preview' as const, days: previewDays, total: news.length, data }
}

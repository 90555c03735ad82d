import { Type } from 'typebox'
import { count, requestId, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { asking } from '../search/search-problems.ts'
import { exampleMatch, renderMatch, watchMatch } from './list-watch-matches.ts'
import { newsOfLastDays, previewDays } from './recent-news.ts'
import { showMatches } from './show-matches.ts'
import { emptyBody, requireWatch, type WatchNeeds, watchParams } from './watch-schema.ts'

const shownMax = 25

const previewReply = Type.Object({
  object: Type.Literal('watch_preview'),
  days: count({ description: 'How far back it looks.' }),
  total: count({ description: 'How many contacts or stores would have been told.' }),
  data: Type.Array(watchMatch, { description: 'The first 25 of them.' }),
  request_id: requestId,
})

const previewExample = {
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
    'What the watch would have told in the last 30 days, as far as the catalogue still shows it: those who match now and came within these days, or ' +
    'whose store changed in them as the search asks; of a list, whose store changed.',
  scope: 'lists:read',
  meter: 'own',
  readsOnly: true,
  request: { params: watchParams, body: emptyBody },
  reply: previewReply,
  problems: ['resource_not_found'],
  example: { summary: 'One of the last 30 days', request: {}, reply: previewExample },

  async run({ principal, params }, needs: WatchNeeds) {
    const { watch } = await requireWatch(needs.database, principal, params.watch_id)
    return previewOf(watch, needs)
  },
})

async function previewOf(source: Parameters<typeof newsOfLastDays>[1], needs: WatchNeeds) {
  const news = await newsOfLastDays(needs.database, source, needs).catch((error: unknown) =>
    asking<Awaited<ReturnType<typeof newsOfLastDays>>>(() => {
      throw error
    }),
  )
  const matchedAt = needs.clock.now()
  const first = news.slice(0, shownMax).map((one, at) => ({ ...one, match: at, matchedAt }))
  const data = (await showMatches(needs.database, source.accountId, first)).map(renderMatch)
  return { object: 'watch_preview' as const, days: previewDays, total: news.length, data }
}

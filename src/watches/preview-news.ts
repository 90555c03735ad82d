import { Type } from 'typebox'
import { problems } from '../base/problems.ts'
import { defineOperation } from '../call/operation.ts'
import { exampleSavedSearch, givenFields, heldToItsSearch } from '../collections/saved-search-schema.ts'
import { previewExample, previewOf, previewReply } from './preview-watch.ts'
import { previewDays } from './recent-news.ts'
import { requireSource } from './sources.ts'
import { sourceFields, visitorOf, type WatchNeeds } from './watch-schema.ts'

const { kind, query } = givenFields
const search = Type.Object(
  { kind, query },
  { ...heldToItsSearch, description: 'Or a search that is not saved: what it would be saved with.' },
)

export const previewNews = defineOperation({
  id: 'previewNews',
  method: 'POST',
  path: '/watches/preview',
  summary: 'Preview a watch before it is made',
  description:
    `What a watch on this saved search, list or search would have reported in the last ${previewDays} days, as \`POST /watches/{watch_id}/preview\` says it. Nothing is ` +
    'saved.',
  scope: 'lists:read',
  meter: 'own',
  readsOnly: true,
  request: {
    body: Type.Object({ ...sourceFields, search: Type.Optional(search) }, { additionalProperties: false }),
  },
  reply: previewReply,
  problems: ['resource_not_found'],
  example: {
    summary: 'A search that is not saved yet',
    request: { search: { kind: exampleSavedSearch.kind, query: exampleSavedSearch.query } },
    reply: previewExample,
  },

  async run({ principal, body }, needs: WatchNeeds) {
    const visitor = visitorOf(principal)
    const { viewer } = visitor
    const { search: asked, ...named } = body
    if (asked === undefined) {
      return previewOf(needs, viewer, await requireSource(needs.database, visitor, named))
    }
    if (Object.keys(named).length > 0) {
      throw problems.invalidRequest('search', 'A preview is of a search, of a saved search or of a list: give one.')
    }
    return previewOf(needs, viewer, asked)
  },
})

import { Type } from 'typebox'
import { problems } from '../base/problems.ts'
import { requestIdExample, wholeList, wholeListOf } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { normaliseDomain } from '../catalog/domains.ts'
import { provenPage } from '../result-pages/proven-page.ts'
import type { SearchSettlement } from '../result-pages/settlement.ts'
import type { SearchIndex } from '../search/serve/search-index.ts'
import { store, storeExample, storeOfHit } from './store.ts'

export const similarStoresMax = 25

const similarStore = Type.Object(
  {
    store: Type.Object(store.properties, { description: 'The similar store.' }),
    similarity: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'How much of what describes the given store this one shares. Rare technologies weigh more.',
    }),
    reasons: Type.Array(
      Type.Object(
        {
          field: Type.String({
            description: 'The facet that counts it: `app`, `pixel`, `category`, `country` or a tier.',
          }),
          value: Type.String({ description: 'What both have.' }),
          weight: Type.Number({ minimum: 0, maximum: 1, description: 'Its part of the similarity.' }),
        },
        { title: 'SimilarityReason' },
      ),
      {
        description: 'What both stores have, the weightiest first. A neighbouring tier counts half and is not listed.',
      },
    ),
  },
  { title: 'SimilarStore' },
)

export const findSimilarStores = defineOperation({
  id: 'findSimilarStores',
  method: 'GET',
  path: '/stores/{domain}/similar',
  summary: 'Find similar stores',
  description:
    `Up to ${similarStoresMax} stores most like this one by technologies, category, size and country, the most similar ` +
    'first, with the reasons. Spends no credits and no search rows.',
  scope: 'stores:read',
  meter: 'request',
  takesAnyText: true,
  request: {
    params: Type.Object({ domain: Type.String({ description: 'A domain, in any form a person would paste.' }) }),
    query: Type.Object(
      {
        limit: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: similarStoresMax,
            default: similarStoresMax,
            description: 'How many to list.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
  },
  reply: wholeListOf(similarStore, { maxItems: similarStoresMax, description: 'The most similar first.' }),
  problems: ['store_not_found'],
  example: {
    summary: 'A store that shares the category and an app',
    request: { domain: 'candle-corner.example' },
    reply: {
      ...wholeList([
        {
          store: storeExample,
          similarity: 0.62,
          reasons: [
            { field: 'category', value: 'home_and_garden', weight: 0.41 },
            { field: 'app', value: 'Klaviyo', weight: 0.21 },
          ],
        },
      ]),
      request_id: requestIdExample,
    },
  },

  async run({ principal, params, query }, { searchIndex, settlement }: Needs) {
    const domain = normaliseDomain(params.domain)
    if (domain === null) throw problems.storeNotFound()
    // No rows are counted; the statement proves that the contacts that stores count have not been suppressed meanwhile.
    const { found } = await provenPage(
      searchIndex,
      (reader) => reader.similarStores(domain, query.limit ?? similarStoresMax),
      (_, suppressionVersion) => settlement.settle(principal, { rows: 0, contactIds: [], suppressionVersion }),
    )
    if (found === null) throw problems.storeNotFound()
    return wholeList(found.map((hit) => ({ store: storeOfHit(hit), similarity: hit.similarity, reasons: hit.reasons })))
  },
})

type Needs = { searchIndex: SearchIndex; settlement: SearchSettlement }

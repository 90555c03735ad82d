import { Type } from 'typebox'
import { requireScopes } from '../admission/challenge.ts'
import { count, oneOf, requestId, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { contactPreview, contactPreviewExample, toContactPreview } from '../catalog/contact-preview.ts'
import { normaliseDomain } from '../catalog/domains.ts'
import { findPreviewRowsOfStores, previewContactId } from '../catalog/find-previews.ts'
import { findStoresByDomain } from '../catalog/find-stores.ts'
import { isRevealedBy } from '../credits/reveals.ts'
import type { Database } from '../db/database.ts'
import { store, storeExample, toStore } from './store.ts'

export const previewsPerStore = 10
export const domainsPerRequestMax = 100

export const enrichedStore = Type.Object({
  domain: Type.String({ description: 'The requested domain, normalised.' }),
  inputs: Type.Array(Type.String(), { description: 'The strings as sent that led to this item.' }),
  status: oneOf(['found', 'not_found'], { description: 'Whether the catalogue holds the store.' }),
  store: Type.Union([store, Type.Null()], { description: 'The store; null when it was not found.' }),
  contact_previews: Type.Optional(
    Type.Array(contactPreview, { maxItems: previewsPerStore, description: 'Executives first, then decision makers.' }),
  ),
})

export const enrichStores = defineOperation({
  id: 'enrichStores',
  method: 'POST',
  path: '/stores/enrich',
  summary: 'Enrich domains',
  description:
    `Store profiles for up to ${domainsPerRequestMax} domains, in any form a person would paste: one item per distinct domain, in order of ` +
    `first occurrence. \`include: ["contact_previews"]\` adds up to ${previewsPerStore} masked previews a store and needs the scope ` +
    '`contacts:search` too. Spends no credits.',
  scope: 'stores:read',
  meter: 'request',
  readsOnly: true,
  takesAnyText: true,
  request: {
    body: Type.Object(
      {
        domains: Type.Array(Type.String(), {
          minItems: 1,
          maxItems: domainsPerRequestMax,
          description: 'Domains, in any form a person would paste.',
        }),
        include: Type.Optional(
          Type.Array(oneOf(['contact_previews']), {
            uniqueItems: true,
            description: `\`contact_previews\` adds up to ${previewsPerStore} masked previews a store.`,
          }),
        ),
      },
      { additionalProperties: false },
    ),
  },
  reply: Type.Object({
    object: Type.Literal('store_enrichment_result'),
    data: Type.Array(enrichedStore, { description: 'One item a domain, in the order of the request.' }),
    found: count({ description: 'Requested domains found.' }),
    not_found: count({ description: 'Requested domains not found.' }),
    request_id: requestId,
  }),
  problems: [],
  example: {
    summary: 'One domain found, one not',
    request: {
      domains: ['https://www.northwind-candles.example/products', 'unknown.example'],
      include: ['contact_previews'],
    },
    reply: {
      object: 'store_enrichment_result',
      data: [
        {
          domain: 'northwind-candles.example',
          inputs: ['https://www.northwind-candles.example/products'],
          status: 'found',
          store: storeExample,
          contact_previews: [contactPreviewExample],
        },
        {
          domain: 'unknown.example',
          inputs: ['unknown.example'],
          status: 'not_found',
          store: null,
          contact_previews: [],
        },
      ],
      found: 1,
      not_found: 1,
      request_id: requestIdExample,
    },
  },

  async run({ principal, body }, { database, publicUrl }: { database: Database; publicUrl: string }) {
    const withPreviews = body.include?.includes('contact_previews') ?? false
    if (withPreviews) requireScopes(principal, ['contacts:search'], publicUrl)
    const data = await enrich(body.domains, { withPreviews, accountId: principal.account.id }, database)
    const found = data.filter(({ status }) => status === 'found').length
    return { object: 'store_enrichment_result' as const, data, found, not_found: data.length - found }
  },
})

type Wish = { withPreviews: boolean; accountId: string }

/** One item per distinct domain, in order of first occurrence. A string that is not a domain is an item of its own, unchanged. */
export async function enrich(pastedDomains: readonly string[], { withPreviews, accountId }: Wish, database: Database) {
  const inputs = Map.groupBy(pastedDomains, (pasted) => normaliseDomain(pasted) ?? pasted)
  const domains = [...inputs.keys()].filter((name) => normaliseDomain(name) === name)
  const revealed = isRevealedBy(accountId, previewContactId)
  const [stores, previews] = await Promise.all([
    findStoresByDomain(database, domains),
    withPreviews ? findPreviewRowsOfStores(database, domains, previewsPerStore, { accountId, revealed }) : null,
  ])
  return [...inputs].map(([domain, pasted]) => {
    const found = stores.get(domain)
    return {
      domain,
      inputs: [...new Set(pasted)],
      status: found ? ('found' as const) : ('not_found' as const),
      store: found ? toStore(found) : null,
      ...(previews && { contact_previews: (previews.get(domain) ?? []).map(toContactPreview) }),
    }
  })
}

import { Type } from 'typebox'
import { recordCall } from '../audit/record.ts'
import { count, requestId, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { normaliseDomain } from '../catalog/domains.ts'
import { findStoresByDomain } from '../catalog/find-stores.ts'
import type { Database } from '../db/database.ts'
import { toStore } from './store.ts'

type Store = ReturnType<typeof toStore>

/** A store as cells of a spreadsheet. */
export const storeCells: [name: string, read: (store: Store) => string | number | boolean | null][] = [
  ['name', ({ name }) => name],
  ['category', ({ category }) => category],
  ['country', ({ country }) => country],
  ['traffic_tier', (store) => store.traffic_tier],
  ['revenue_tier', (store) => store.revenue_tier],
  ['shopify_plus', (store) => store.shopify_plus],
  ['lead_fit_score', (store) => store.lead_fit_score],
  ['theme', ({ technologies }) => technologies.theme.name],
  ['apps', ({ technologies }) => technologies.apps.join('; ')],
  ['pixels', ({ technologies }) => technologies.pixels.join('; ')],
  ['contacts', (store) => store.contacts_summary.total],
  ['contacts_with_email', (store) => store.contacts_summary.verified_email_count],
  ['contact_roles', (store) => store.contacts_summary.roles.join('; ')],
  ['first_seen_at', (store) => store.first_seen_at],
  ['updated_at', (store) => store.updated_at],
  ['observed_at', (store) => store.observed_at],
  ['last_change', ({ last_change: last }) => [last?.type, last?.value].filter(Boolean).join(': ')],
  ['last_change_at', ({ last_change: last }) => last?.observed_at ?? null],
]

/** One row for each, however often and in whatever spelling it was given. */
const askedDomains = (domains: string[]) => [...new Set(domains.map((pasted) => normaliseDomain(pasted) ?? pasted))]

const domainsPerExportMax = 500

export const exportStores = defineOperation({
  id: 'exportStores',
  method: 'POST',
  path: '/stores/export',
  summary: 'Export stores',
  description:
    `The stores of up to ${domainsPerExportMax} domains as a spreadsheet, in the order they were given, those that the catalogue does not hold ` +
    'included. Spends nothing.',
  overHttp: 'Send `Accept: text/csv`. As JSON it says how many rows there are.',
  scope: 'stores:read',
  meter: 'request',
  readsOnly: true,
  forPeople: true,
  takesAnyText: true,
  request: {
    body: Type.Object(
      {
        domains: Type.Array(Type.String(), {
          minItems: 1,
          maxItems: domainsPerExportMax,
          description: 'Domains, in any form a person would paste.',
        }),
      },
      { additionalProperties: false },
    ),
  },
  reply: Type.Object({
    object: Type.Literal('store_export'),
    rows: count({ description: 'How many rows the spreadsheet has.' }),
    request_id: requestId,
  }),
  problems: [],
  example: {
    summary: 'Two domains',
    request: { domains: ['northwind-candles.example', 'unknown.example'] },
    reply: { object: 'store_export', rows: 2, request_id: requestIdExample },
  },

  run: async ({ body }) => ({ object: 'store_export' as const, rows: askedDomains(body.domains).length }),

  csv: {
    columns: ['domain', 'status', ...storeCells.map(([name]) => name)],
    async *rows(call, { database }: { database: Database }) {
      const { body } = call
      await recordCall(database, call, 'data.exported', { details: { what: 'stores', stores: body.domains.length } })
      const asked = askedDomains(body.domains)
      const found = await findStoresByDomain(
        database,
        asked.filter((name) => normaliseDomain(name) === name),
      )
      for (const domain of asked) {
        const details = found.get(domain)
        const cells = details
          ? storeCells.map(([, read]) => String(read(toStore(details)) ?? ''))
          : storeCells.map(() => '')
        yield [domain, details ? 'found' : 'not_found', ...cells]
      }
    },
  },
})

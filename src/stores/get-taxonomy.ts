import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { changeTypes } from '../base/change-types.ts'
import { emailTypes, exportableEmailStatuses } from '../base/email-kinds.ts'
import { nullableInteger, requestId, requestIdExample } from '../base/schema.ts'
import { revenueTiers, type Tier, trafficTiers } from '../base/tiers.ts'
import { defineOperation } from '../call/operation.ts'
import { phoneTypes } from '../catalog/channels.ts'
import { emailStatusText } from '../catalog/contact-preview.ts'
import type { TaxonomyValue } from '../search/query/taxonomy.ts'
import { sentenceOf } from '../search/schema/labels.ts'
import type { IndexReader } from '../search/serve/index-reader.ts'
import type { SearchIndex } from '../search/serve/search-index.ts'

const value = {
  value: Type.String({ description: 'What a filter takes.' }),
  label: Type.String({ description: 'The value as people read it.' }),
  count: nullableInteger({ minimum: 0, description: 'Null for filters on channels, which are not counted.' }),
}
const valuesOf = (description: string) => Type.Array(Type.Object(value, { title: 'TaxonomyValue' }), { description })
const tiersOf = (description: string) =>
  Type.Array(
    Type.Object(
      {
        ...value,
        min: Type.Integer({ description: 'Inclusive.' }),
        max: nullableInteger({ description: 'Exclusive; null at the top.' }),
      },
      { title: 'TaxonomyTier' },
    ),
    { description },
  )

export const getTaxonomy = defineOperation({
  id: 'getTaxonomy',
  method: 'GET',
  path: '/taxonomy',
  summary: 'Get the taxonomy',
  description:
    'Every value that search filters take, with its label and count: of stores for store fields, of revealable ' +
    'contacts for person fields.',
  overHttp: 'Carries an ETag; send it back in If-None-Match to get a 304 while nothing changed.',
  scope: 'stores:read',
  // Every caller who may search or reveal needs the values that filters accept.
  orScopes: ['contacts:search', 'contacts:reveal'],
  meter: 'own',
  request: {},
  reply: Type.Object({
    object: Type.Literal('taxonomy'),
    roles: valuesOf('What people do, such as `founder`: `person.roles_any` and `contacts.roles_any`.'),
    seniorities: valuesOf('How high they stand: `person.seniority_any`.'),
    categories: valuesOf('What stores sell: `store.categories`.'),
    countries: valuesOf('Two-letter country codes: `store.countries`.'),
    traffic_tiers: tiersOf('Estimated visits a month: `store.traffic_tiers`.'),
    revenue_tiers: tiersOf('Estimated online revenue a month in USD: `store.revenue_tiers`.'),
    theme_types: valuesOf('Kinds of themes: `store.theme_types`.'),
    apps: valuesOf('Apps that stores use: `store.apps`.'),
    pixels: valuesOf('Tracking pixels that stores use: `store.pixels`.'),
    email_statuses: valuesOf(`Statuses of the emails that a reveal returns. ${emailStatusText}`),
    email_types: valuesOf('Types of emails.'),
    phone_types: valuesOf('Types of phones.'),
    change_types: valuesOf('What can change at a store.'),
    request_id: requestId,
  }),
  replyHeaders: ['ETag'],
  problems: [],
  example: {
    summary: 'The taxonomy, cut short',
    reply: {
      object: 'taxonomy',
      roles: [{ value: 'founder', label: 'Founder', count: 9_120 }],
      seniorities: [{ value: 'executive', label: 'Executive', count: 14_310 }],
      categories: [{ value: 'home_and_garden', label: 'Home and garden', count: 2_204 }],
      countries: [{ value: 'US', label: 'United States', count: 8_731 }],
      traffic_tiers: [{ value: 'under_10k', label: 'Under 10K', count: 10_400, min: 0, max: 10_000 }],
      revenue_tiers: [{ value: 'over_5m', label: 'Over $5M', count: 31, min: 5_000_000, max: null }],
      theme_types: [{ value: 'free', label: 'Free', count: 9_870 }],
      apps: [{ value: 'Klaviyo', label: 'Klaviyo', count: 7_450 }],
      pixels: [{ value: 'Meta', label: 'Meta', count: 12_055 }],
      email_statuses: [{ value: 'verified', label: 'Verified', count: null }],
      email_types: [{ value: 'work', label: 'Work', count: null }],
      phone_types: [{ value: 'direct', label: 'Direct', count: null }],
      change_types: [{ value: 'app_added', label: 'App added', count: null }],
      request_id: requestIdExample,
    },
  },

  async run({ setHeader }, { searchIndex }: { searchIndex: SearchIndex }) {
    await searchIndex.catchUp()
    const { content, etag } = taxonomyOf(searchIndex.reader(), searchIndex.suppressionVersion())
    setHeader('ETag', etag)
    setHeader('Cache-Control', 'private, max-age=60')
    return content
  },
})

type Content = ReturnType<typeof describe>
type CachedTaxonomy = { suppressionVersion: number; content: Content; etag: string }

/** Counting everything takes a moment; it is done once per index and suppression. */
const kept = new WeakMap<IndexReader, CachedTaxonomy>()

function taxonomyOf(index: IndexReader, suppressionVersion: number): CachedTaxonomy {
  const known = kept.get(index)
  if (known?.suppressionVersion === suppressionVersion) return known
  const content = describe(index)
  const etag = `"${createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 27)}"`
  const fresh = { suppressionVersion, content, etag }
  kept.set(index, fresh)
  return fresh
}

function describe(index: IndexReader) {
  const lists = index.taxonomy()
  return {
    object: 'taxonomy' as const,
    ...lists,
    traffic_tiers: withBounds(lists.traffic_tiers, trafficTiers),
    revenue_tiers: withBounds(lists.revenue_tiers, revenueTiers),
    email_statuses: uncounted(exportableEmailStatuses),
    email_types: uncounted(emailTypes),
    phone_types: uncounted(phoneTypes),
    change_types: uncounted(changeTypes),
  }
}

const withBounds = (listed: TaxonomyValue[], bounds: readonly Tier[]) =>
  bounds.flatMap(({ value, min, max }) =>
    listed.filter((tier) => tier.value === value).map((tier) => ({ ...tier, min, max })),
  )

const uncounted = (list: readonly string[]) => list.map((value) => ({ value, label: sentenceOf(value), count: null }))

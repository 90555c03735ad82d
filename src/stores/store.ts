import { type Static, Type } from 'typebox'
import { changeTypes } from '../base/change-types.ts'
import { storeIdPattern } from '../base/ids.ts'
import { count, dateTime, nullableDateTime, nullableOneOf, nullableString, oneOf } from '../base/schema.ts'
import { revenueTiers, tierValues, trafficTiers } from '../base/tiers.ts'
import type { StoreDetails } from '../catalog/find-stores.ts'
import { readStore, summarise } from '../search/serve/read-hit.ts'
import type { Hit } from '../search/serve/segment-search.ts'

/** STORE-1. */
export const store = Type.Object({
  id: Type.String({ pattern: storeIdPattern, description: 'The id of the store. Opaque.' }),
  object: Type.Literal('store'),
  domain: Type.String({ description: 'Normalised hostname, in ASCII.' }),
  name: Type.String({ description: 'The name of the store or company.' }),
  category: nullableString({ description: 'What it sells.' }),
  country: nullableString({ description: 'Two-letter country code inferred for the store.' }),
  traffic_tier: nullableOneOf(tierValues(trafficTiers), { description: 'Estimated visits a month.' }),
  revenue_tier: nullableOneOf(tierValues(revenueTiers), { description: 'Estimated online revenue a month in USD.' }),
  shopify_plus: Type.Boolean({ description: 'Whether Shopify Plus was detected.' }),
  lead_fit_score: Type.Unsafe<number | null>({
    type: ['number', 'null'],
    minimum: 0,
    maximum: 100,
    description:
      'How well the store fits as a customer, as the source of the catalogue judges it: 0 to 100, higher is better, null if ' +
      'unknown. Search results are ordered by it, highest first, unknown last.',
  }),
  technologies: Type.Object(
    {
      apps: Type.Array(Type.String(), { description: 'Apps that the store uses.' }),
      pixels: Type.Array(Type.String(), { description: 'Tracking pixels that the store uses.' }),
      theme: Type.Object(
        {
          name: nullableString({ description: 'The name of the theme.' }),
          type: nullableString({ description: 'Such as `free`, `paid` or `custom`.' }),
        },
        { description: 'The theme of its storefront.' },
      ),
    },
    { description: 'What the store runs on.' },
  ),
  contacts_summary: Type.Object(
    {
      total: count({ description: 'People who are known to work there, without those who opted out.' }),
      has_revealable_contacts: Type.Boolean({ description: 'Whether a reveal could return at least one of them.' }),
      verified_email_count: count({ description: 'How many of them a reveal would return an email for.' }),
      roles: Type.Array(Type.String(), { description: 'The roles that they have.' }),
    },
    { description: 'Who is known to work there.' },
  ),
  first_seen_at: nullableDateTime({ description: 'When the store was first seen; null if unknown.' }),
  updated_at: nullableDateTime({ description: 'When something of the store last changed; null if unknown.' }),
  observed_at: nullableDateTime({ description: 'When the store was last looked at; null if unknown.' }),
  last_change: Type.Union(
    [
      Type.Object(
        {
          type: oneOf(changeTypes, { description: 'What changed.' }),
          value: nullableString({ description: 'The app or pixel; null for other types.' }),
          observed_at: dateTime({ description: 'When it was observed.' }),
        },
        { title: 'LastChange' },
      ),
      Type.Null(),
    ],
    { description: 'The latest of its changes; null if none is known.' },
  ),
})

export type Store = Static<typeof store>

export function toStore({ contactsSummary, ...details }: StoreDetails): Store {
  return {
    id: details.id,
    object: 'store',
    domain: details.domain,
    name: details.name,
    category: details.category,
    country: details.country,
    traffic_tier: details.trafficTier,
    revenue_tier: details.revenueTier,
    shopify_plus: details.shopifyPlus,
    lead_fit_score: details.leadFitScore,
    technologies: {
      apps: details.apps,
      pixels: details.pixels,
      theme: { name: details.themeName, type: details.themeType },
    },
    contacts_summary: {
      total: contactsSummary.total,
      has_revealable_contacts: contactsSummary.hasRevealableContacts,
      verified_email_count: contactsSummary.verifiedEmailCount,
      roles: contactsSummary.roles,
    },
    first_seen_at: details.firstSeenAt?.toISOString() ?? null,
    updated_at: details.updatedAt?.toISOString() ?? null,
    observed_at: details.observedAt?.toISOString() ?? null,
    last_change: details.lastChange && {
      type: details.lastChange.type,
      value: details.lastChange.value || null,
      observed_at: details.lastChange.observedAt.toISOString(),
    },
  }
}

/** The same of a store that the index found. */
export const storeOfHit = (hit: Pick<Hit, 'live' | 'document'>): Store =>
  toStore({ ...readStore(hit), contactsSummary: summarise(hit.live, hit.document) })

export const storeExample: Store = {
  id: 'st_live_AbCdEfGhIjKlMnOp',
  object: 'store',
  domain: 'northwind-candles.example',
  name: 'Northwind Candles',
  category: 'home_and_garden',
  country: 'US',
  traffic_tier: '50k_100k',
  revenue_tier: '50k_250k',
  shopify_plus: false,
  lead_fit_score: 82,
  technologies: {
    apps: ['Klaviyo', 'Judge.me'],
    pixels: ['Meta', 'Google Analytics 4'],
    theme: { name: 'Dawn', type: 'free' },
  },
  contacts_summary: {
    total: 4,
    has_revealable_contacts: true,
    verified_email_count: 3,
    roles: ['founder', 'head_of_ecommerce'],
  },
  first_seen_at: '2025-06-02T00:00:00.000Z',
  updated_at: '2026-03-02T00:00:00.000Z',
  observed_at: '2026-11-09T00:00:00.000Z',
  last_change: { type: 'app_added', value: 'Klaviyo', observed_at: '2026-03-02T00:00:00.000Z' },
}

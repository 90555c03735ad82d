/** Everything that can change at a store, in the words of the API. */
export const changeTypes = [
  'store_added',
  'app_added',
  'app_removed',
  'pixel_added',
  'pixel_removed',
  'theme_changed',
  'traffic_tier_up',
  'traffic_tier_down',
  'revenue_tier_up',
  'revenue_tier_down',
  'shopify_plus_gained',
  'shopify_plus_lost',
  'ads_started',
  'ads_stopped',
  'contact_added',
] as const

export type ChangeType = (typeof changeTypes)[number]

/** When a technology counts as removed, for texts: `diffStore` remembers the first observation without it. */
export const removedAfter = 'two observations in a row'

/** What a store may gain and lose, by the list that holds it. */
export const technologies = {
  apps: { one: 'app', added: 'app_added', removed: 'app_removed' },
  pixels: { one: 'pixel', added: 'pixel_added', removed: 'pixel_removed' },
} as const satisfies Record<string, { one: string; added: ChangeType; removed: ChangeType }>
export type Technology = keyof typeof technologies
export const technologyKinds = Object.keys(technologies) as Technology[]

/** They may be a fault of the crawl: `catalog/held-changes.ts`. */
export const removalTypes = technologyKinds.map((kind) => technologies[kind].removed)

export type Removal = (typeof removalTypes)[number]

/** The list that held what was removed. */
export const listsOfRemovals = Object.fromEntries(
  technologyKinds.map((kind) => [technologies[kind].removed, kind]),
) as Record<Removal, Technology>

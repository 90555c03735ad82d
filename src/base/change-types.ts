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

/** The closed lists of amounts that imports, filters and the taxonomy share. `min` is inside the tier, `max` is not; the top tier has none. */
export type Tier = { value: string; min: number; max: number | null }

/** Visits a month. */
export const trafficTiers: readonly Tier[] = [
  { value: 'under_10k', min: 0, max: 10_000 },
  { value: '10k_50k', min: 10_000, max: 50_000 },
  { value: '50k_100k', min: 50_000, max: 100_000 },
  { value: '100k_500k', min: 100_000, max: 500_000 },
  { value: '500k_1m', min: 500_000, max: 1_000_000 },
  { value: '1m_5m', min: 1_000_000, max: 5_000_000 },
  { value: 'over_5m', min: 5_000_000, max: null },
]

/** USD a month. */
export const revenueTiers: readonly Tier[] = [
  { value: 'under_10k', min: 0, max: 10_000 },
  { value: '10k_50k', min: 10_000, max: 50_000 },
  { value: '50k_250k', min: 50_000, max: 250_000 },
  { value: '250k_1m', min: 250_000, max: 1_000_000 },
  { value: '1m_5m', min: 1_000_000, max: 5_000_000 },
  { value: 'over_5m', min: 5_000_000, max: null },
]

export const tierValues = (tiers: readonly Tier[]): string[] => tiers.map(({ value }) => value)

/** The tier that holds an amount; null for what is not an amount at all. */
export function tierOf(tiers: readonly Tier[], amount: number): string | null {
  return tiers.find((tier) => amount >= tier.min && (tier.max === null || amount < tier.max))?.value ?? null
}

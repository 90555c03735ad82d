import type { Reply } from '../api/call.ts'

export type Credits = Reply<'getUsage'>['contact_credits']
type Lot = Credits['lots'][number]

/** It does not end with the period: bought, granted or returned. */
export const isExtra = ({ source, remaining }: Lot): boolean => source !== 'period' && remaining > 0

export const sourceNames: Record<Lot['source'], string> = {
  period: 'of this period',
  pack: 'bought',
  goodwill: 'granted',
  returned: 'returned',
}

/** A word for the credits that are not of the period. */
export function nameExtra(lots: readonly Lot[]): string {
  const [source, ...others] = new Set(lots.filter(isExtra).map((lot) => lot.source))
  return source && others.length === 0 ? sourceNames[source] : 'more'
}

/** The rest of the period's own credits, and of other credits. */
export function splitCredits({ remaining, lots }: Credits): { ofPeriod: number; beyond: number } {
  const beyond = lots.filter(isExtra).reduce((sum, lot) => sum + lot.remaining, 0)
  return { ofPeriod: Math.max(0, remaining - beyond), beyond }
}

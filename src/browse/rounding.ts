/**
 * Counts of a result as an account without a plan sees them. Counts are blurred by up to a whole step before they are
 * rounded, and how much depends on the query: so two queries whose results differ by one store look the same. The same
 * query always gets the same answer, so asking again does not wear the blur off.
 */

/** Between -1 and 1, the same for the same words. */
export type Noise = (about: string) => number

/** Below this, no count is shown: small results describe single stores and people. */
export const shownFrom = 100

const smallestStep = 50

/** Three digits, as in "about 45,900"; fewer of small numbers. */
const stepOf = (count: number): number =>
  count < 1_000 ? smallestStep : Math.max(100, 10 ** (Math.floor(Math.log10(count)) - 2))

/** 0: fewer than `shownFrom`. */
export function roundTotal(count: number, noise: Noise): number {
  const step = stepOf(count)
  const blurred = count + noise('total') * step
  return blurred < shownFrom ? 0 : Math.max(shownFrom, Math.round(blurred / step) * step)
}

/** Shares of fewer would be too coarse to say anything. */
export const sharesFrom = 1_000
const shareSteps = [1, 2, 5]

export type Share = { value: string; share: number }

/** In percent, in steps of at least fifty matches; what rounds to nothing is left out. */
export function roundShares(
  facet: string,
  counted: readonly { value: string; count: number }[],
  total: number,
  noise: Noise,
): Share[] {
  const step = shareSteps.find((percent) => (percent / 100) * total >= smallestStep) ?? 5
  return counted
    .map(({ value, count }) => {
      const blurred = (100 * count) / total + (noise(`${facet} ${value}`) * step) / 2
      return { value, share: Math.min(100, Math.round(blurred / step) * step) }
    })
    .filter(({ share }) => share > 0)
    .sort((one, other) => other.share - one.share)
}

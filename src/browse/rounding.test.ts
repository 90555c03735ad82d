import { expect, it } from 'vitest'
import { roundShares, roundTotal } from './rounding.ts'

const trials = 20_000

it.each([99, 120, 700, 949, 5_000, 45_873, 1_234_567])(
  'SAMPLE-5: whether %i match or one more, an answer does not tell',
  (count) => {
    const tally = (matches: number) => {
      const answers = new Map<number, number>()
      for (let at = 0; at < trials; at += 1) {
        // Every blur that a query can get, evenly.
        const told = roundTotal(matches, () => (2 * at) / trials - 1)
        answers.set(told, (answers.get(told) ?? 0) + 1)
      }
      return answers
    }
    const [without, withOne] = [tally(count), tally(count + 1)]
    const told = new Set([...without.keys(), ...withOne.keys()])
    // The most that a guess from one answer can be better than tossing a coin.
    const advantage =
      [...told].reduce((sum, answer) => sum + Math.abs((without.get(answer) ?? 0) - (withOne.get(answer) ?? 0)), 0) /
      (2 * trials)
    expect(advantage).toBeLessThan(0.04)
  },
)

it('SAMPLE-1: totals have three digits, shares are whole percents of at least fifty matches', () => {
  const still = () => 0
  expect([99, 100, 130, 999, 1_049, 45_873, 1_234_567].map((count) => roundTotal(count, still))).toEqual([
    0, 100, 150, 1_000, 1_000, 45_900, 1_230_000,
  ])
  const counted = [
    { value: 'DE', count: 333 },
    { value: 'US', count: 600 },
    { value: 'FR', count: 20 },
  ]
  expect(roundShares('country', counted, 1_000, still)).toEqual([
    { value: 'US', share: 60 },
    { value: 'DE', share: 35 },
  ])
})

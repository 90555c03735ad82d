import { expect, it } from 'vitest'
import { describe, judge } from './judge.ts'
import type { Sample } from './samples.ts'

/** An hour, a sample every ten seconds. */
const samplesOf = (name: string, valueAt: (minute: number) => number): Sample[] =>
  Array.from({ length: 360 }, (_, at) => ({ minute: at / 6, values: { [name]: valueAt(at / 6) } }))

const isFlat = (name: string, valueAt: (minute: number) => number): boolean =>
  judge(samplesOf(name, valueAt)).every((verdict) => verdict.isFlat)

it('a soak is judged flat when memory rises only while it warms up, or swings between collections', () => {
  expect(isFlat('resident memory, MB', (minute) => 300 + 400 * Math.min(1, minute / 14))).toBe(true)
  expect(isFlat('heap, MB', (minute) => 100 + 80 * (minute % 1))).toBe(true)
})

it('a soak fails when memory, descriptors or connections grow without bound', () => {
  expect(isFlat('heap, MB', (minute) => 100 + 80 * (minute % 1) + minute)).toBe(false)
  expect(isFlat('resident memory, MB', (minute) => 300 + 3 * minute)).toBe(false)
  expect(isFlat('file descriptors', (minute) => 60 + minute)).toBe(false)
  expect(isFlat('database connections', (minute) => 30 + minute / 4)).toBe(false)
})

it('a soak fails when a table with a retention grows, and not when the ledger does', () => {
  const grown = judge(samplesOf('rows of idempotency_keys', (minute) => 700 * minute))
  expect(grown).toMatchObject([{ isFlat: false, why: 'has a retention' }])
  expect(Math.round(grown[0]!.slopePerHour)).toBe(42_000)
  expect(isFlat('rows of idempotency_keys', (minute) => 700 * Math.min(3, minute))).toBe(true)
  expect(isFlat('rows of reveals', (minute) => 700 * minute)).toBe(true)
  expect(describe(grown).at(-1)).toContain('GROWS')
})

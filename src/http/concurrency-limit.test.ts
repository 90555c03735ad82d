import { expect, it } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'

/** Lets in as many as it can, and answers them all after the given time. */
function flood(limit: ReturnType<typeof createConcurrencyLimit>, callers: string[], milliseconds: number) {
  const entries = callers.map((caller) => limit.enter(caller))
  for (const entry of entries) entry?.leave(milliseconds)
  return entries.filter((entry) => entry === null).length
}

it('on a quiet node everybody is let in', () => {
  const limit = createConcurrencyLimit({ start: 100 })
  const entries = Array.from({ length: 50 }, () => limit.enter('one'))
  expect(entries).not.toContain(null)
})

it('a flood from one caller leaves capacity for another, and capacity is released', () => {
  const limit = createConcurrencyLimit({ start: 100 })
  const noisy = Array.from({ length: 500 }, () => limit.enter('noisy'))
  expect(noisy.filter(Boolean)).toHaveLength(100)
  expect(limit.enter('quiet')).not.toBeNull()
  expect(limit.enter('noisy')).toBeNull()
  for (const entry of noisy) entry?.leave(1)
  expect(limit.underway()).toBe(1)
  expect(limit.enter('noisy')).not.toBeNull()
})

it('two floods share, and nothing grows past twice the limit', () => {
  const limit = createConcurrencyLimit({ start: 100 })
  limit.enter('two')
  const one = Array.from({ length: 300 }, () => limit.enter('one')).filter(Boolean).length
  const two = Array.from({ length: 300 }, () => limit.enter('two')).filter(Boolean).length
  expect(one).toBeLessThanOrEqual(99)
  expect(two).toBeGreaterThan(0)
  const others = Array.from({ length: 1_000 }, (_, at) => limit.enter(`other ${at}`)).filter(Boolean).length
  expect(one + two + 1 + others).toBeLessThanOrEqual(200)
})

it('the limit shrinks while answers are slow, and recovers once they are fast', () => {
  let time = 0
  const limit = createConcurrencyLimit({ start: 256, least: 32, now: () => time })
  const window = (milliseconds: number) => {
    time += 200
    return flood(
      limit,
      Array.from({ length: 300 }, (_, at) => `caller ${at % 3}`),
      milliseconds,
    )
  }
  window(3)
  for (let round = 0; round < 100; round += 1) window(80)
  expect(limit.limit()).toBe(32)
  for (let round = 0; round < 100; round += 1) window(4)
  expect(limit.limit()).toBeGreaterThan(200)
})

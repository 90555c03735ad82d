import { expect, it } from 'vitest'
import { createRetryTimes } from './retry-times.ts'

it('RUN-9: a few refused callers come back after a second, a flood over up to ten', () => {
  let now = 500
  const times = createRetryTimes(() => now)
  const told = (count: number) => Array.from({ length: count }, () => times.next())
  expect(new Set(told(200))).toEqual(new Set([1]))
  expect(new Set(told(200))).toEqual(new Set([2]))
  expect(Math.max(...told(5_000))).toBe(10)
  now += 10_000
  expect(told(1)).toEqual([1])
})

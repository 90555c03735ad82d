import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { daysUntil, inDays } from './format.ts'

describe('the days that are left', () => {
  beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 10, 15, 10, 0) }))
  afterEach(() => void vi.useRealTimers())

  const at = (day: number, hour: number): string => new Date(2026, 10, day, hour, 0).toISOString()

  it('are all of them in the moment after a period began', () => {
    const end = new Date(Date.now() + 14 * 86_400_000 - 3_000).toISOString()
    expect(daysUntil(end)).toBe(14)
    expect(inDays(end)).toBe('in 14 days')
  })

  it('are called today and tomorrow as the calendar has it, and never fall below none', () => {
    expect(inDays(at(15, 23))).toBe('today')
    expect(inDays(at(16, 1))).toBe('tomorrow')
    expect(inDays(at(16, 23))).toBe('tomorrow')
    expect(inDays(at(17, 1))).toBe('in 2 days')
    expect(inDays(at(14, 1))).toBe('today')
    expect(daysUntil(at(14, 1))).toBe(0)
  })
})

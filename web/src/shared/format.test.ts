import { execFileSync } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { daysUntil, formatSince, inDays } from './format.ts'

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

it('USAGE-7: a first day is said by the minute, a later one as a day', () => {
  const start = new Date(2026, 10, 15, 9, 5).toISOString()
  expect(formatSince(start, new Date(2026, 10, 15, 23, 0))).toBe('since 09:05 today')
  expect(formatSince(start, new Date(2026, 10, 16, 1, 0))).toBe('since 15 Nov')
  expect(formatSince(start, new Date(2027, 0, 2))).toBe('since 15 Nov 2026')
})

it.each(['America/New_York', 'Pacific/Auckland'])('a day of the calendar is the same day in %s', (TZ) => {
  const program = `import { formatUtcDay } from '${new URL('./format.ts', import.meta.url)}'
    console.log(formatUtcDay('2026-11-15'), '|', formatUtcDay('2026-11-15T23:59:59.000Z'))`
  const told = execFileSync(process.execPath, ['--input-type=module', '-e', program], { env: { ...process.env, TZ } })
  expect(String(told)).toBe('15 Nov 2026 | 15 Nov 2026\n')
})

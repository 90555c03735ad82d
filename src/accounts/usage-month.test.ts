import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addMonths, usageMonth } from './plan-state.ts'

const at = (text: string) => new Date(`${text.includes('T') ? text : `${text}T00:00:00.000`}Z`)
const month = (anchor: string, now: string) => {
  const { start, end } = usageMonth(at(anchor), at(now))
  return [start.toISOString(), end.toISOString()].map((text) => text.replace(/T00:00:00.000Z$/, ''))
}

it.each([
  ['2026-01-31', '2026-02-10', '2026-01-31', '2026-02-28'],
  ['2026-01-31', '2026-02-28', '2026-02-28', '2026-03-31'],
  ['2026-01-31', '2026-03-30', '2026-02-28', '2026-03-31'],
  ['2026-01-31', '2026-04-30', '2026-04-30', '2026-05-31'],
  ['2026-01-30', '2026-03-01', '2026-02-28', '2026-03-30'],
  ['2026-01-29', '2026-03-01', '2026-02-28', '2026-03-29'],
])(
  'a subscription of %s is, on %s, in the month from %s to %s: the last day where a month is shorter, and the 31st comes back',
  (anchor, now, start, end) => {
    expect(month(anchor, now)).toEqual([start, end])
  },
)

it.each([
  ['2024-01-31', '2024-02-29', '2024-02-29', '2024-03-31'],
  ['2024-01-31', '2024-02-28', '2024-01-31', '2024-02-29'],
  ['2024-02-29', '2025-02-28', '2025-02-28', '2025-03-29'],
  ['2024-02-29', '2028-02-29', '2028-02-29', '2028-03-29'],
  ['2100-01-31', '2100-03-01', '2100-02-28', '2100-03-31'],
])('leap years: a subscription of %s is, on %s, in the month from %s to %s', (anchor, now, start, end) => {
  expect(month(anchor, now)).toEqual([start, end])
})

it.each([
  ['2025-12-31', '2026-01-01', '2025-12-31', '2026-01-31'],
  ['2025-11-15', '2026-01-14', '2025-12-15', '2026-01-15'],
  ['2025-12-01', '2025-12-31', '2025-12-01', '2026-01-01'],
])('year ends: a subscription of %s is, on %s, in the month from %s to %s', (anchor, now, start, end) => {
  expect(month(anchor, now)).toEqual([start, end])
})

it('the time of day of the start is kept, to the millisecond', () => {
  const anchor = '2026-01-31T17:45:12.345'
  const february = ['2026-02-28T17:45:12.345Z', '2026-03-31T17:45:12.345Z']
  expect(month(anchor, '2026-02-28T17:45:12.344')).toEqual(['2026-01-31T17:45:12.345Z', february[0]])
  expect(month(anchor, '2026-02-28T17:45:12.345')).toEqual(february)
})

it('months before the start are counted backwards, for a node whose clock is behind', () => {
  expect(month('2026-03-31', '2026-03-30')).toEqual(['2026-02-28', '2026-03-31'])
})

const date = fc.date({ min: new Date('1990-01-01'), max: new Date('2120-01-01'), noInvalidDate: true })

it('PLAN-12, U5: months hold the moment they are asked for, follow each other without a gap, and keep the day of the anchor', () => {
  fc.assert(
    fc.property(date, date, (anchor, now) => {
      const { start, end } = usageMonth(anchor, now)
      expect(start <= now && now < end).toBe(true)
      expect(usageMonth(anchor, end).start).toEqual(end)
      expect(usageMonth(anchor, new Date(start.getTime() - 1)).end).toEqual(start)
      expect(usageMonth(anchor, start)).toEqual({ start, end })

      const lastDay = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0)).getUTCDate()
      expect(start.getUTCDate()).toBe(Math.min(anchor.getUTCDate(), lastDay))
      expect(start.getTime() % 86_400_000).toBe(anchor.getTime() % 86_400_000)
    }),
    { numRuns: 2_000 },
  )
})

it('adding months one by one from the anchor never drifts', () => {
  fc.assert(
    fc.property(date, fc.integer({ min: 0, max: 600 }), (anchor, count) => {
      const { start } = usageMonth(anchor, addMonths(anchor, count))
      expect(start).toEqual(addMonths(anchor, count))
    }),
  )
})

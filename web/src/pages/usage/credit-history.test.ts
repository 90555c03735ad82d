import { describe, expect, it } from 'vitest'
import { daysOf, roundUp, type Spend, spendersOf } from './credit-history.ts'

const spend = (date: string, door: Spend['door'], id: string, spent: number): Spend => ({
  date,
  door,
  actor: { type: door === 'web' ? 'member' : 'api_key', id, name: id },
  spent,
})

describe('the credit history', () => {
  const now = Date.parse('2026-03-03T12:00:00Z')
  const spends = [
    spend('2026-03-01', 'web', 'ada', 2),
    spend('2026-03-03', 'web', 'ada', 1),
    spend('2026-03-03', 'api_key', 'robot', 7),
  ]

  it('has a place for every day up to today, also for those without a spend', () => {
    const days = daysOf(spends, 3, now)
    expect(days.map(({ date, total }) => [date, total])).toEqual([
      ['2026-03-01', 2],
      ['2026-03-02', 0],
      ['2026-03-03', 8],
    ])
    expect(days[2]!.byDoor).toEqual(
      new Map([
        ['web', 1],
        ['api_key', 7],
      ]),
    )
  })

  it('sums each member and key over all days, the most first', () => {
    expect(spendersOf(spends).map(({ name, kind, spent }) => [name, kind, spent])).toEqual([
      ['robot', 'API key', 7],
      ['ada', 'Member', 3],
    ])
  })

  it('draws its top line at a round number that nothing rises above', () => {
    for (const value of [0, 1, 3, 9, 41, 99, 100, 101, 4_321]) {
      expect(roundUp(value)).toBeGreaterThanOrEqual(value)
      expect(roundUp(value) % 2).toBe(0)
    }
  })
})

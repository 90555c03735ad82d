import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cases } from '../../test/support/seed.ts'
import type { KeepRule } from '../base/backup-settings.ts'
import { dayMs } from '../base/durations.ts'
import { chooseKept } from './keep.ts'

const standard = { daily: 7, weekly: 4, monthly: 12 }
const at = (time: number) => ({ createdAt: new Date(time) })
const times = (kept: Iterable<{ createdAt: Date }>) =>
  [...kept].map(({ createdAt }) => createdAt.getTime()).sort((a, b) => a - b)

it('BACKUP-5: two years of daily backups leave 7 days, 4 weeks and 12 months', () => {
  const first = Date.UTC(2025, 0, 1, 3)
  const backups = Array.from({ length: 730 }, (_, day) => at(first + day * dayMs))
  const kept = times(chooseKept(backups, standard)).map((time) => new Date(time).toISOString().slice(0, 10))
  const months = ['01-31', '02-28', '03-31', '04-30', '05-31', '06-30', '07-31', '08-31', '09-30', '10-31', '11-30']
  expect(kept).toEqual([
    ...months.map((day) => `2026-${day}`),
    ...['2026-12-13', '2026-12-20'],
    // The last seven days; the 27th is a Sunday, so that the last of two weeks are among them.
    ...['25', '26', '27', '28', '29', '30', '31'].map((day) => `2026-12-${day}`),
  ])
})

const rules = fc.record({ daily: fc.integer({ min: 1, max: 9 }), weekly: fc.nat(6), monthly: fc.nat(14) })
const moments = fc
  .array(fc.integer({ min: 0, max: 900 * 24 }), { maxLength: 300 })
  .map((hours) => [...new Set(hours)].sort((a, b) => a - b))

it('BACKUP-5: the newest always stays, never more than the rule says, and removing day by day leaves the same as removing once', () => {
  fc.assert(
    fc.property(moments, rules, (hours, rule: KeepRule) => {
      const backups = hours.map((hour) => at(Date.UTC(2025, 0, 1) + hour * 3_600_000))
      const once = chooseKept(backups, rule)
      expect(once.size).toBeLessThanOrEqual(rule.daily + rule.weekly + rule.monthly)
      if (backups.length > 0) expect(once.has(backups.at(-1)!)).toBe(true)
      let stored: typeof backups = []
      for (const backup of backups) stored = [...chooseKept([...stored, backup], rule)]
      expect(times(stored)).toEqual(times(once))
      // Of as many days as the rule names, each has its last backup.
      const days = new Map(backups.map((backup) => [Math.floor(backup.createdAt.getTime() / dayMs), backup]))
      for (const last of [...days.values()].slice(-rule.daily)) expect(once.has(last)).toBe(true)
    }),
    { numRuns: cases(200) },
  )
})

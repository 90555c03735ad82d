import type { KeepRule } from '../base/backup-settings.ts'
import { dayMs } from '../base/durations.ts'

/** The period that a moment is in, in UTC. Weeks begin on Monday. */
const periods: Record<keyof KeepRule, (moment: Date) => number> = {
  daily: (moment) => Math.floor(moment.getTime() / dayMs),
  // Day 0 was a Thursday.
  weekly: (moment) => Math.floor((Math.floor(moment.getTime() / dayMs) + 3) / 7),
  monthly: (moment) => moment.getUTCFullYear() * 12 + moment.getUTCMonth(),
}

/**
 * The last backup of each of the most recent days, weeks and months that have one, as many as the rule says. Periods without one don't count, so backups
 * do not vanish while none are made.
 */
export function chooseKept<T extends { createdAt: Date }>(backups: readonly T[], rule: KeepRule): Set<T> {
  const newestFirst = backups.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  const kept = new Set<T>()
  for (const [name, periodOf] of Object.entries(periods) as [keyof KeepRule, (moment: Date) => number][]) {
    const seen = new Set<number>()
    for (const backup of newestFirst) {
      const period = periodOf(backup.createdAt)
      if (seen.has(period) || seen.size === rule[name]) continue
      seen.add(period)
      kept.add(backup)
    }
  }
  return kept
}

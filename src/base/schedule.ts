/** When something is due: five fields of cron (minute, hour, day of the month, month, weekday), or `daily 03:00`; always in UTC. */

import { createRequire } from 'node:module'
import type * as Cron from 'cron-parser'
import { minuteMs } from './durations.ts'

/** Loaded when a schedule is set: most commands have none, and it takes longer to load than the rest of the settings. */
const loadCron = () => createRequire(import.meta.url)('cron-parser') as typeof Cron

const parse = (schedule: string, currentDate: Date) =>
  loadCron().CronExpressionParser.parse(schedule, { tz: 'UTC', currentDate })

/** As five fields; null: this is no schedule. */
export function readSchedule(text: string): string | null {
  const daily = /^daily (\d{1,2}):(\d{2})$/i.exec(text)
  const fields = daily ? [Number(daily[2]), Number(daily[1]), '*', '*', '*'] : text.split(/\s+/)
  if (fields.length !== 5) return null
  try {
    const schedule = fields.join(' ')
    // A day that never comes, such as 30 February, has no next time.
    parse(schedule, new Date(0)).next()
    return schedule
  } catch {
    return null
  }
}

/** The last time at which it was due, `now` included. */
export const lastDue = (schedule: string, now: Date): Date =>
  parse(schedule, new Date(Math.floor(now.getTime() / minuteMs) * minuteMs + 1_000))
    .prev()
    .toDate()

/** The first time after `moment` at which it is due. */
export const nextDue = (schedule: string, moment: Date): Date => parse(schedule, moment).next().toDate()

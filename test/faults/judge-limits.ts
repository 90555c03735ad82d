/** Judges by what callers were told whether an account was served more than its limit allows. */
import { minuteMs } from '../../src/base/durations.ts'
import type { History, Violation } from './history.ts'
import type { LoadAccount } from './load.ts'

/**
 * Counters follow the database's clock, so none of its jumps may lie in a judged minute. They do not wait for the disk: a database
 * that is killed may forget the last of them, never a credit.
 */
const forgets = new Set(['the clock jumps', 'the database is killed', 'the disk is full'])

/** A request that was sent and answered within one minute of the clock was counted in that minute. */
export function judgeLimits({ reveals, faults }: History, { accountId, requestsPerMinute }: LoadAccount): Violation[] {
  const served = reveals.filter((reveal) => reveal.accountId === accountId && reveal.status === 200)
  const sure = served.filter(({ sentAt, answeredAt }) => minuteOf(sentAt) === minuteOf(answeredAt))
  const spoilt = faults.filter(({ name }) => forgets.has(name))
  const isSpoilt = (minute: number) =>
    spoilt.some(({ startedAt, endedAt }) => minuteOf(startedAt) <= minute && minute <= minuteOf(endedAt))
  return Object.entries(Object.groupBy(sure, ({ sentAt }) => minuteOf(sentAt)))
    .filter(([minute, all]) => all!.length > requestsPerMinute && !isSpoilt(Number(minute)))
    .map(([, all]) => ({
      rule: `${all!.length} requests were served in a minute, ${requestsPerMinute} are allowed`,
      reveals: all!.slice(0, 1),
    }))
}

const minuteOf = (time: number): number => Math.floor(time / minuteMs)

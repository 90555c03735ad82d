import { setTimeout } from 'node:timers/promises'
import { problems } from '../base/problems.ts'

export type Exports = {
  /**
   * The same rows, on a share of this process's time. 429 when the account has its share, 503 when too many wait already.
   * `requireRight` throws once the caller may not have the rest; it is asked every second.
   */
  paced<Row>(accountId: string, rows: AsyncIterable<Row>, requireRight: () => Promise<unknown>): AsyncIterable<Row>
}

type Options = { atOnce?: number; waitingMax?: number; perAccount?: number; waitMs?: number; exportMsMax?: number }

/** All exports together compute for this long, … */
const sliceMs = 4
/** … then others have the event loop at least until this much time has passed since the slice began. */
const everyMs = 16
/** How long an export may go on after the right to it has ended, unless its reader pauses: then its next row is refused. */
const askEveryMs = 1_000

/**
 * Exports read thousands of contacts and open each of them. So a few run at once, a bounded number wait, an account has at
 * most two, and together they take a quarter of the event loop: requests hardly notice.
 */
export function createExports({
  atOnce = 4,
  waitingMax = 32,
  perAccount = 2,
  waitMs = 20_000,
  exportMsMax = 15 * 60_000,
}: Options = {}): Exports {
  const ofAccount = new Map<string, number>()
  const waiting: (() => void)[] = []
  let running = 0
  let nextSliceAt = 0

  /** Resolves when this export may compute again. */
  async function slice(): Promise<number> {
    const startsAt = Math.max(performance.now(), nextSliceAt)
    nextSliceAt = startsAt + everyMs
    const wait = startsAt - performance.now()
    if (wait > 0) await setTimeout(wait)
    return performance.now()
  }

  function count(accountId: string, change: 1 | -1): void {
    const exports = (ofAccount.get(accountId) ?? 0) + change
    if (exports === 0) ofAccount.delete(accountId)
    else ofAccount.set(accountId, exports)
  }

  async function takePlace(): Promise<void> {
    if (running >= atOnce) {
      if (waiting.length >= waitingMax) throw problems.serviceUnavailable(10)
      const turn = Promise.withResolvers<void>()
      waiting.push(turn.resolve)
      const gaveUp = new AbortController()
      const tooLong = setTimeout(waitMs, 'too long', { signal: gaveUp.signal, ref: false }).catch(() => 'in time')
      await Promise.race([turn.promise, tooLong])
      gaveUp.abort()
      // Not among those that wait: the one that ended handed its place on, perhaps at the very moment the wait was over.
      const at = waiting.indexOf(turn.resolve)
      if (at === -1) return
      waiting.splice(at, 1)
      throw problems.serviceUnavailable(10)
    }
    running += 1
  }

  function leavePlace(): void {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  return {
    async *paced(accountId, rows, requireRight) {
      if ((ofAccount.get(accountId) ?? 0) >= perAccount) throw problems.tooManyExports(perAccount, 5)
      count(accountId, 1)
      try {
        await takePlace()
        try {
          const endsAt = performance.now() + exportMsMax
          let startedAt = await slice()
          let askedAt = startedAt
          for await (const row of rows) {
            if (performance.now() - askedAt >= askEveryMs) {
              await requireRight()
              askedAt = performance.now()
            }
            yield row
            if (performance.now() - startedAt < sliceMs) continue
            if (performance.now() > endsAt) throw new Error('The export took too long; its reader is too slow.')
            startedAt = await slice()
          }
        } finally {
          leavePlace()
        }
      } finally {
        count(accountId, -1)
      }
    },
  }
}

import { setTimeout } from 'node:timers/promises'
import { exportsPerAccount } from '../base/bounds.ts'
import { problems } from '../base/problems.ts'
import { createPlaceQueue, type ProcessPlaces } from '../base/process-places.ts'

export type Exports = {
  /**
   * The same rows, on a share of this process's time. 429 when the account has its share, 503 when too many wait already.
   * `requireRight` throws once the caller may not have the rest; it is asked every second.
   */
  paced<Row>(accountId: string, rows: AsyncIterable<Row>, requireRight: () => Promise<unknown>): AsyncIterable<Row>
  /**
   * The same for an answer that reads much to say little, such as a count. A short one is not slowed down. Those of an
   * account wait for each other; only if that takes too long are they refused with 503. `read` calls `pause` now and then while
   * it finds nothing.
   */
  scanned<Row>(accountId: string, read: (pause: () => Promise<void>) => AsyncIterable<Row>): AsyncIterable<Row>
}

type Options = {
  /** Shared by all threads of the process. */
  places: Pick<ProcessPlaces, 'exports' | 'exportsUnderway' | 'scans'>
  perAccount?: number
  waitMs?: number
  exportMsMax?: number
  time?: { now(): number; wait(ms: number): Promise<unknown> }
}

/** All exports together compute for this long, … */
const sliceMs = 4
/** … then others have the event loop at least until this much time has passed since the slice began. */
const everyMs = 16
/** How long an export may go on after the right to it has ended, unless its reader pauses: then its next row is refused. */
const askEveryMs = 1_000
/** What a scan may compute before it is paced: most people have revealed no more than this reads. */
const freeScanMs = 25

/** How long exports wait when all places are taken. */
export const exportWaitSeconds = 20

const whenFull = () => problems.serviceUnavailable(10)

/**
 * Exports read thousands of contacts and open each of them. So a few run at once in a process, a bounded number wait, an
 * account has at most `exportsPerAccount`, and together they take a quarter of a thread's event loop: requests hardly notice.
 */
export function createExports({
  places,
  perAccount = exportsPerAccount,
  waitMs = exportWaitSeconds * 1_000,
  exportMsMax = 15 * 60_000,
  time: { now, wait } = { now: () => performance.now(), wait: setTimeout },
}: Options): Exports {
  const running = createPlaceQueue(places.exports, { waitingMax: Number.POSITIVE_INFINITY, waitMs, whenFull })
  const scanning = createPlaceQueue(places.scans, { waitingMax: 64, waitMs, whenFull, perGroup: perAccount })
  let nextSliceAt = 0

  /** Resolves when this export may compute again. */
  async function slice(): Promise<number> {
    const startsAt = Math.max(now(), nextSliceAt)
    nextSliceAt = startsAt + everyMs
    const early = startsAt - now()
    if (early > 0) await wait(early)
    return now()
  }

  /** Both count as long as they wait, too. */
  function countAccount(accountId: string): () => void {
    const leave = places.exportsUnderway.take(accountId, perAccount)
    if (leave === 'group_full') throw problems.tooManyExports(perAccount, 5)
    if (leave === null) throw whenFull()
    return leave
  }

  return {
    async *paced(accountId, rows, requireRight) {
      const leaveAccount = countAccount(accountId)
      try {
        const leave = await running.take()
        try {
          const endsAt = now() + exportMsMax
          let startedAt = await slice()
          let askedAt = startedAt
          for await (const row of rows) {
            if (now() - askedAt >= askEveryMs) {
              await requireRight()
              askedAt = now()
            }
            yield row
            if (now() - startedAt < sliceMs) continue
            if (now() > endsAt) throw new Error('The export took too long; its reader is too slow.')
            startedAt = await slice()
          }
        } finally {
          leave()
        }
      } finally {
        leaveAccount()
      }
    },

    async *scanned(accountId, read) {
      const leave = await scanning.take(accountId)
      let startedAt = now() + freeScanMs - sliceMs
      const pause = async () => {
        if (now() - startedAt >= sliceMs) startedAt = await slice()
      }
      try {
        for await (const row of read(pause)) {
          yield row
          await pause()
        }
      } finally {
        leave()
      }
    },
  }
}

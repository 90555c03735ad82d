import { setImmediate } from 'node:timers/promises'
import type { Logger } from 'pino'
import { repeat } from '../base/repeat.ts'
import type { Database } from '../db/database.ts'
import type { Queue } from '../queue/queue.ts'
import type { SearchNeeds } from './find-matches.ts'
import { judgeNext, WatchFailed } from './judge-watch.ts'
import { queueMails } from './watch-mail.ts'

const everyMs = 5_000

type Needs = SearchNeeds & { database: Database; queue: Pick<Queue, 'enqueue'>; log: Logger }

/** Judges watches after the catalogue changed, and sends mails that are due. Any number of nodes may do it at once. */
export const followWatches = ({ log, ...needs }: Needs) =>
  repeat(
    everyMs,
    () => judgeWatches(needs),
    (error) => log.warn({ err: error }, 'judging watches failed'),
  )

/**
 * All that are behind the index of this node, one after the other. One that fails, or whose list is being changed, is tried again in the
 * next round, and holds up no other.
 */
export async function judgeWatches({ database, queue, ...needs }: Omit<Needs, 'log'>): Promise<void> {
  if (!needs.searchIndex.isReady()) return
  const failures: WatchFailed[] = []
  const later: string[] = []
  const judgeOne = async () => {
    try {
      const judged = await judgeNext(database, needs, later)
      if (judged && !judged.isJudged) later.push(judged.watchId)
      return judged !== null
    } catch (error) {
      if (!(error instanceof WatchFailed)) throw error
      failures.push(error)
      return later.push(error.watchId) > 0
    }
  }
  while (await judgeOne()) await setImmediate()
  await queueMails(database, queue)
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} watches could not be judged.`)
}

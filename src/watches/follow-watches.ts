import { setImmediate } from 'node:timers/promises'
import type { Logger } from 'pino'
import { repeat } from '../base/repeat.ts'
import type { Database } from '../db/database.ts'
import type { Queue } from '../queue/queue.ts'
import type { SearchNeeds } from './find-matches.ts'
import { judgeNext } from './judge-watch.ts'
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

/** All that are behind the index of this node, one after the other. */
export async function judgeWatches({ database, queue, ...needs }: Omit<Needs, 'log'>): Promise<void> {
  if (!needs.searchIndex.isReady()) return
  while (await judgeNext(database, needs)) await setImmediate()
  await queueMails(database, queue)
}

import type { Logger } from 'pino'
import type { Mailer } from '../base/mail.ts'
import type { Database } from '../db/database.ts'
import type { Queue } from '../queue/queue.ts'
import type { SearchNeeds } from './find-matches.ts'
import { followWatches } from './follow-watches.ts'
import { sendWatchMail } from './watch-mail.ts'

type Options = SearchNeeds & { background: Database; queue: Queue; mailer: Mailer; publicUrl: string; log: Logger }

/** What a node does for watches by itself: it judges them, and sends their mails. */
export function openWatches({ background, mailer, publicUrl, ...options }: Options) {
  options.queue.handle('watch_mail', (job: Parameters<typeof sendWatchMail>[3]) =>
    sendWatchMail(background, mailer, publicUrl, job),
  )
  return followWatches({ ...options, database: background })
}

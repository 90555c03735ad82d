import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { PrivacySettings } from '../base/config.ts'
import type { Mailer } from '../base/mail.ts'
import { scheduleExpiry } from '../catalog/expire-sources.ts'
import type { Database } from '../db/database.ts'
import type { Queue } from '../queue/queue.ts'
import type { PrivacyParts } from './carry-out.ts'
import { forgetElsewhere } from './erase-people.ts'
import { sendDueMails } from './mails.ts'
import { remindRecipients } from './remind-recipients.ts'
import { servePrivacy } from './serve-privacy.ts'

type Options = PrivacyParts & {
  database: Database
  background: Database
  queue: Queue
  mailer: Mailer
  log: Logger
  publicUrl: string
  /** Null: no privacy centre. Erasures by the operator's command are still followed. */
  settings: PrivacySettings | null
}

/** Privacy as a node runs it: what expires, reminders, and the privacy centre with its pages and mails. One node at a time does each. */
export function openPrivacy(server: FastifyInstance, { settings, ...options }: Options): void {
  const { queue, background, clock, keys, log } = options
  scheduleExpiry(queue, background, clock, { keys, log, onForgotten: forgetElsewhere })
  queue.schedule('erasure_reminders', '40 * * * *', () => remindRecipients(options))
  if (!settings) return
  servePrivacy(server, { ...options, settings })
  queue.schedule('privacy', '* * * * *', () => sendDueMails({ ...options, settings, database: background }))
}

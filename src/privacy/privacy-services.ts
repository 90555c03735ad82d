import type { FastifyInstance } from 'fastify'
import type { PrivacySettings } from '../base/config.ts'
import type { Mailer } from '../base/mail.ts'
import type { Database } from '../db/database.ts'
import type { Queue } from '../queue/queue.ts'
import type { PrivacyParts } from './carry-out.ts'
import { sendDueMails } from './mails.ts'
import { remindRecipients } from './remind-recipients.ts'
import { servePrivacy } from './serve-privacy.ts'

type Options = PrivacyParts & {
  database: Database
  background: Database
  queue: Queue
  mailer: Mailer
  publicUrl: string
  /** Null: no privacy centre. Erasures by the operator's command are still followed. */
  settings: PrivacySettings | null
}

/** The privacy centre as a node runs it: its pages, and the mails, which one node at a time sends. */
export function openPrivacy(server: FastifyInstance, { settings, ...options }: Options): void {
  const { queue, background } = options
  queue.schedule('erasure_reminders', '40 * * * *', () => remindRecipients(options))
  if (!settings) return
  servePrivacy(server, { ...options, settings })
  queue.schedule('privacy', '* * * * *', () => sendDueMails({ ...options, settings, database: background }))
}

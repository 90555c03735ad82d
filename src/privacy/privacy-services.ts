import type { FastifyInstance } from 'fastify'
import type { PrivacySettings } from '../base/config.ts'
import type { Mailer } from '../base/mail.ts'
import type { Database } from '../db/database.ts'
import type { Queue } from '../queue/queue.ts'
import type { PrivacyParts } from './carry-out.ts'
import { sendDueMails } from './mails.ts'
import { servePrivacy } from './serve-privacy.ts'

type Options = PrivacyParts & {
  database: Database
  background: Database
  queue: Queue
  mailer: Mailer
  publicUrl: string
  settings: PrivacySettings
}

/** The privacy centre as a node runs it: its pages, and the mails, which one node at a time sends. */
export function openPrivacy(server: FastifyInstance, { background, mailer, ...options }: Options): void {
  servePrivacy(server, options)
  options.queue.schedule('privacy', '* * * * *', () => sendDueMails({ ...options, database: background, mailer }))
}

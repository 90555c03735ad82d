import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { DropSettings } from '../base/config.ts'
import type { Mailer } from '../base/mail.ts'
import type { PrivacySettings } from '../base/privacy-settings.ts'
import { scheduleExpiry } from '../catalog/expire-sources.ts'
import type { Database } from '../db/database.ts'
import type { Queue } from '../queue/queue.ts'
import type { PrivacyParts } from './carry-out.ts'
import { readDropState } from './drop/batches.ts'
import { forgetElsewhere } from './erasing/erase-people.ts'
import { sendDueMails } from './mails.ts'
import { remindRecipients } from './remind-recipients.ts'
import { serveDrop } from './serve-drop.ts'
import { servePrivacy } from './serve-privacy.ts'

type Options = PrivacyParts & {
  database: Database
  background: Database
  queue: Queue
  mailer: Mailer
  log: Logger
  publicUrl: string
}

/** Without settings there is no privacy centre. Erasures by the operator's command are still followed. */
type PrivacyChoice = { privacy?: PrivacySettings | null; drop?: DropSettings }

/** For metrics: seconds until California's deletion lists are due. */
type PrivacyWatch = { dropDue(): Promise<number | null> }

/** Privacy as a node runs it: what expires, reminders, and the privacy centre with its pages and mails. One node at a time does each. */
export function openPrivacy(server: FastifyInstance, options: Options, chosen: PrivacyChoice): PrivacyWatch {
  const { privacy: settings, drop } = chosen
  const { queue, background, clock, keys, log } = options
  scheduleExpiry(queue, background, clock, { keys, log, onForgotten: forgetElsewhere })
  queue.schedule('erasure_reminders', '40 * * * *', () => remindRecipients(options))
  if (drop) serveDrop({ ...options, database: background, settings: drop, contact: settings?.contact ?? null })
  const dropDue = async () => {
    const state = drop?.apiKey ? await readDropState(background) : null
    return state && (state.dueAt.getTime() - clock.now().getTime()) / 1_000
  }
  if (!settings) return { dropDue }
  servePrivacy(server, { ...options, settings })
  queue.schedule('privacy', '* * * * *', () => sendDueMails({ ...options, settings, database: background }))
  return { dropDue }
}

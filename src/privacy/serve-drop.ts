import type { Logger } from 'pino'
import type { DropSettings } from '../base/config.ts'
import { dayMs, minuteMs } from '../base/durations.ts'
import type { Mailer } from '../base/mail.ts'
import type { Queue } from '../queue/queue.ts'
import { noteAsked, readDropState, takeWarning } from './drop/batches.ts'
import { itemStatuses } from './drop/items.ts'
import { type DropNeeds, type DropResult, runDrop } from './drop/run-drop.ts'
import { deletionListsLetter } from './letters.ts'

type Options = Omit<DropNeeds, 'platform'> & {
  queue: Queue
  mailer: Mailer
  log: Logger
  settings: DropSettings
  /** Who is warned; null: doctor and metrics alone. */
  contact: string | null
}

/**
 * A run is dated when it ends, so at the same minute of the next day it is not quite a day old; without this, runs would slip by an hour
 * a day. Half of the time between two looks.
 */
const slackMs = 30 * minuteMs

/** Asks the platform once a day, and sooner when it said so or something failed. */
export function serveDrop({ queue, mailer, log, settings, contact, ...needs }: Options): void {
  const { apiKey, url } = settings
  if (apiKey === null) return
  queue.schedule('drop', '25 * * * *', async () => {
    const state = await readDropState(needs.database)
    if (!state) await noteAsked(needs.database, needs.clock, { fault: 'not asked yet' })
    const now = needs.clock.now().getTime()
    const waits = state?.retryAt && state.retryAt.getTime() > now
    const isDone =
      state && !state.fault && !state.retryAt && state.askedAt && now - state.askedAt.getTime() < dayMs - slackMs
    if (!waits && !isDone) report(log, await runDrop({ ...needs, platform: { url, apiKey } }))
    if (contact !== null) await warn(needs, mailer, contact)
  })
}

function report(log: Logger, { state, message, answered }: DropResult): void {
  const facts = {
    state,
    deleted: answered[itemStatuses.deleted] ?? 0,
    opted_out: answered[itemStatuses['opted out']] ?? 0,
    not_found: answered[itemStatuses['not found']] ?? 0,
  }
  if (state === 'fault' || state === 'unanswered')
    log.warn(facts, `the deletion lists could not be answered: ${message}`)
  else log.info(facts, 'the deletion lists were looked at')
}

/** Once a day from a week before. If the mail can't be sent, it is due again with the next round. */
async function warn({ database, clock }: Omit<DropNeeds, 'platform'>, mailer: Mailer, to: string): Promise<void> {
  await database.transaction(async (tx) => {
    if (!(await takeWarning(tx, clock))) return
    await mailer.send({ to, ...deletionListsLetter((await readDropState(tx))!) })
  })
}

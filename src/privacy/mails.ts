import { hasNoMailbox, type Mailer } from '../base/mail.ts'
import type { PrivacySettings } from '../base/privacy-settings.ts'
import { isEmailHeld } from '../catalog/find-held-people.ts'
import type { Database } from '../db/database.ts'
import type { PrivacyParts } from './carry-out.ts'
import { answerLetter, dueLetter, linkLetter, notHeldLetter } from './letters.ts'
import {
  askOf,
  endRequest,
  findDueMails,
  forgetAddress,
  holdRequest,
  newLink,
  noteStep,
  noteTried,
  takeNearlyDue,
} from './requests.ts'

type MailNeeds = PrivacyParts & { database: Database; mailer: Mailer; publicUrl: string; settings: PrivacySettings }

const mailsAtOnce = 100

/**
 * Sends what is due. One mail that can't be sent keeps no other back; it is tried again with the next round, after all others, unless
 * there is no such mailbox.
 */
export async function sendDueMails(needs: MailNeeds): Promise<void> {
  const failures: unknown[] = []
  const attempt = (work: () => Promise<unknown>) => work().catch((error: unknown) => failures.push(error))
  for (const { id } of await findDueMails(needs.database, mailsAtOnce)) await attempt(() => sendOrPostpone(needs, id))
  await attempt(() => remindOperator(needs))
  if (failures.length > 0) throw new AggregateError(failures, 'mails of the privacy centre could not be sent')
}

async function sendOrPostpone(needs: MailNeeds, id: string): Promise<void> {
  try {
    await sendMail(needs, id)
  } catch (error) {
    if (!hasNoMailbox(error)) {
      await noteTried(needs.database, needs.clock, id)
      throw error
    }
    await needs.database.transaction(async (tx) => {
      await forgetAddress(tx, id)
      await noteStep(tx, needs.clock, id, 'undeliverable', 'service')
    })
  }
}

/** If the mail can't be sent, its rows are rolled back: a link is worth nothing without its mail. */
async function sendMail(needs: MailNeeds, id: string): Promise<void> {
  const { database, mailer, keys } = needs
  await database.transaction(async (tx) => {
    const request = await holdRequest(tx, id)
    const ask = request && askOf(keys, request)
    if (!ask) return
    if (request.state !== 'unconfirmed') {
      await forgetAddress(tx, id)
      return mailer.send({ to: ask.email, ...answerLetter(needs, request) })
    }
    if (await isEmailHeld(tx, request.emailHash)) {
      const token = await newLink(tx, id)
      await noteStep(tx, needs.clock, id, 'link_sent', 'service')
      return mailer.send({ to: ask.email, ...linkLetter(needs, request, token) })
    }
    await endRequest(tx, needs.clock, id, { state: 'not_held', actor: 'service', forgets: true })
    return mailer.send({ to: ask.email, ...notHeldLetter(needs, request) })
  })
}

async function remindOperator({ database, clock, mailer, settings }: MailNeeds): Promise<void> {
  await database.transaction(async (tx) => {
    const due = await takeNearlyDue(tx, clock)
    if (due.length > 0) await mailer.send({ to: settings.contact, ...dueLetter(due) })
  })
}

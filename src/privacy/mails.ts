import type { Mail, Mailer } from '../base/mail.ts'
import { layOut } from '../base/mail-layout.ts'
import { contactFooter, type PrivacySettings } from '../base/privacy-settings.ts'
import { isEmailHeld } from '../catalog/find-held-people.ts'
import type { Database } from '../db/database.ts'
import type { PrivacyParts } from './carry-out.ts'
import { fill, textsIn } from './languages/languages.ts'
import {
  askOf,
  endRequest,
  findDueMails,
  forgetAddress,
  holdRequest,
  linkDays,
  newLink,
  noteStep,
  type PrivacyRequest,
  takeNearlyDue,
} from './requests.ts'

type MailNeeds = PrivacyParts & { database: Database; mailer: Mailer; publicUrl: string; settings: PrivacySettings }

const mailsAtOnce = 100

/** Sends what is due. One mail that can't be sent keeps no other back; it is tried again with the next round. */
export async function sendDueMails(needs: MailNeeds): Promise<void> {
  const failures: unknown[] = []
  const attempt = (work: () => Promise<unknown>) => work().catch((error: unknown) => failures.push(error))
  for (const { id } of await findDueMails(needs.database, mailsAtOnce)) await attempt(() => sendMail(needs, id))
  await attempt(() => remindOperator(needs))
  if (failures.length > 0) throw new AggregateError(failures, 'mails of the privacy centre could not be sent')
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

type Letter = Omit<Mail, 'to'>

function letter(
  { publicUrl }: MailNeeds,
  { language }: PrivacyRequest,
  parts: { subject: string; paragraphs: string[]; action?: { label: string; url: string } },
): Letter {
  const { subject, ...rest } = parts
  const footer = fill(textsIn(language).mail.footer, { url: `${publicUrl}/privacy` })
  return { subject, ...layOut({ heading: subject, ...rest, footer, language }) }
}

function linkLetter(needs: MailNeeds, request: PrivacyRequest, token: string): Letter {
  const { mail, kinds, number, questions } = textsIn(request.language)
  const { name, contact } = needs.settings
  return letter(needs, request, {
    subject: fill(mail.linkSubject, { kind: kinds[request.kind].name }),
    paragraphs: [
      fill(mail.linkText, { name, days: linkDays }),
      mail.notYou,
      `${number}: ${request.id}`,
      fill(questions, { contact }),
    ],
    action: { label: mail.linkLabel, url: `${needs.publicUrl}/privacy/requests/${token}` },
  })
}

function notHeldLetter(needs: MailNeeds, request: PrivacyRequest): Letter {
  const { mail, questions } = textsIn(request.language)
  const { name, contact } = needs.settings
  return letter(needs, request, {
    subject: mail.notHeldSubject,
    paragraphs: [fill(mail.notHeldText, { name }), mail.notHeldHint, fill(questions, { contact })],
  })
}

function answerLetter(needs: MailNeeds, request: PrivacyRequest): Letter {
  const { mail, kinds, refused, reason, complain, questions } = textsIn(request.language)
  const answer =
    request.state === 'done' ? [kinds[request.kind].done] : [refused, `${reason}: ${request.refusal}`, complain]
  return letter(needs, request, {
    subject: fill(mail.answeredSubject, { number: request.id }),
    paragraphs: [...answer, fill(questions, { contact: needs.settings.contact })],
  })
}

async function remindOperator({ database, clock, mailer, settings }: MailNeeds): Promise<void> {
  await database.transaction(async (tx) => {
    const due = await takeNearlyDue(tx, clock)
    if (due.length === 0) return
    const subject = `Requests about personal data are due: ${due.length}`
    const lines = due.map(({ id, kind, dueAt }) => `${id} (${kind}), due ${dueAt.toISOString().slice(0, 10)}`)
    const paragraphs = [...lines, 'See each with "prospector privacy show NUMBER", then complete or refuse it.']
    await mailer.send({
      to: settings.contact,
      subject,
      ...layOut({ heading: subject, paragraphs, footer: contactFooter }),
    })
  })
}

/** The words of the mails of the privacy centre; when they are sent: mails.ts. */
import type { Mail } from '../base/mail.ts'
import { layOut } from '../base/mail-layout.ts'
import { contactFooter, type PrivacySettings } from '../base/privacy-settings.ts'
import { fill, textsIn } from './languages/languages.ts'
import { linkDays, type PrivacyKind, type PrivacyRequest } from './requests.ts'

type Letter = Omit<Mail, 'to'>
type LetterNeeds = { publicUrl: string; settings: PrivacySettings }
/** What a mail says of a request. */
type RequestFacts = Pick<PrivacyRequest, 'id' | 'kind' | 'state' | 'refusal' | 'language'>

function letter(
  { publicUrl }: LetterNeeds,
  { language }: RequestFacts,
  parts: { subject: string; paragraphs: string[]; action?: { label: string; url: string } },
): Letter {
  const { subject, ...rest } = parts
  const footer = fill(textsIn(language).mail.footer, { url: `${publicUrl}/privacy` })
  return { subject, ...layOut({ heading: subject, ...rest, footer, language }) }
}

export function linkLetter(needs: LetterNeeds, request: RequestFacts, token: string): Letter {
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

export function notHeldLetter(needs: LetterNeeds, request: RequestFacts): Letter {
  const { mail, questions } = textsIn(request.language)
  const { name, contact } = needs.settings
  return letter(needs, request, {
    subject: mail.notHeldSubject,
    paragraphs: [fill(mail.notHeldText, { name }), mail.notHeldHint, fill(questions, { contact })],
  })
}

export function answerLetter(needs: LetterNeeds, request: RequestFacts): Letter {
  const { mail, kinds, refused, reason, complain, questions } = textsIn(request.language)
  const answer =
    request.state === 'done' ? [kinds[request.kind].done] : [refused, `${reason}: ${request.refusal}`, complain]
  return letter(needs, request, {
    subject: fill(mail.answeredSubject, { number: request.id }),
    paragraphs: [...answer, fill(questions, { contact: needs.settings.contact })],
  })
}

/** To the operator. */
export function dueLetter(due: readonly { id: string; kind: PrivacyKind; dueAt: Date }[]): Letter {
  const subject = `Requests about personal data are due: ${due.length}`
  const lines = due.map(({ id, kind, dueAt }) => `${id} (${kind}), due ${dueAt.toISOString().slice(0, 10)}`)
  const paragraphs = [...lines, 'See each with "prospector privacy show NUMBER", then complete or refuse it.']
  return { subject, ...layOut({ heading: subject, paragraphs, footer: contactFooter }) }
}

/** The words of all mails of this module. When they are sent: mails.ts, notices.ts, remind-recipients.ts, serve-drop.ts. */
import type { Mail } from '../base/mail.ts'
import { layOut } from '../base/mail-layout.ts'
import { settingsPageUrl } from '../base/page-urls.ts'
import { contactFooter, type PrivacySettings } from '../base/privacy-settings.ts'
import type { UnnotifiedPerson } from '../catalog/unnotified-people.ts'
import { answerEveryDays } from './drop/batches.ts'
import { dayIn, fill, languageOfCountry, ownTextsIn, textsIn } from './languages/languages.ts'
import { linkDays, type PrivacyKind, type PrivacyRequest } from './requests.ts'

type Letter = Omit<Mail, 'to'>
type LetterNeeds = { publicUrl: string; settings: PrivacySettings }
/** What a notice says of a person. */
type NoticeFacts = Pick<UnnotifiedPerson, 'country' | 'store' | 'source' | 'collectedAt'>
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

/** To somebody whose data is held, before they ask. */
export function noticeLetter({ publicUrl, settings }: LetterNeeds, person: NoticeFacts): Letter {
  const { name, contact, texts } = settings
  const language = languageOfCountry(person.country)
  const { mail, unknown, purposesText, rightsText, questions } = ownTextsIn(language, texts)
  const subject = fill(mail.noticeSubject, { name })
  const facts = {
    name,
    store: person.store,
    source: person.source ?? unknown,
    date: person.collectedAt ? dayIn(language, person.collectedAt) : unknown,
  }
  const paragraphs = [fill(mail.noticeText, facts), purposesText, rightsText, fill(questions, { contact })]
  const action = { label: mail.noticeLabel, url: `${publicUrl}/privacy` }
  return { subject, ...layOut({ heading: subject, paragraphs, action, footer: mail.noticeFooter, language }) }
}

/** To the owners of an account that has not confirmed an erasure. */
export function reminderLetter(publicUrl: string, contacts: number): Letter {
  const subject = 'Confirm that you deleted erased contacts'
  const who = contacts === 1 ? 'A person that' : `${contacts.toLocaleString('en-US')} people whom`
  const paragraphs = [
    `${who} your account had revealed ${contacts === 1 ? 'was' : 'were'} erased. Delete your own copies, in your CRM and everywhere else, then confirm it.`,
    'The page lists the ids of these contacts; the event contact.erased has them, too.',
  ]
  const action = { label: 'Confirm the deletion', url: settingsPageUrl(publicUrl, 'erasures') }
  const footer = 'You get this mail because you own an account at Prospector that revealed these contacts.'
  return { subject, ...layOut({ heading: subject, paragraphs, action, footer }) }
}

/** To the operator. */
export function dueLetter(due: readonly { id: string; kind: PrivacyKind; dueAt: Date }[]): Letter {
  const subject = `Requests about personal data are due: ${due.length}`
  const lines = due.map(({ id, kind, dueAt }) => `${id} (${kind}), due ${dueAt.toISOString().slice(0, 10)}`)
  const paragraphs = [...lines, 'See each with "prospector privacy show NUMBER", then complete or refuse it.']
  return { subject, ...layOut({ heading: subject, paragraphs, footer: contactFooter }) }
}

/** To the operator. */
export function deletionListsLetter({ dueAt, fault }: { dueAt: Date; fault: string | null }): Letter {
  const subject = `California’s deletion lists are due on ${dueAt.toISOString().slice(0, 10)}`
  const paragraphs = [
    `The lists have to be fetched and answered every ${answerEveryDays} days at the latest.`,
    ...(fault ? [`The last attempt failed: ${fault}`] : []),
    'See "prospector privacy drop status", then "prospector privacy drop run".',
  ]
  return { subject, ...layOut({ heading: subject, paragraphs, footer: contactFooter }) }
}

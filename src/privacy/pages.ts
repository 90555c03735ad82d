import { type Html, html } from '../base/html.ts'
import type { PrivacySettings } from '../base/privacy-settings.ts'
import { emailLengthMax } from '../catalog/channel-values.ts'
import type { Copy } from './copy.ts'
import { dayIn, fill, type Language, languageNames, ownTextsIn, textsIn } from './languages/languages.ts'
import { dueDays, linkDays, type PrivacyKind, type PrivacyRequest, privacyKinds, proposalLengths } from './requests.ts'

export type View = { language: Language; settings: PrivacySettings }
export type PrivacyPage = { title: string; body: Html; status?: number }

const alert = (reason: string | undefined): Html =>
  reason ? html`<p class="alert" role="alert" id="reason">${reason}</p>` : html``

/** Links to the same page in the other languages. */
export const languageLinks = (path: string, current: Language): Html =>
  html`<nav class="languages" aria-label="${textsIn(current).languages}">${languageNames.map((language) =>
    language === current
      ? html`<span lang="${language}" aria-current="true">${textsIn(language).language}</span> `
      : html`<a href="${path}?language=${language}" hreflang="${language}" lang="${language}">${textsIn(language).language}</a> `,
  )}</nav>`

/** Blank lines part paragraphs. */
const paragraphs = (text: string): Html[] =>
  text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => html`<p>${paragraph.trim()}</p>`)

/** A text with the address that people write to, as a link. */
const withContact = (text: string, contact: string): (Html | string)[] =>
  text.split('{contact}').map((part, at) => (at === 0 ? part : html`<a href="mailto:${contact}">${contact}</a>${part}`))

const withLanguage = (path: string, language: Language): string => `${path}?language=${language}`

export function overview({ language, settings }: View): PrivacyPage {
  const { title, intro, about, howItWorks, kinds, questions } = ownTextsIn(language, settings.texts)
  return {
    title,
    body: html`<h1>${title}</h1>
      <p>${fill(intro, { name: settings.name })}</p>${paragraphs(about)}
      <ul>${privacyKinds.map(
        (kind) => html`<li><a href="${withLanguage(`/privacy/${kind}`, language)}">${kinds[kind].name}</a>
          <small>${kinds[kind].text}</small></li>`,
      )}</ul>
      <p class="quiet">${fill(howItWorks, { days: dueDays })}</p>
      <p class="quiet">${withContact(questions, settings.contact)}</p>`,
  }
}

type FormState = { reason?: string; status?: number; values?: URLSearchParams }

export function form({ language }: View, kind: PrivacyKind, { reason, status, values }: FormState = {}): PrivacyPage {
  const texts = textsIn(language)
  const { name, text } = texts.kinds[kind]
  const field = (id: keyof typeof proposalLengths, label: string) =>
    html`<label>${label}<input name="${id}" maxlength="${proposalLengths[id]}" value="${values?.get(id) ?? ''}"></label>`
  return {
    // A screen reader begins with the title, and says nothing by itself of an alert that was there from the start.
    title: reason ? `${reason} ${name}` : name,
    ...(status && { status }),
    body: html`<h1>${name}</h1><p>${text}</p>${alert(reason)}
      <form method="post" action="/privacy/${kind}">
        <input type="hidden" name="language" value="${language}">
        <label>${texts.email}<input name="email" type="email" maxlength="${emailLengthMax}" autocomplete="email" required
          value="${values?.get('email') ?? ''}" aria-describedby="${reason ? 'reason email-hint' : 'email-hint'}"></label>
        <p class="quiet hint" id="email-hint">${texts.emailHint}</p>
        ${
          kind === 'correct' &&
          html`<p class="quiet">${texts.correctHint}</p>
            ${field('first_name', texts.firstName)}${field('last_name', texts.lastName)}${field('title', texts.jobTitle)}
            <label>${texts.remark}<textarea name="remark" rows="4" maxlength="${proposalLengths.remark}">${values?.get('remark') ?? ''}</textarea></label>`
        }
        <button>${texts.send}</button>
      </form>${backLink(language)}`,
  }
}

const backLink = (language: Language): Html =>
  html`<p class="below"><a href="${withLanguage('/privacy', language)}">${textsIn(language).back}</a></p>`

export function sent({ language }: View): PrivacyPage {
  const { sent: title, sentText, sentHint } = textsIn(language)
  return {
    title,
    body: html`<h1>${title}</h1><p>${fill(sentText, { days: linkDays })}</p><p class="quiet">${sentHint}</p>${backLink(language)}`,
  }
}

export function linkOver({ language }: View): PrivacyPage {
  const { linkOver: title, linkOverText } = textsIn(language)
  return {
    title,
    status: 404,
    body: html`<h1>${title}</h1><p>${fill(linkOverText, { days: linkDays })}</p>${backLink(language)}`,
  }
}

/** A button, because mail programs open links by themselves. */
export function confirmation(view: View, request: PrivacyRequest, path: string, reason?: string): PrivacyPage {
  const texts = textsIn(view.language)
  const { name, text, confirm } = texts.kinds[request.kind]
  return {
    title: texts.confirmTitle,
    ...(reason && { status: 403 }),
    body: html`<h1>${name}</h1>${alert(reason)}<p>${text}</p>${numberOf(request, view.language)}
      <form method="post" action="${path}"><button>${confirm}</button></form>`,
  }
}

const numberOf = ({ id }: PrivacyRequest, language: Language): Html =>
  html`<p class="quiet">${textsIn(language).number} <strong>${id}</strong></p>`

export function progress({ language, settings }: View, request: PrivacyRequest): PrivacyPage {
  const texts = textsIn(language)
  const { name, done } = texts.kinds[request.kind]
  const answer = {
    open: () => html`<p>${texts.waiting} ${fill(texts.due, { date: dayIn(language, request.dueAt!) })}</p>`,
    done: () => html`<p>${done}</p>`,
    refused: () => html`<p>${texts.refused}</p><p>${texts.reason}: ${request.refusal}</p><p>${texts.complain}</p>`,
  }[request.state as 'open' | 'done' | 'refused']
  return {
    title: name,
    body: html`<h1>${name}</h1>${answer()}${numberOf(request, language)}
      <p class="quiet">${withContact(texts.questions, settings.contact)}</p>`,
  }
}

export function copyPage({ language, settings }: View, request: PrivacyRequest, copy: Copy, path: string): PrivacyPage {
  const texts = ownTextsIn(language, settings.texts)
  const until = new Date(request.confirmedAt!.getTime() + linkDays * 24 * 3_600_000)
  const { count, names } = copy.recipients
  const received = count === 0 ? texts.noRecipients : (names?.join(', ') ?? fill(texts.category, { count }))
  return {
    title: texts.kinds.copy.name,
    body: html`<h1>${texts.kinds.copy.name}</h1>
      <p>${copy.people.length === 0 ? texts.nothingLeft : texts.kinds.copy.done}</p>
      ${copy.shared && html`<p>${withContact(texts.shared, settings.contact)}</p>`}
      ${copy.people.map((person) => personFacts(person, language))}
      <h2>${texts.recipients}</h2><p>${received}</p>
      <h2>${texts.purposes}</h2>${paragraphs(texts.purposesText)}
      <h2>${texts.rights}</h2>${paragraphs(texts.rightsText)}
      <p><a href="${path}/copy.json" download>${texts.copyFile}</a></p>
      <p class="quiet">${fill(texts.copyUntil, { date: dayIn(language, until) })}</p>
      ${numberOf(request, language)}<p class="quiet">${withContact(texts.questions, settings.contact)}</p>`,
  }
}

function personFacts(person: Copy['people'][number], language: Language): Html {
  const { fields, unknown } = textsIn(language)
  const day = (text: string | null) => (text === null ? unknown : dayIn(language, new Date(text)))
  const rows: [string, string | null | undefined][] = [
    [fields.name, person.name],
    [fields.title, person.title],
    [fields.role, person.role],
    [fields.seniority, person.seniority],
    [fields.store, person.works_at && [...new Set([person.works_at.name, person.works_at.domain])].join(', ')],
    ...person.emails.map(({ address, status, type, verified_at }): [string, string] => [
      fields.email,
      `${address} (${type}; ${status}; ${fields.verified}: ${day(verified_at)})`,
    ]),
    ...(person.phones ?? []).map(({ number, type }): [string, string] => [fields.phone, `${number} (${type})`]),
    [fields.linkedin, person.linkedin_url],
    [fields.source, person.sources.length === 0 ? unknown : undefined],
    ...person.sources.map(({ name, label, legal_basis: basis }): [string, string] => [
      fields.source,
      [label ?? name, basis].filter((part) => part !== null).join('; '),
    ]),
    [fields.since, day(person.since)],
    [fields.updated, day(person.updated)],
  ]
  const known = rows.filter(([, value]) => value !== null && value !== undefined)
  return html`<dl>${known.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>
    ${person.hidden && html`<p class="quiet">${fields.hidden}</p>`}`
}

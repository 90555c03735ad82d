import type { Mail } from '../../../src/base/mail.ts'
import { layOut } from '../../../src/base/mail-layout.ts'
import type { PrivacySettings } from '../../../src/base/privacy-settings.ts'
import { topicOf } from '../../../src/billing/notices/notice-letters.ts'
import { unsubscribeLabel, unsubscribePath } from '../../../src/billing/notices/opt-outs.ts'
import { sampleNotices } from '../../../src/billing/notices/sample-notices.ts'
import { hubspotLetter } from '../../../src/hubspot/stop.ts'
import {
  answerLetter,
  deletionListsLetter,
  dueLetter,
  linkLetter,
  notHeldLetter,
  noticeLetter,
  reminderLetter,
} from '../../../src/privacy/letters.ts'
import { sampleMails } from '../../../src/sign-in/sample-mails.ts'
import { exampleMatch } from '../../../src/watches/list-watch-matches.ts'
import { watchLetter } from '../../../src/watches/watch-mail.ts'
import { exampleWatch } from '../../../src/watches/watch-schema.ts'
import { webhookLetter } from '../../../src/webhooks/webhook-mail.ts'

type Letters = Record<string, Omit<Mail, 'to'>>

/** Every mail that the service sends, by name, as somebody might get it. */
export const sampleLetters = (publicUrl: string, privacy: PrivacySettings | null): Letters => ({
  ...aboutBilling(publicUrl),
  ...aboutSignIn(publicUrl),
  watch: watchLetter(publicUrl, { id: exampleWatch.id, name: exampleWatch.name, count: 3, shown: [exampleMatch] }),
  webhook_warning: webhookLetter(publicUrl, { kind: 'warning', host: 'hooks.example.com' }),
  webhook_failing: webhookLetter(publicUrl, { kind: 'failing', host: 'hooks.example.com' }),
  webhook_gone: webhookLetter(publicUrl, { kind: 'gone', host: 'hooks.example.com' }),
  webhook_secret_unreadable: webhookLetter(publicUrl, { kind: 'secret_unreadable', host: 'hooks.example.com' }),
  hubspot_token_refused: hubspotLetter(publicUrl, { problem: 'token_refused', missing_scopes: [] }),
  hubspot_scopes_missing: hubspotLetter(publicUrl, {
    problem: 'scopes_missing',
    missing_scopes: ['crm.objects.contacts.write'],
  }),
  ...aboutPrivacy(publicUrl, privacy ?? sampleSettings),
})

const aboutBilling = (publicUrl: string): Letters =>
  Object.fromEntries(
    sampleNotices(publicUrl).map(({ kind, subject, letter }) => {
      const url = `${publicUrl}${unsubscribePath}?example`
      const unsubscribe = topicOf(kind) === null ? undefined : { label: unsubscribeLabel, url }
      return [kind, { subject, ...layOut({ ...letter, unsubscribe }) }]
    }),
  )

const aboutSignIn = (publicUrl: string): Letters =>
  Object.fromEntries(Object.entries(sampleMails(publicUrl)).map(([name, mail]) => [toSnakeCase(name), mail]))

const toSnakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Where the operator has not said who runs the privacy centre. */
const sampleSettings: PrivacySettings = {
  contact: 'privacy@example.com',
  name: 'Example Ltd',
  automatic: false,
  recipients: 'category',
  texts: {},
}

function aboutPrivacy(publicUrl: string, settings: PrivacySettings): Letters {
  const needs = { publicUrl, settings }
  const request = { id: 'PR-4K7M-9XQ2', kind: 'erase' as const, language: 'en' as const, refusal: null }
  const dueAt = new Date('2026-12-15T00:00:00Z')
  const person = { country: 'US', store: 'northwind-candles.example', source: 'fair', collectedAt: dueAt }
  return {
    privacy_link: linkLetter(needs, { ...request, state: 'unconfirmed' }, 'example'),
    privacy_not_held: notHeldLetter(needs, { ...request, state: 'not_held' }),
    privacy_done: answerLetter(needs, { ...request, state: 'done' }),
    privacy_refused: answerLetter(needs, { ...request, state: 'refused', refusal: 'The person can’t be told apart.' }),
    privacy_due: dueLetter([{ id: request.id, kind: request.kind, dueAt }]),
    privacy_notice: noticeLetter(needs, person),
    erasure_reminder: reminderLetter(publicUrl, 2),
    deletion_lists_due: deletionListsLetter({ dueAt, fault: null }),
  }
}

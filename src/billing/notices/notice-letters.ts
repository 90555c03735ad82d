import { quoteName } from '../../base/mail.ts'
import type { Letter } from '../../base/mail-layout.ts'
import { billingPageUrl } from '../../base/page-urls.ts'
import { count, longDay } from '../../base/words.ts'
import { cardBrandName } from '../context/card-brands.ts'
import { declinedPauseHours } from '../plans/packs.ts'
import type { MailTopic } from './opt-outs.ts'

/** Names that the database keeps, whatever share `lowPercent` is. */
const creditKinds = { low: 'credits_80', gone: 'credits_100' } as const

/** The words of every mail about billing. `prospector mail preview` shows them all. */
export const noticeKinds = [
  'trial_ending',
  'trial_ended',
  'payment_failed',
  'access_lapsed',
  creditKinds.low,
  creditKinds.gone,
  'card_expiring',
  'receipt',
  'plan_changed',
  'auto_top_up_declined',
] as const
export type NoticeKind = (typeof noticeKinds)[number]
export type NoticeLetter = { kind: NoticeKind; subject: string; letter: Letter }

/**
 * Mails that nobody needs for their account to go on, only to buy more, have a topic, by which people can turn them off, as the law
 * requires for advertising.
 */
const topics: Record<NoticeKind, MailTopic | null> = {
  trial_ending: null,
  trial_ended: null,
  payment_failed: null,
  access_lapsed: null,
  [creditKinds.low]: 'credits',
  [creditKinds.gone]: 'credits',
  card_expiring: null,
  receipt: null,
  plan_changed: null,
  auto_top_up_declined: null,
}
export const topicOf = (kind: NoticeKind): MailTopic | null => topics[kind]

function write(
  kind: NoticeKind,
  account: string,
  told: { subject: string; paragraphs: string[]; action: string },
  publicUrl: string,
): NoticeLetter {
  const { subject, paragraphs, action } = told
  const why = `You receive this email because you own the account ${quoteName(account)} on Prospector.`
  const footer = topicOf(kind) === null ? `${why} It is about your account and can’t be turned off.` : why
  const letter = { heading: subject, paragraphs, action: { label: action, url: billingPageUrl(publicUrl) }, footer }
  return { kind, subject, letter }
}

export function trialEnding(
  account: string,
  plan: string,
  { endsAt, daysLeft, outcome, price }: { endsAt: Date; daysLeft: number; outcome: TrialOutcome; price: string },
  publicUrl: string,
): NoticeLetter {
  const next = {
    charged: `Your card will then be charged ${price}, and your ${plan} plan starts. To avoid the charge, cancel before that date.`,
    cancelled:
      'You have cancelled: nothing will be charged, and access ends then. To keep it, take the cancellation back.',
    no_card: 'To keep access, add a card before that date.',
  }
  const paragraphs = [`The ${plan} trial of ${quoteName(account)} ends on ${longDay(endsAt)}.`, next[outcome]]
  const subject = `Your trial ends in ${daysLeft} ${daysLeft === 1 ? 'day' : 'days'}`
  return write('trial_ending', account, { subject, paragraphs, action: 'Manage billing' }, publicUrl)
}

/** What the end of a trial brings, as things stand. */
export type TrialOutcome = 'charged' | 'cancelled' | 'no_card'

export function trialEnded(
  account: string,
  plan: string,
  { outcome, creditsPerMonth }: { outcome: 'paid' | 'unpaid' | 'over'; creditsPerMonth: number },
  publicUrl: string,
): NoticeLetter {
  const next = {
    paid: `The first payment went through. Your plan is active, with ${count(creditsPerMonth)} contact credits a month.`,
    unpaid: 'You get new contact credits once the first payment goes through.',
    over: 'Access ended with it. Subscribe to go on.',
  }
  const paragraphs = [`The ${plan} trial of ${quoteName(account)} has ended.`, next[outcome]]
  return write(
    'trial_ended',
    account,
    { subject: 'Your trial has ended', paragraphs, action: 'View billing' },
    publicUrl,
  )
}

export function paymentFailed(
  account: string,
  plan: string,
  accessEndsAt: Date | null,
  publicUrl: string,
): NoticeLetter {
  const until = accessEndsAt ? `You keep access until ${longDay(accessEndsAt)}. ` : ''
  const paragraphs = [
    `A payment for ${plan} (${quoteName(account)}) failed.`,
    `${until}Update your card or pay the open invoice to keep your plan.`,
  ]
  return write(
    'payment_failed',
    account,
    { subject: 'Your payment failed', paragraphs, action: 'Fix payment' },
    publicUrl,
  )
}

export function accessLapsed(account: string, plan: string, publicUrl: string): NoticeLetter {
  const paragraphs = [
    `Access to ${plan} for ${quoteName(account)} has ended.`,
    'Your API keys, members and revealed contacts are kept. Subscribe to use them again.',
  ]
  return write(
    'access_lapsed',
    account,
    { subject: 'Your access has ended', paragraphs, action: 'Choose a plan' },
    publicUrl,
  )
}

export function creditsLow(
  account: string,
  { balance, periodCredits, renewsOn }: { balance: number; periodCredits: number; renewsOn: Date | null },
  publicUrl: string,
): NoticeLetter {
  const isGone = balance === 0
  const renewal = renewsOn ? `Credits renew on ${longDay(renewsOn)}. ` : ''
  // Those of packs are among what is left: how many were used of this period's does not follow from it.
  const left = `${isGone ? 'no' : count(balance)} contact ${balance === 1 ? 'credit' : 'credits'} left`
  const paragraphs = [
    `${quoteName(account)} has ${left}; this period came with ${count(periodCredits)}.`,
    `${renewal}You can upgrade or buy extra credits at any time.`,
  ]
  const subject = isGone ? 'You are out of contact credits' : 'Your contact credits are running low'
  return write(
    isGone ? creditKinds.gone : creditKinds.low,
    account,
    { subject, paragraphs, action: 'Get more credits' },
    publicUrl,
  )
}

export function cardExpiring(
  account: string,
  { brand, last4, expMonth, expYear }: { brand: string; last4: string; expMonth: number; expYear: number },
  publicUrl: string,
): NoticeLetter {
  const expiry = `${String(expMonth).padStart(2, '0')}/${expYear}`
  const paragraphs = [
    `The card on file for ${quoteName(account)} (${cardBrandName(brand)} ending in ${last4}) expires at the end of ${expiry}.`,
    'Add a new card so that your next payment goes through.',
  ]
  return write(
    'card_expiring',
    account,
    { subject: 'Your card expires soon', paragraphs, action: 'Update card' },
    publicUrl,
  )
}

export function receipt(account: string, what: string, total: string, publicUrl: string): NoticeLetter {
  const paragraphs = [
    `We received your payment of ${total} for ${what} (${quoteName(account)}). Thank you.`,
    'The invoice is on your billing page, ready to download.',
  ]
  return write(
    'receipt',
    account,
    { subject: `Receipt for your payment of ${total}`, paragraphs, action: 'View invoices' },
    publicUrl,
  )
}

export function planChanged(
  account: string,
  from: string,
  to: string,
  creditsPerMonth: number,
  publicUrl: string,
): NoticeLetter {
  const paragraphs = [
    `The plan of ${quoteName(account)} changed from ${from} to ${to}.`,
    `${to} includes ${count(creditsPerMonth)} contact credits a month.`,
  ]
  return write(
    'plan_changed',
    account,
    { subject: `Your plan is now ${to}`, paragraphs, action: 'View billing' },
    publicUrl,
  )
}

export function autoTopUpDeclined(account: string, pack: string, publicUrl: string): NoticeLetter {
  const paragraphs = [
    `The automatic purchase of ${pack} for ${quoteName(account)} was declined by your card’s bank.`,
    `We will not try again for ${declinedPauseHours} hours. Update your card, or buy credits yourself.`,
  ]
  return write(
    'auto_top_up_declined',
    account,
    { subject: 'Automatic top-up failed', paragraphs, action: 'Fix payment' },
    publicUrl,
  )
}

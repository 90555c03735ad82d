import { type Account, planOf } from '../accounts/accounts.ts'
import { accessStatuses, type Plans } from '../accounts/plan.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { quoteName } from '../mail.ts'
import { ownersOf } from '../members/owners.ts'
import { billingPageUrl } from '../page-urls.ts'
import type { Settled } from './settle.ts'

type NoticeKind = 'trial_ended' | 'payment_failed' | 'access_lapsed' | 'credits_80' | 'credits_100'

/** A mail to every owner. `about` says which trial, failure, lapse or period: there is one notice for each, ever. */
type Notice = { kind: NoticeKind; about: string; subject: string; body: string }

/** Written in the transaction of what they tell about; send-notices.ts sends them afterwards. */
export async function queueNotices(tx: Db, clock: Clock, account: Account, notices: Notice[]): Promise<void> {
  if (notices.length === 0) return
  const owners = await ownersOf(tx, account.id)
  for (const { kind, about, subject, body } of notices) {
    await tx.query(sql`
      INSERT INTO billing_notices (account_id, kind, about, user_id, subject, body, created_at, next_attempt_at)
      SELECT ${account.id}, ${kind}, ${about}, user_id, ${subject}, ${body}, ${clock.sql}, ${clock.sql}
      FROM unnest(${owners.map((owner) => owner.userId)}::text[]) AS user_id
      ON CONFLICT DO NOTHING`)
  }
}

/** What the owners hear about a change that the provider brought. */
export function noticesOf({ before, after, standing }: Settled, plans: Plans, publicUrl: string): Notice[] {
  const notices: Notice[] = []
  if (before.status === 'trialing' && after.status !== 'trialing') {
    notices.push(trialEnded({ ...before, status: after.status }, plans, publicUrl))
  }
  if (standing.debt) notices.push(paymentFailed(after, standing.debt.invoiceId, plans, publicUrl))
  if (accessStatuses.includes(before.status) && after.status === 'lapsed') {
    notices.push(accessLapsed(after, plans, publicUrl))
  }
  return notices
}

/** `account` still in its trial's period, `status` what came of it. */
export function trialEnded(account: Account, plans: Plans, publicUrl: string): Notice {
  const plan = planOf(plans, account)
  const outcome =
    account.status === 'active'
      ? `The first payment went through: ${plan.name} is active, with ${number(plan.creditsPerMonth)} contact credits a month.`
      : `Until the first payment goes through, there are no further contact credits.`
  return {
    kind: 'trial_ended',
    about: account.periodAnchor!.toISOString(),
    subject: `The trial of ${quoteName(account.name)} has ended`,
    body: letter(`The trial of ${plan.name} for ${quoteName(account.name)} has ended.`, outcome, publicUrl),
  }
}

function paymentFailed(account: Account, invoiceId: string, plans: Plans, publicUrl: string): Notice {
  const plan = planOf(plans, account)
  const until = account.accessEndsAt ? `Access stays until ${day(account.accessEndsAt)}.` : ''
  return {
    kind: 'payment_failed',
    about: invoiceId,
    subject: `A payment for ${quoteName(account.name)} failed`,
    body: letter(
      `A payment for ${plan.name} (${quoteName(account.name)}) failed.`,
      `${until} Update the card or try again to keep it.`.trim(),
      publicUrl,
    ),
  }
}

export function accessLapsed(account: Account, plans: Plans, publicUrl: string): Notice {
  const plan = planOf(plans, account)
  return {
    kind: 'access_lapsed',
    about: (account.accessEndsAt ?? account.periodAnchor!).toISOString(),
    subject: `${quoteName(account.name)} no longer has access`,
    body: letter(
      `The access of ${quoteName(account.name)} (${plan.name}) has ended.`,
      'API keys and members stay, but reach only billing until the plan is paid again. Nothing you revealed is lost.',
      publicUrl,
    ),
  }
}

export function creditsLow(
  account: Pick<Account, 'name'>,
  credits: { balance: number; periodCredits: number; periodStart: Date; periodEnd: Date | null },
  publicUrl: string,
): Notice {
  const { balance, periodCredits, periodStart, periodEnd } = credits
  const isGone = balance === 0
  const renewal = periodEnd ? ` The period ends on ${day(periodEnd)}.` : ''
  return {
    kind: isGone ? 'credits_100' : 'credits_80',
    about: periodStart.toISOString(),
    subject: isGone
      ? `${quoteName(account.name)} has used all contact credits`
      : `${quoteName(account.name)} is low on contact credits`,
    body: letter(
      `${quoteName(account.name)} has used ${number(periodCredits - balance)} of ${number(periodCredits)} contact credits.`,
      `${number(balance)} are left.${renewal}`,
      publicUrl,
    ),
  }
}

const letter = (happened: string, consequence: string, publicUrl: string): string =>
  `${happened}\n\n${consequence}\n\nBilling: ${billingPageUrl(publicUrl)}\n`

const number = (value: number): string => value.toLocaleString('en-US')
const day = (date: Date): string => `${date.toISOString().slice(0, 10)} (UTC)`

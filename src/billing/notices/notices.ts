import type { Account } from '../../accounts/accounts.ts'
import { accessStatuses, hasApiAccess } from '../../accounts/api-access.ts'
import { isInTrial, planOf } from '../../accounts/plan-state.ts'
import { dayMs } from '../../base/durations.ts'
import { layOut } from '../../base/mail-layout.ts'
import { sql } from '../../base/sql.ts'
import type { Db } from '../../db/database.ts'
import { ownersOf } from '../../members/owners.ts'
import type { BillingContext } from '../context/billing-context.ts'
import { formatMoney } from '../plans/money.ts'
import type { Pack } from '../plans/packs.ts'
import { isLapsedByClock } from '../settle/plan-changed-event.ts'
import type { Settlement } from '../settle/settle.ts'
import type { InvoiceSnapshot, SubscriptionSnapshot } from '../settle/snapshot.ts'
import type { Card } from '../settle/snapshots.ts'
import { accountOfInvoice } from '../settle/subscriptions.ts'
import * as letters from './notice-letters.ts'
import { unsubscribeLabel, unsubscribeUrl } from './opt-outs.ts'

/** A mail to every owner. `about` says which trial, failure, lapse or period: there is one notice for each, ever. */
export type Notice = letters.NoticeLetter & { about: string }

/** Names one mail. */
export type NoticeKey = { account_id: string; kind: letters.NoticeKind; about: string; user_id: string }

/** Written in the transaction of their cause, together with the jobs that send them (send-notices.ts). */
export async function queueNotices(
  tx: Db,
  context: BillingContext,
  account: Account,
  notices: Notice[],
): Promise<void> {
  if (notices.length === 0) return
  const { clock, enqueue } = context
  const owners = await ownersOf(tx, account.id)
  const mails = owners.flatMap(({ userId }) => notices.map((notice) => writeTo(userId, notice, context)))
  const of = (field: keyof (typeof mails)[number]): string[] => mails.map((mail) => mail[field])
  // Nodes of the release before send what is due: to them, these never are.
  const queued = await tx.query<NoticeKey>(sql`
    INSERT INTO billing_notices (account_id, kind, about, user_id, subject, body, html, created_at, next_attempt_at)
    SELECT ${account.id}, kind, about, user_id, subject, body, html, ${clock.sql}, 'infinity'
    FROM unnest(${of('kind')}::text[], ${of('about')}::text[], ${of('userId')}::text[], ${of('subject')}::text[],
      ${of('text')}::text[], ${of('html')}::text[]) AS mail (kind, about, user_id, subject, body, html)
    ON CONFLICT DO NOTHING
    RETURNING account_id, kind, about, user_id`)
  for (const notice of queued) await enqueue(tx, 'notice', notice)
}

function writeTo(userId: string, { kind, about, subject, letter }: Notice, { publicUrl, authSecret }: BillingContext) {
  const topic = letters.topicOf(kind)
  const unsubscribe = topic && {
    label: unsubscribeLabel,
    url: unsubscribeUrl(publicUrl, authSecret, { userId, topic }),
  }
  return { kind, about, userId, subject, ...layOut({ ...letter, ...(unsubscribe && { unsubscribe }) }) }
}

/** Payments that are older than this when we hear of them get no receipt: somebody has one. */
const receiptDays = 3

/** The notices to owners about a change at the provider. */
export function noticesOf({ before, after, standing, known }: Settlement, context: BillingContext): Notice[] {
  const { plans, publicUrl, clock } = context
  const notices: Notice[] = []
  if (before.status === 'trialing' && after.status !== 'trialing') {
    notices.push(trialEnded({ ...before, status: after.status }, context))
  }
  if (standing.debt && after.status === 'past_due') {
    const letter = letters.paymentFailed(after.name, planOf(plans, after).name, after.accessEndsAt, publicUrl)
    notices.push({ ...letter, about: standing.debt.invoiceId })
  }
  if (accessStatuses.includes(before.status) && after.status === 'lapsed') {
    // A lapse that the clock brought first is the same one, told by the day on which that ended access.
    const { accessEndsAt } = isLapsedByClock(before, clock.now()) ? before : after
    notices.push(accessLapsed({ ...after, accessEndsAt }, context))
  }
  if (before.planId !== after.planId && before.status === 'active' && after.status === 'active') {
    const [from, to] = [planOf(plans, before), planOf(plans, after)]
    const letter = letters.planChanged(after.name, from.name, to.name, to.creditsPerMonth, publicUrl)
    notices.push({ ...letter, about: `${from.id} ${to.id} ${clock.now().toISOString()}` })
  }
  const since = clock.now().getTime() - receiptDays * dayMs
  const invoices = known.customers.flatMap(({ snapshot }) =>
    snapshot.invoices.filter((invoice) => accountOfInvoice(snapshot, invoice) === after.id),
  )
  for (const invoice of invoices) if (isNewlyPaid(invoice, since)) notices.push(receipt(after, invoice, context))
  return notices
}

const isNewlyPaid = ({ state, paidAt, amountPaid }: InvoiceSnapshot, since: number): boolean =>
  state === 'paid' && paidAt !== null && paidAt >= since && amountPaid > 0

function receipt(account: Account, invoice: InvoiceSnapshot, { plans, publicUrl }: BillingContext): Notice {
  const { pack, planId, amountPaid, currency } = invoice
  const what = pack
    ? `${pack.credits.toLocaleString('en-US')} contact credits`
    : (plans.get(planId ?? '')?.name ?? 'Subscription')
  return {
    ...letters.receipt(account.name, what, formatMoney(amountPaid, currency), publicUrl),
    about: invoice.invoiceId,
  }
}

/** `account` still in its trial's period, `status` after it. */
export function trialEnded(account: Account, { plans, publicUrl }: BillingContext): Notice {
  const { name, creditsPerMonth } = planOf(plans, account)
  const { status, trialEndsAt, accessEndsAt } = account
  const isOver = !accessStatuses.includes(status) || (accessEndsAt !== null && accessEndsAt <= trialEndsAt!)
  const outcome = status === 'active' ? 'paid' : isOver ? 'over' : 'unpaid'
  return {
    ...letters.trialEnded(account.name, name, { outcome, creditsPerMonth }, publicUrl),
    about: account.periodAnchor!.toISOString(),
  }
}

/** `subscription` is what the account has at the provider; null: the operator gave the trial. */
export function trialEnding(
  account: Account,
  subscription: Pick<SubscriptionSnapshot, 'interval' | 'endsAt'> | null,
  { plans, publicUrl, clock }: BillingContext,
): Notice {
  const { name, prices, priceLabel } = planOf(plans, account)
  const sold = prices.find(({ interval }) => interval === subscription?.interval) ?? prices[0]
  const price = sold ? formatMoney(sold.amount, sold.currency) : priceLabel
  const outcome = subscription?.endsAt != null ? 'cancelled' : account.paymentMethodOnFile ? 'charged' : 'no_card'
  const endsAt = account.trialEndsAt!
  const daysLeft = Math.ceil((endsAt.getTime() - clock.now().getTime()) / dayMs)
  return {
    ...letters.trialEnding(account.name, name, { endsAt, daysLeft, outcome, price }, publicUrl),
    about: account.periodAnchor!.toISOString(),
  }
}

export function accessLapsed(account: Account, { plans, publicUrl }: BillingContext): Notice {
  return {
    ...letters.accessLapsed(account.name, planOf(plans, account).name, publicUrl),
    about: (account.accessEndsAt ?? account.periodAnchor!).toISOString(),
  }
}

/** Without a word of a renewal where none will come: access ends before it, or nobody can be charged after the trial. */
export function creditsLow(
  account: Account,
  credits: { balance: number; periodCredits: number; periodStart: Date; periodEnd: Date | null },
  { publicUrl }: Pick<BillingContext, 'publicUrl'>,
): Notice {
  const { periodEnd } = credits
  const isPaidOn = !isInTrial(account) || account.paymentMethodOnFile
  const renewsOn = periodEnd && isPaidOn && hasApiAccess(account, periodEnd) ? periodEnd : null
  return {
    ...letters.creditsLow(account.name, { ...credits, renewsOn }, publicUrl),
    about: credits.periodStart.toISOString(),
  }
}

/** How long before its end a card is announced to expire, once for each card. */
export const cardExpiringDays = 31

export function cardExpiring(
  account: Pick<Account, 'name'>,
  card: Card,
  { clock, publicUrl }: Pick<BillingContext, 'clock' | 'publicUrl'>,
): Notice[] {
  const endsAt = new Date(Date.UTC(card.expYear, card.expMonth, 1))
  const now = clock.now()
  if (endsAt <= now || endsAt.getTime() - now.getTime() > cardExpiringDays * dayMs) return []
  return [{ ...letters.cardExpiring(account.name, card, publicUrl), about: `${card.last4} ${endsAt.toISOString()}` }]
}

export function autoTopUpDeclined(account: Account, pack: Pack, about: string, { publicUrl }: BillingContext): Notice {
  return { ...letters.autoTopUpDeclined(account.name, pack.name, publicUrl), about }
}

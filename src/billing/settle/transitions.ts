import type { PlanStatus } from '../../accounts/plan.ts'
import type { InvoiceSnapshot } from './snapshot.ts'

/**
 * Every situation that a subscription can be in at the provider. The provider's own states, and those in which its state
 * does not say enough by itself.
 */
export type Situation =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'trialing_again'
  | 'trial_over_unpaid'
  | 'active'
  | 'collection_paused'
  | 'invoice_sent'
  | 'invoice_overdue'
  | 'past_due'
  | 'unpaid'
  | 'paused'
  | 'canceled'

export type Row = {
  situation: Situation
  /** Null: there is no subscription as far as we are concerned. */
  status: PlanStatus | null
  /** What ends access, whichever comes first; a cancellation always does. */
  until: ('trial_news' | 'paid_period' | 'due_date' | 'renewal_news' | 'grace')[]
  why: string
}

/**
 * What each situation means for access. There is no other place that decides it. Credits follow from invoices and trials, and from the
 * clock: with access a month opens when it begins, paid for or not yet (`openablePeriod`).
 */
export const situations: readonly Row[] = [
  {
    situation: 'incomplete',
    status: null,
    until: [],
    why: 'The first payment has not come; nothing was bought yet.',
  },
  {
    situation: 'incomplete_expired',
    status: null,
    until: [],
    why: 'The first payment never came within 23 hours. The provider never charges for it again.',
  },
  {
    situation: 'trialing',
    status: 'trialing',
    until: ['trial_news'],
    why: 'The account’s one trial.',
  },
  {
    situation: 'trialing_again',
    status: 'lapsed',
    until: [],
    why: 'A second trial of the same person is a wait for the first payment.',
  },
  {
    situation: 'trial_over_unpaid',
    status: 'trialing',
    until: ['trial_news'],
    why: 'The provider drafts the first invoice at the end of the trial and collects it about an hour later.',
  },
  {
    situation: 'active',
    status: 'active',
    until: ['renewal_news'],
    why: 'Paid, or the last invoice was forgiven (void, uncollectible).',
  },
  {
    situation: 'collection_paused',
    status: 'active',
    until: ['paid_period'],
    why: 'The operator paused collection: access lasts as long as what was paid for, and no unpaid month is granted.',
  },
  {
    situation: 'invoice_sent',
    status: 'active',
    until: ['due_date'],
    why: 'The customer pays by invoice, and one waits to be paid: its month is open until it is due.',
  },
  {
    situation: 'invoice_overdue',
    status: 'past_due',
    until: ['paid_period'],
    why: 'An invoice that was sent is overdue, or a second one is unpaid: access lasts as long as what was paid for.',
  },
  {
    situation: 'past_due',
    status: 'past_due',
    until: ['grace'],
    why: 'A payment failed; the provider tries again.',
  },
  {
    situation: 'unpaid',
    status: 'lapsed',
    until: [],
    why: 'The provider gave up collecting but keeps the subscription. Paying the open invoice brings access back.',
  },
  {
    situation: 'paused',
    status: 'lapsed',
    until: [],
    why: 'A trial that ended without a card, or a pause by the operator.',
  },
  {
    situation: 'canceled',
    status: 'lapsed',
    until: [],
    why: 'The subscription has ended. A new one needs a new checkout.',
  },
]

export const rowOf = (situation: Situation): Row => situations.find((row) => row.situation === situation)!

type InvoiceRow = {
  state: InvoiceSnapshot['state']
  /** Its period is one that was paid for: the ledger opens it. */
  opensPeriod: boolean
  /** It is a debt, once the provider has tried to collect it. */
  isOwed: boolean
  /** Nobody asks for it any more: a trial before it is over and done with. */
  isSettled: boolean
  why: string
}

/** What each state of an invoice means. Access follows from the subscription; invoices say what was paid and what is owed. */
export const invoiceStates: readonly InvoiceRow[] = [
  {
    state: 'draft',
    opensPeriod: false,
    isOwed: false,
    isSettled: false,
    why: 'The provider collects it about an hour later. Until then access and credits go on.',
  },
  {
    state: 'open',
    opensPeriod: false,
    isOwed: true,
    isSettled: false,
    why: 'Waits for a payment. After a failed attempt it is the debt that grace counts from.',
  },
  {
    state: 'paid',
    opensPeriod: true,
    isOwed: false,
    isSettled: true,
    why: 'Its period and its pack are granted, once.',
  },
  {
    state: 'uncollectible',
    opensPeriod: false,
    isOwed: false,
    isSettled: true,
    why: 'Written off by the operator: no debt. The account is what the subscription says.',
  },
  {
    state: 'void',
    opensPeriod: false,
    isOwed: false,
    isSettled: true,
    why: 'Withdrawn by the operator: no debt. The account is what the subscription says.',
  },
]

export const invoiceRowOf = (state: InvoiceSnapshot['state']): InvoiceRow =>
  invoiceStates.find((row) => row.state === state)!

type Payment = 'kept' | 'refunded_in_part' | 'refunded' | 'dispute_open' | 'dispute_won' | 'dispute_lost'

type PaymentRow = {
  payment: Payment
  /** How many of the unspent credits that it bought; never more than there are. */
  takesBack: 'nothing' | 'share' | 'everything'
  why: string
}

/** What becomes of the credits that a payment bought. None of these changes access, which is the subscription's. */
export const payments: readonly PaymentRow[] = [
  { payment: 'kept', takesBack: 'nothing', why: 'Nothing was given back.' },
  { payment: 'refunded_in_part', takesBack: 'share', why: 'As much of the credits as of the money.' },
  { payment: 'refunded', takesBack: 'everything', why: 'The money is back with the customer.' },
  { payment: 'dispute_open', takesBack: 'nothing', why: 'Nobody knows yet who is right.' },
  { payment: 'dispute_won', takesBack: 'nothing', why: 'The payment stays.' },
  { payment: 'dispute_lost', takesBack: 'everything', why: 'Like a full refund.' },
]

export const paymentRowOf = (payment: Payment): PaymentRow => payments.find((row) => row.payment === payment)!

/** A refund counts next to a dispute that is open or won; a lost one takes everything. */
export function paymentOf({
  amountPaid,
  amountRefunded,
  dispute,
}: Pick<InvoiceSnapshot, 'amountPaid' | 'amountRefunded' | 'dispute'>): Payment {
  if (dispute === 'lost') return 'dispute_lost'
  if (amountRefunded > 0) return amountRefunded < amountPaid ? 'refunded_in_part' : 'refunded'
  return dispute === null ? 'kept' : `dispute_${dispute}`
}

/** How long access stays after a payment failed. */
export const graceDays = 7

/**
 * How long after its end a trial still waits for the first payment. Stripe draws up the first invoice at the trial's end
 * and charges it about an hour later; without news within a day, access ends as if the payment had failed for good.
 */
export const trialNewsHours = 24

/**
 * How long an account stays active after the end of the period that we know to be paid, if we hear nothing. Renewals are
 * reported within seconds and looked for every hour, so this matters only when the provider can't be reached for days.
 */
export const renewalNewsDays = 3

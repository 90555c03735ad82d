import type { Interval } from '../settle/snapshot.ts'

/** A subscription as the sandbox stores it, with the card of its customer. */
export type SandboxSubscription = {
  subscriptionId: string
  accountId: string
  customerId: string
  planId: string
  interval: Interval
  startedAt: Date
  trialEndsAt: Date | null
  /** What is paid for, or due: the trial first, then month by month or year by year. */
  periodStart: Date
  periodEnd: Date
  billingAnchor: Date
  cancelAtPeriodEnd: boolean
  /** What the next period will be, when it is to be something else. */
  scheduled: { planId: string; interval: Interval } | null
  openInvoiceId: string | null
  endedAt: Date | null
  cardLast4: string
  cardPays: boolean
}

export type CardOnFile = Pick<SandboxSubscription, 'cardLast4' | 'cardPays'>

export type SandboxInvoice = {
  invoiceId: string
  accountId: string
  subscriptionId: string | null
  planId: string | null
  description: string
  status: 'open' | 'paid' | 'void'
  amount: number
  amountRefunded: number
  currency: string
  periodStart: Date
  periodEnd: Date
  createdAt: Date
  paidAt: Date | null
  pack: { packId: string; credits: number; validMonths: number } | null
}

/** What an action leaves behind: the subscription as it is now, and the invoices that it wrote or changed. */
export type Change = { subscription: SandboxSubscription; invoices: SandboxInvoice[] }

/** A subscription as the sandbox stores it, with the card of its customer. */
export type SandboxSubscription = {
  subscriptionId: string
  accountId: string
  customerId: string
  planId: string
  startedAt: Date
  trialEndsAt: Date | null
  /** What is paid for, or due: the trial first, then month by month. */
  periodStart: Date
  periodEnd: Date
  billingAnchor: Date
  cancelAtPeriodEnd: boolean
  openInvoiceId: string | null
  endedAt: Date | null
  cardLast4: string
  cardPays: boolean
}

export type CardOnFile = Pick<SandboxSubscription, 'cardLast4' | 'cardPays'>

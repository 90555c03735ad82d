import type Stripe from 'stripe'
import type { InvoiceSnapshot } from '../settle/snapshot.ts'
import { idOf, type Reach } from './client.ts'

type Refunds = Pick<InvoiceSnapshot, 'amountRefunded' | 'dispute'>

/** Refunded and disputed amounts, by payment intent. */
export type Charges = ReadonlyMap<string, Refunds>

export async function readCharges(stripe: Stripe, reach: Reach, customerId: string): Promise<Charges> {
  const { data } = await reach(stripe.charges.list({ customer: customerId, limit: 100 }))
  const charges = new Map<string, Refunds>()
  for (const charge of data) {
    if (charge.payment_intent === null || (charge.amount_refunded === 0 && !charge.disputed)) continue
    const dispute = charge.disputed ? await readDispute(stripe, reach, charge.id) : null
    charges.set(idOf(charge.payment_intent), { amountRefunded: charge.amount_refunded, dispute })
  }
  return charges
}

async function readDispute(stripe: Stripe, reach: Reach, charge: string): Promise<Refunds['dispute']> {
  const { data } = await reach(stripe.disputes.list({ charge, limit: 1 }))
  const status = data[0]?.status
  if (status === 'lost') return 'lost'
  if (status === 'won') return 'won'
  return status === undefined || status === 'warning_closed' || status === 'prevented' ? null : 'open'
}

/** An invoice may have been paid in parts. */
export function refundsOf(charges: Charges, invoice: Stripe.Invoice): Refunds {
  const parts = (invoice.payments?.data ?? []).flatMap(({ payment }) =>
    payment.payment_intent ? (charges.get(idOf(payment.payment_intent)) ?? []) : [],
  )
  const disputes = parts.map(({ dispute }) => dispute)
  return {
    amountRefunded: parts.reduce((sum, { amountRefunded }) => sum + amountRefunded, 0),
    dispute: (['lost', 'open', 'won'] as const).find((state) => disputes.includes(state)) ?? null,
  }
}

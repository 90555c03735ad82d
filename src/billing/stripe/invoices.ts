import type Stripe from 'stripe'
import { readCharges, refundsOf } from './charges.ts'
import { inMs, unlessMissing } from './client.ts'
import { invoiceStateOf as stateOf, subjectOf } from './states.ts'
import type { StripeAccess } from './stripe-access.ts'
import type { ProviderInvoice } from './stripe-billing.ts'

export async function listInvoices({ stripe, reach }: StripeAccess, customerId: string): Promise<ProviderInvoice[]> {
  const invoices = await reach(
    unlessMissing(stripe.invoices.list({ customer: customerId, limit: 100, expand: ['data.payments'] })),
  )
  if (!invoices) return []
  const charges = await readCharges(stripe, reach, customerId)
  return invoices.data
    .filter(({ status, total }) => status !== null && status !== 'draft' && total > 0)
    .map((invoice) => {
      const { amountRefunded, dispute } = refundsOf(charges, invoice)
      return {
        id: invoice.id,
        ...subjectOf(invoice),
        number: invoice.number,
        description: describe(invoice),
        state: stateOf(invoice),
        total: invoice.total,
        amountRefunded,
        isDisputed: dispute === 'open' || dispute === 'lost',
        currency: invoice.currency,
        createdAt: new Date(inMs(invoice.created)),
        url: invoice.hosted_invoice_url ?? null,
        pdfUrl: invoice.invoice_pdf ?? null,
      }
    })
}

const describe = ({ description, lines }: Stripe.Invoice): string =>
  description ?? lines.data.at(-1)?.description ?? 'Subscription'

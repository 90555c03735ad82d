import { Type } from 'typebox'
import { count, dateTime, nullableString, oneOf, requestIdExample, wholeList, wholeListOf } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { formatMoney } from './plans/money.ts'
import { readKnown } from './settle/facts.ts'
import { accountOfInvoice } from './settle/subscriptions.ts'
import type { ProviderInvoice } from './stripe/stripe-billing.ts'
import type { BillingNeeds } from './sync/billing-services.ts'

const statuses = ['paid', 'open', 'void', 'uncollectible', 'refunded', 'partly_refunded', 'disputed'] as const

const invoice = Type.Object({
  id: Type.String({ description: 'The payment provider’s id of the invoice.' }),
  object: Type.Literal('invoice'),
  number: nullableString({ description: 'The number printed on the invoice; null until it is final.' }),
  description: Type.String({ description: 'What was bought.' }),
  status: oneOf(statuses, { description: 'Where the payment stands.' }),
  total: count({ description: 'In the smallest unit of the currency.' }),
  currency: Type.String({ description: 'Three-letter ISO 4217 code, in lower case.' }),
  total_label: Type.String({ description: 'The total as people read it, such as `$99`.' }),
  created_at: dateTime({ description: 'When the invoice was made.' }),
  url: nullableString({ format: 'uri', description: 'The invoice as a page.' }),
  pdf_url: nullableString({ format: 'uri', description: 'The invoice to download.' }),
})

export const listInvoices = defineOperation({
  id: 'listInvoices',
  method: 'GET',
  path: '/billing/invoices',
  summary: 'List invoices',
  description:
    'The account’s invoices and receipts, newest first, at most 100. In the web application also without API access.',
  scope: 'billing:read',
  meter: 'billing',
  request: {},
  reply: wholeListOf(invoice),
  closedWithoutAccess: true,
  problems: ['billing_provider_error'],
  example: {
    summary: 'One invoice',
    reply: {
      ...wholeList([
        {
          id: 'in_1QxYz',
          object: 'invoice',
          number: 'A1B2C3-0001',
          description: 'Pro, one month',
          status: 'paid',
          total: 9_900,
          currency: 'usd',
          total_label: '$99',
          created_at: '2026-03-01T00:00:00.000Z',
          url: 'https://invoice.stripe.com/i/in_1QxYz',
          pdf_url: 'https://invoice.stripe.com/i/in_1QxYz/pdf',
        },
      ]),
      request_id: requestIdExample,
    },
  },

  async run({ principal: { account } }, { database, billing }: BillingNeeds) {
    const { id, customerId } = account
    const invoices = customerId === null || !billing.stripe ? [] : await billing.stripe.listInvoices(customerId)
    const { customers } = await readKnown(database, id)
    const known = customers.find(({ snapshot }) => snapshot.customerId === customerId)
    const own = invoices.filter((invoice) => known && accountOfInvoice(known.snapshot, invoice) === id)
    return wholeList(own.map(renderInvoice))
  },
})

export const renderInvoice = (found: ProviderInvoice) => ({
  id: found.id,
  object: 'invoice' as const,
  number: found.number,
  description: found.description,
  status: statusOf(found),
  total: found.total,
  currency: found.currency,
  total_label: formatMoney(found.total, found.currency),
  created_at: found.createdAt.toISOString(),
  url: found.url,
  pdf_url: found.pdfUrl,
})

function statusOf({ state, isDisputed, amountRefunded, total }: ProviderInvoice): (typeof statuses)[number] {
  if (isDisputed) return 'disputed'
  if (amountRefunded > 0) return amountRefunded >= total ? 'refunded' : 'partly_refunded'
  return state === 'draft' ? 'open' : state
}

import type { FastifyInstance } from 'fastify'
import { findAccount } from '../../accounts/accounts.ts'
import { html } from '../../base/html.ts'
import { formatMoney } from '../money.ts'
import { longDay } from './checkout-page.ts'
import { isProof } from './invoice-links.ts'
import { page } from './page.ts'
import { writePdf } from './pdf.ts'
import { type SandboxContext, show } from './sandbox-context.ts'
import { findInvoice } from './sandbox-store.ts'
import type { SandboxInvoice } from './sandbox-subscription.ts'

type Params = { Params: { id: string; proof: string } }

/** Invoices to look at and to download. The address is the permission, as at Stripe. */
export function serveInvoices(scope: FastifyInstance, { db, context, deadEnd }: SandboxContext): void {
  async function read({ id, proof }: Params['Params']) {
    const invoice = isProof(context.authSecret, id, proof) ? await findInvoice(db, id) : null
    const account = invoice && (await findAccount(db, invoice.accountId))
    return invoice && account && { invoice, accountName: account.name }
  }

  scope.get<Params>('/sandbox/invoices/:id/:proof', async (request, reply) => {
    const found = await read(request.params)
    if (!found) return deadEnd(reply)
    const rows = linesOf(found.invoice).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)
    const body = html`
      <header><p class="quiet">${found.accountName}</p><h1>Invoice</h1></header>
      <section class="card narrow"><dl>${rows}</dl>
        <p><a class="primary" href="${request.url}/pdf">Download PDF</a></p></section>`
    return show(reply, page('Invoice', body))
  })

  scope.get<Params>('/sandbox/invoices/:id/:proof/pdf', async (request, reply) => {
    const found = await read(request.params)
    if (!found) return deadEnd(reply)
    const lines = [found.accountName, ...linesOf(found.invoice).map(([name, value]) => `${name}: ${value}`)]
    return reply
      .header('Content-Type', 'application/pdf')
      .header('Content-Disposition', `attachment; filename="invoice-${found.invoice.invoiceId}.pdf"`)
      .send(writePdf('Invoice (test mode, no money was charged)', lines))
  })
}

function linesOf(invoice: SandboxInvoice): [string, string][] {
  const money = (amount: number): string => formatMoney(amount, invoice.currency)
  return [
    ['Number', `SANDBOX-${invoice.invoiceId.slice(-6).toUpperCase()}`],
    ['Date', longDay(invoice.createdAt)],
    ['For', invoice.description],
    ['Total', money(invoice.amount)],
    ['Status', invoice.amountRefunded > 0 ? `Refunded ${money(invoice.amountRefunded)}` : statusNames[invoice.status]],
  ]
}

const statusNames = { open: 'Payment due', paid: 'Paid', void: 'Void' }

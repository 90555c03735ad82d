import type { FastifyInstance } from 'fastify'
import { html } from '../../base/html.ts'
import { longDay } from '../../base/words.ts'
import { formatMoney } from '../plans/money.ts'
import { isProof } from './invoice-links.ts'
import { chargeOf } from './invoicing.ts'
import { page } from './page.ts'
import { type PageContext, show } from './page-context.ts'
import { writePdf } from './pdf.ts'
import type { StripeObject, World } from './world.ts'
import { findOwner } from './world-store.ts'

type Params = { Params: { id: string; proof: string } }

/** Invoices to look at and to download. The address is the permission, as at Stripe. */
export function serveInvoices(
  scope: FastifyInstance,
  { db, context, simulator, accountOf, deadEnd }: PageContext,
): void {
  async function read({ id, proof }: Params['Params']) {
    const customerId = isProof(context.authSecret, id, proof) ? await findOwner(db, [id]) : null
    const world = customerId === null ? null : await simulator.act(customerId, (known) => known)
    const invoice = world?.invoices.get(id)
    return world && invoice ? { lines: linesOf(world, invoice), accountName: (await accountOf(world)).name } : null
  }

  scope.get<Params>('/sandbox/invoices/:id/:proof', async (request, reply) => {
    const found = await read(request.params)
    if (!found) return deadEnd(reply)
    const rows = found.lines.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)
    const body = html`
      <header><p class="quiet">${found.accountName}</p><h1>Invoice</h1></header>
      <section class="card narrow"><dl>${rows}</dl>
        <p><a class="primary" href="${request.url}/pdf">Download PDF</a></p></section>`
    return show(reply, page('Invoice', body))
  })

  scope.get<Params>('/sandbox/invoices/:id/:proof/pdf', async (request, reply) => {
    const found = await read(request.params)
    if (!found) return deadEnd(reply)
    const lines = [found.accountName, ...found.lines.map(([name, value]) => `${name}: ${value}`)]
    return reply
      .header('Content-Type', 'application/pdf')
      .header('Content-Disposition', `attachment; filename="invoice-${request.params.id}.pdf"`)
      .send(writePdf('Invoice (test mode, no money was charged)', lines))
  })
}

function linesOf(world: World, invoice: StripeObject): [string, string][] {
  const money = (amount: number): string => formatMoney(amount, invoice.currency)
  const refunded = chargeOf(world, invoice)?.amount_refunded ?? 0
  return [
    ['Number', invoice.number ?? 'Draft'],
    ['Date', longDay(new Date(invoice.created * 1_000))],
    ['For', invoice.description ?? invoice.lines.data.at(-1)?.description ?? 'Subscription'],
    ['Total', money(invoice.total)],
    ['Status', refunded > 0 ? `Refunded ${money(refunded)}` : (statusNames[invoice.status] ?? invoice.status)],
  ]
}

const statusNames: Record<string, string> = { open: 'Payment due', paid: 'Paid', void: 'Void' }

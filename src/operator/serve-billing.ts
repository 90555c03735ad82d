/** The billing of an account: invoices, and what differs from the payment provider. */
import { html } from '../base/html.ts'
import { getBillingOperation, settleBillingOperation } from './billing-operations.ts'
import { type Console, type ConsolePage, consolePath, type Visitor } from './console.ts'
import { serveForm } from './form-operations.ts'
import type { OperatorNeeds } from './operation.ts'
import { alert, date, doneNote, facts, form, mono, tableOr, why } from './page-parts.ts'
import { runOperation } from './serve-admin.ts'

const done = { [settleBillingOperation.id]: 'The differences are settled.' }
const pathOf = (id: string) => `${consolePath}/accounts/${id}`

export function serveBilling(site: Console, needs: OperatorNeeds): void {
  const show = async (visitor: Visitor, id: string, said = html``): Promise<ConsolePage> => {
    const call = { by: site.callerOf(visitor, null), body: {}, query: {}, params: { account_id: id } }
    const found = await runOperation(getBillingOperation, call, needs)
    return {
      title: `Billing of ${found.name}`,
      body: html`<h1>Billing of ${found.name}</h1>
        <p class="sub"><a href="${pathOf(id)}">${mono(id)}</a></p>${said}
        ${facts([
          ['Payment provider', found.provider],
          ['Customer', found.customer_id ?? 'none: the provider does not know the account'],
        ])}
        <h2>What differs from the payment provider</h2>
        ${tableOr(
          'Nothing differs.',
          'Differences',
          ['Here, and at the provider'],
          found.differences.map((one) => [one]),
        )}
        ${
          found.differences.length > 0 &&
          html`<div class="acts"><details><summary>Settle</summary>
            ${form({ to: `${pathOf(id)}/settle`, token: visitor.token, button: 'Follow the provider' }, why())}</details></div>`
        }
        <h2>Invoices</h2>
        ${tableOr(
          'No invoices.',
          'Invoices',
          ['Created', 'Number', 'For', 'Status', '#Total'],
          found.invoices.map((invoice) => [
            date(invoice.created_at),
            invoice.url === null
              ? invoice.number
              : html`<a href="${invoice.url}" rel="noreferrer">${invoice.number ?? invoice.id}</a>`,
            ...[invoice.description, invoice.status, invoice.total_label],
          ]),
        )}`,
    }
  }

  site.page(`${consolePath}/accounts/:account_id/billing`, (visitor, { params, query }) =>
    show(visitor, (params as { account_id: string }).account_id, doneNote(query, done)),
  )
  serveForm({ needs, site }, settleBillingOperation, {
    path: ({ account_id }) => `${pathOf(account_id!)}/billing`,
    refused: (visitor, { account_id }, reason) => show(visitor, account_id!, alert(reason)),
  })
}

/** Payments that failed; and the billing of an account: invoices, and what differs from the payment provider. */
import { html } from '../base/html.ts'
import { getBillingOperation, getBillingStateOperation, settleBillingOperation } from './billing-operations.ts'
import { type Console, type ConsolePage, consolePath, type Visitor } from './console.ts'
import { serveForm } from './form-operations.ts'
import type { OperatorNeeds } from './operation.ts'
import { alert, date, doneNote, facts, form, mono, tableOr, why } from './page-parts.ts'
import { runOperation } from './serve-admin.ts'

const done = { [settleBillingOperation.id]: 'The differences are settled.' }
const pathOf = (id: string) => `${consolePath}/accounts/${id}`

export function serveBilling(site: Console, needs: OperatorNeeds): void {
  serveState(site, needs)
  serveAccount(site, needs)
}

function serveState({ page, callerOf }: Console, needs: OperatorNeeds): void {
  page(`${consolePath}/billing`, async (visitor) => {
    const call = { by: callerOf(visitor, null), body: {}, query: {}, params: {} }
    const found = await runOperation(getBillingStateOperation, call, needs)
    return {
      title: 'Billing',
      body: html`<h1>Billing</h1>
        ${facts([
          ['Payment provider', found.provider],
          ['Customers there', found.customers],
          ['Waiting to be compared', found.waiting],
        ])}
        <p class="quiet">Each customer is compared with the provider every hour, and what differs is settled. The page of an account compares that one now, ${mono('prospector billing reconcile --dry-run')} all of them.</p>
        <h2>Failed payments</h2>
        ${tableOr(
          'No payment has failed.',
          'Failed payments',
          ['Account', 'Billing', 'Plan', 'Access ends'],
          found.failed_payments.map((one) => [
            html`<a href="${pathOf(one.account_id)}">${one.name}</a>${one.suspended && ' (suspended)'}`,
            html`<a href="${pathOf(one.account_id)}/billing" aria-label="Invoices and differences of ${one.name}">Invoices and differences</a>`,
            one.plan,
            date(one.access_ends_at),
          ]),
        )}
        <p class="quiet">What was paid, by month and plan, is in <a href="${consolePath}/reports/revenue">Reports</a>.</p>`,
    }
  })
}

function serveAccount(site: Console, needs: OperatorNeeds): void {
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

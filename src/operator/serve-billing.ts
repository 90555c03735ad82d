/** Payments that failed, and what differs from the payment provider, of all accounts; and the billing of one, with its invoices. */
import { html } from '../base/html.ts'
import { count, plural } from '../base/words.ts'
import {
  compareBillingOperation,
  getBillingOperation,
  getBillingStateOperation,
  settleBillingOperation,
} from './billing-operations.ts'
import { type Console, type ConsolePage, consolePath, type Visitor } from './console.ts'
import { serveForm } from './form-operations.ts'
import type { OperatorNeeds } from './operation.ts'
import { alert, date, doneNote, facts, form, mono, table, tableOr, why } from './page-parts.ts'
import { runOperation } from './serve-admin.ts'

const done = { [settleBillingOperation.id]: 'The differences are settled.' }
const differencesPath = `${consolePath}/billing/differences`
const pathOf = (id: string) => `${consolePath}/accounts/${id}`

export function serveBilling(site: Console, needs: OperatorNeeds): void {
  serveState(site, needs)
  serveDifferences(site, needs)
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
        <h2>What differs from the payment provider</h2>
        ${
          found.provider === 'off'
            ? html`<p class="empty">${noProvider}</p>`
            : html`<p class="quiet">Each customer is compared every hour, and what differs is settled. To see what differs now, before it is settled:</p>
              <form method="get" action="${differencesPath}" class="plain"><button>Compare now</button></form>`
        }
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

const stays =
  'Settling leaves this as it is: it holds until the subscription changes. Set the plan on the account’s page to change it.'
const noProvider = 'BILLING is off: there is no payment provider to compare with.'

function serveDifferences({ page, callerOf }: Console, needs: OperatorNeeds): void {
  page(differencesPath, async (visitor, { query }) => {
    const { cursor } = query as Record<string, unknown>
    const given = typeof cursor === 'string' ? { cursor } : {}
    const call = { by: callerOf(visitor, null), body: {}, query: given, params: {} }
    const found = await runOperation(compareBillingOperation, call, needs)
    const next = found.next_cursor && new URLSearchParams({ cursor: found.next_cursor }).toString()
    const { data, overruled, failed, compared, left } = found
    const differ = data.length === 0 ? 'none differs' : plural(data.length, 'account differs', 'accounts differ')
    const unanswered = failed.length > 0 && `The provider could not answer for ${plural(failed.length, 'customer')}.`
    return {
      title: 'What differs from the payment provider',
      body: html`<h1>What differs from the payment provider</h1>
        <p class="sub"><a href="${consolePath}/billing">Billing</a></p>
        <p>${found.provider === 'off' ? noProvider : `${plural(compared, 'customer')} compared now: ${differ}. Left to compare: ${count(left)}.`}</p>
        ${unanswered && alert(unanswered)}
        ${
          data.length > 0 &&
          table(
            'Accounts that differ',
            ['Account', 'Settle', 'Here, and at the provider'],
            data.map(({ account_id, name, differences }) => [
              html`<a href="${pathOf(account_id)}">${name}</a>`,
              html`<a href="${pathOf(account_id)}/billing" aria-label="Invoices and differences of ${name}">Invoices and differences</a>`,
              html`${differences.map((one) => html`<div>${one}</div>`)}`,
            ]),
          )
        }
        ${
          overruled.length > 0 &&
          html`<h2>What operators set against the provider</h2>${table(
            'What operators set against the provider',
            ['Account', 'What holds'],
            overruled.map(({ account_id, name, fact }) => [html`<a href="${pathOf(account_id)}">${name}</a>`, fact]),
          )}<p class="quiet">${stays}</p>`
        }
        ${
          failed.length > 0 &&
          html`<h2>Not compared</h2>${table(
            'Not compared',
            ['Customer', 'Why'],
            failed.map(({ customer_id, reason }) => [mono(customer_id), reason]),
          )}`
        }
        ${next && html`<p><a href="${differencesPath}?${next}">Compare the next</a></p>`}
        <p class="quiet">Comparing changes nothing. What differs is settled within the hour, or at once from an account's page.</p>`,
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
        ${found.overruled && html`<p>${found.overruled}</p><p class="quiet">${stays}</p>`}
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

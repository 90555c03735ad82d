/** The pages of accounts: find one, look at it, and act on it. */
import { listedStatuses } from '../accounts/find-accounts.ts'
import { html } from '../base/html.ts'
import { withoutSecret } from '../keys/key-format.ts'
import {
  endSessionsOperation,
  grantOperation,
  liftOperation,
  refundOperation,
  setPlanOperation,
  suspendOperation,
} from './account-act-operations.ts'
import { acts, overview, type RefusedForm, sections } from './account-pages.ts'
import { type Console, type ConsolePage, consolePath, type Visitor } from './console.ts'
import { findAccountsOperation, findLengthMax } from './find-accounts.ts'
import { serveForm } from './form-operations.ts'
import { getAccountOperation } from './get-account.ts'
import { accountColumns } from './listed-accounts.ts'
import type { OperatorNeeds } from './operation.ts'
import { alert, doneNote, mono, tableOr } from './page-parts.ts'
import { runOperation } from './serve-admin.ts'

const listPath = `${consolePath}/accounts`

/** Each has its form in `account-pages.ts`. */
const acting = [
  grantOperation,
  refundOperation,
  setPlanOperation,
  suspendOperation,
  liftOperation,
  endSessionsOperation,
]

/** Messages shown after an act. */
const done: Record<(typeof acting)[number]['id'], string> = {
  grantCredits: 'The credits are granted.',
  refundSpend: 'The spend is refunded.',
  setPlan: 'The plan is set.',
  suspendAccount: 'The account is suspended. Nobody gets in.',
  liftSuspension: 'The suspension is lifted.',
  endSessions: 'The sessions have ended.',
}

export function serveAccounts(site: Console, needs: OperatorNeeds): void {
  serveList(site, needs)

  const show = async (
    visitor: Visitor,
    id: string,
    note = html``,
    refused: RefusedForm | null = null,
  ): Promise<ConsolePage> => {
    const call = { by: site.callerOf(visitor, null), body: {}, query: {}, params: { account_id: id } }
    const account = await runOperation(getAccountOperation, call, needs)
    const { suspended } = account
    return {
      title: account.name,
      body: html`<h1>${account.name}</h1><p class="sub">${mono(account.account_id)} · <a href="${listPath}/${account.account_id}/billing">Billing</a></p>${note}
        ${suspended && alert(`Suspended since ${suspended.at.slice(0, 16).replace('T', ' ')}: ${suspended.reason}`)}
        ${overview(account)}${acts({ account, token: visitor.token, plans: needs.plans, refused })}${sections(account)}`,
    }
  }

  site.page(`${listPath}/:account_id`, (visitor, { params, query }) =>
    show(visitor, (params as { account_id: string }).account_id, doneNote(query, done)),
  )

  for (const operation of acting) {
    serveForm({ needs, site }, operation, {
      path: ({ account_id }) => `${listPath}/${account_id}`,
      refused: (visitor, { account_id }, reason, given) =>
        show(visitor, account_id!, alert(reason), { path: operation.path, given }),
    })
  }
}

function serveList(site: Console, needs: OperatorNeeds): void {
  // By way of a form, so that a key that somebody pastes never stands in an address.
  site.act(listPath, async (_visitor, given) => {
    const asked = { find: withoutSecret((given.get('find') ?? '').trim()), status: given.get('status') ?? '' }
    return `${listPath}?${new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== ''))}`
  })

  site.page(listPath, async (visitor, { query }) => {
    const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value.slice(0, 200) : undefined)
    const { find, status, cursor } = query as Record<string, unknown>
    const asked = {
      find: text(find) && withoutSecret(text(find)!),
      status: text(status),
      cursor: typeof cursor === 'string' ? cursor : undefined,
    }
    const isStatus = asked.status === undefined || listedStatuses.some((known) => known === asked.status)
    const given = Object.fromEntries(
      Object.entries({ ...asked, status: isStatus ? asked.status : undefined }).filter(
        ([, value]) => value !== undefined,
      ),
    )
    const call = { by: site.callerOf(visitor, null), body: {}, query: given, params: {} }
    const { data, next_cursor } = await runOperation(findAccountsOperation, call, needs)
    const more = next_cursor && new URLSearchParams({ ...given, cursor: next_cursor }).toString()
    return {
      title: 'Accounts',
      body: html`<h1>Accounts</h1>
        <form method="post" action="${listPath}" class="find" role="search"><input type="hidden" name="token" value="${visitor.token}">
          <label>Name, email, domain, key prefix or id<input name="find" type="search" maxlength="${findLengthMax}" value="${asked.find}" autofocus></label>
          <label>Status<select name="status"><option value="">any</option>${listedStatuses.map((known) => html`<option ${known === asked.status ? html`selected` : ''}>${known}</option>`)}</select></label>
          <button>Find</button></form>
        ${tableOr(
          'No account matches.',
          'Accounts',
          accountColumns.map(({ heading }) => heading),
          data.map((account) => accountColumns.map(({ text, cell = text }) => cell(account))),
        )}
        ${more && html`<p><a href="${listPath}?${more}">Next page</a></p>`}`,
    }
  })
}

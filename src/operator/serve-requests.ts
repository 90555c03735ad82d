/** What people ask of us: requests about their data, and bounces over the limit. */
import { automaticReturns } from '../base/bounce-rules.ts'
import { type Html, html } from '../base/html.ts'
import { refusalLengthMax } from '../privacy/requests.ts'
import type { OperatorCaller } from './caller.ts'
import { type Console, type ConsolePage, consolePath, type Visitor } from './console.ts'
import { serveForm } from './form-operations.ts'
import type { OperatorNeeds } from './operation.ts'
import { alert, date, doneNote, facts, field, form, mono, table, tableOr } from './page-parts.ts'
import {
  acceptBounceOperation,
  completePrivacyRequestOperation,
  getPrivacyRequestOperation,
  listBouncesOperation,
  listErasuresOperation,
  listPrivacyRequestsOperation,
  refuseBounceOperation,
  refusePrivacyRequestOperation,
} from './request-operations.ts'
import { runOperation } from './serve-admin.ts'

const listPath = `${consolePath}/requests`
const requestPath = (number: string) => `${consolePath}/privacy-requests/${number}`

const done: Record<string, string> = {
  completePrivacyRequest: 'The request is carried out. The person gets a mail.',
  refusePrivacyRequest: 'The request is refused. The person gets a mail with the reason.',
  acceptBounce: 'The credit is returned.',
  refuseBounce: 'The bounce is refused.',
}

export function serveRequests(site: Console, needs: OperatorNeeds): void {
  serveList(site, needs)
  servePrivacyRequest(site, needs)
}

function serveList(site: Console, needs: OperatorNeeds): void {
  const list = async (visitor: Visitor, said = html``): Promise<ConsolePage> => {
    const call = { by: site.callerOf(visitor, null), body: {}, query: {}, params: {} }
    const { data: requests } = await runOperation(listPrivacyRequestsOperation, call, needs)
    const { data: bounces } = await runOperation(listBouncesOperation, call, needs)
    const over = await readOver(call, needs)
    const { data: erasures } = await runOperation(listErasuresOperation, call, needs)
    const { token } = visitor
    return {
      title: 'Requests',
      body: html`<h1>Requests</h1>${said}<h2>About personal data</h2>
        ${tableOr(
          'No request waits for an answer.',
          'Requests about personal data',
          ['Number', 'Kind', 'Confirmed', 'Due'],
          requests.map((one) => [
            html`<a href="${requestPath(one.number)}">${mono(one.number)}</a>`,
            one.kind,
            date(one.confirmed_at),
            date(one.due_at),
          ]),
        )}
        <h2>Erasures that accounts have not confirmed</h2>
        ${tableOr(
          'Every account has confirmed every erasure.',
          'Erasures that accounts have not confirmed',
          ['Account', 'Name', '#Contacts', 'Told first', 'Reminded last'],
          erasures.map((one) => [
            html`<a href="${consolePath}/accounts/${one.account_id}">${mono(one.account_id)}</a>`,
            ...[one.name, one.waiting, date(one.told_first_at), date(one.reminded_last_at)],
          ]),
        )}
        <h2>Bounces over the limit</h2>
        <p class="quiet">Credits of bounces come back by themselves for ${automaticReturns}. What is reported beyond that waits here.</p>
        ${tableOr(
          'No bounce waits for a decision.',
          'Bounces over the limit',
          ['Reported', 'Decide', 'Account', 'Store', 'Contact', 'What the mail server said'],
          bounces.map((one) => {
            const act = (verb: string) => `${consolePath}/bounces/${one.bounce_id}/${verb}`
            return [
              date(one.reported_at),
              html`${form({ to: act('accept'), token, button: 'Return the credit', second: true })} ${form({ to: act('refuse'), token, button: 'Refuse', danger: true })}`,
              accountLink(one),
              ...[one.store_domain, mono(one.contact_id), one.code],
            ]
          }),
        )}
        ${over}`,
    }
  }

  site.page(listPath, (visitor, { query }) => list(visitor, doneNote(query, done)))
  for (const operation of [acceptBounceOperation, refuseBounceOperation]) {
    serveForm({ needs, site }, operation, {
      path: () => listPath,
      refused: (visitor, _params, reason) => list(visitor, alert(reason)),
    })
  }
}

const accountLink = (one: { account_id: string; account_name: string }): Html =>
  html`<a href="${consolePath}/accounts/${one.account_id}">${one.account_name || one.account_id}</a>`

/** Requests that were answered or decided recently. */
async function readOver(
  call: { by: OperatorCaller; body: unknown; params: unknown },
  needs: OperatorNeeds,
): Promise<Html> {
  const answered = { ...call, query: { state: 'answered' } }
  const { data: requests } = await runOperation(listPrivacyRequestsOperation, answered, needs)
  const { data: bounces } = await runOperation(listBouncesOperation, { ...call, query: { state: 'decided' } }, needs)
  return html`<h2>Answered recently</h2>
    ${tableOr(
      'No request has been answered.',
      'Requests that were answered',
      ['Number', 'Kind', 'Answer', 'Answered'],
      requests.map((one) => [
        html`<a href="${requestPath(one.number)}">${mono(one.number)}</a>`,
        ...[one.kind, one.state, date(one.ended_at)],
      ]),
    )}
    ${
      bounces.length > 0 &&
      table(
        'Bounces that were decided',
        ['Bounce', 'Decision', 'Decided', 'Account', 'Store', 'Contact', 'What the mail server said'],
        bounces.map((one) => [
          ...[mono(one.bounce_id), one.state, date(one.decided_at), accountLink(one)],
          ...[one.store_domain, mono(one.contact_id), one.code],
        ]),
      )
    }`
}

function servePrivacyRequest(site: Console, needs: OperatorNeeds): void {
  const show = async (visitor: Visitor, number: string, said = html``): Promise<ConsolePage> => {
    const call = { by: site.callerOf(visitor, null), body: {}, query: {}, params: { number } }
    const found = await runOperation(getPrivacyRequestOperation, call, needs)
    const act = (verb: string) => `${requestPath(found.number)}/${verb}`
    const { token } = visitor
    return {
      title: found.number,
      body: html`<h1>${found.number}</h1>${said}
        ${facts([
          ['Kind', found.kind],
          ['State', found.state],
          ['Email', found.email ?? 'deleted with the answer'],
          ...Object.entries(found.proposal).map(([name, value]) => [`New ${name.replace('_', ' ')}`, value] as const),
          ['Due', date(found.due_at)],
          ['Contacts', found.contact_ids.length === 0 ? 'none' : found.contact_ids.join(', ')],
          ...(found.shared ? [['Mailbox', 'several people share it'] as const] : []),
          ...(found.refusal ? [['Refusal', found.refusal] as const] : []),
        ])}
        ${
          found.state === 'open' &&
          html`<div class="acts">
            <details><summary>Carry out</summary>
              ${form({ to: act('complete'), token, button: found.kind === 'erase' ? 'Erase for good' : 'Carry out', danger: found.kind === 'erase' }, whoAsked(found))}</details>
            <details><summary>Refuse</summary>
              ${form({ to: act('refuse'), token, button: 'Refuse', danger: true }, field('Reason, which the person reads', 'reason', html`required maxlength="${refusalLengthMax}"`))}</details>
          </div>`
        }
        <h2>Steps</h2>${tableOr(
          'Nothing yet.',
          'Steps',
          ['When', 'Step', 'By'],
          found.steps.map(({ step, actor, at }) => [date(at), step, actor]),
        )}
        <h2>Who received the data</h2>${tableOr(
          'Nobody.',
          'Who received the data',
          ['Account', 'Name', 'Confirmed that copies are deleted'],
          found.recipients.map((one) => [
            html`<a href="${consolePath}/accounts/${one.account_id}">${mono(one.account_id)}</a>`,
            one.name,
            date(one.deletion_confirmed_at),
          ]),
        )}`,
    }
  }

  site.page(`${consolePath}/privacy-requests/:number`, (visitor, { params, query }) =>
    show(visitor, (params as { number: string }).number, doneNote(query, done)),
  )
  for (const operation of [completePrivacyRequestOperation, refusePrivacyRequestOperation]) {
    serveForm({ needs, site }, operation, {
      path: ({ number }) => requestPath(number!),
      refused: (visitor, { number }, reason) =>
        show(
          visitor,
          number!,
          alert(reason.startsWith('contact_ids ') ? 'Tick who asked. Nobody was erased.' : reason),
        ),
    })
  }
}

type PrivacyRequestView = Awaited<ReturnType<typeof getPrivacyRequestOperation.run>>

/** Nobody at a shared mailbox is erased without being ticked: the empty value says that there were boxes. */
function whoAsked({ kind, shared, people }: PrivacyRequestView): Html {
  if (!shared) return html``
  if (kind === 'correct')
    return html`<p>Nobody knows who of them wrote: this records the correction as done, and you bring it in by an import.</p>`
  return html`<fieldset><legend>Several people share the mailbox. Who asked?</legend><input type="hidden" name="contact_ids" value="">
    ${people.map(
      (one) =>
        html`<label class="box"><input type="checkbox" name="contact_ids" value="${one.contact_id}"> ${one.full_name ?? 'No name'}${one.title && html`, ${one.title}`} at ${one.store} ${mono(one.contact_id)}</label>`,
    )}</fieldset>`
}

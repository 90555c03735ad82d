/** The contents of the account pages. */
import type { Plans } from '../accounts/plan.ts'
import { type Html, html } from '../base/html.ts'
import { planStatuses } from '../base/plan-statuses.ts'
import { count } from '../base/words.ts'
import { grantExpiry } from '../credits/grants.ts'
import { supportViewMinutes } from '../sign-in/support-views.ts'
import { consolePath } from './console.ts'
import type { AccountView } from './get-account.ts'
import { accessWords } from './listed-accounts.ts'
import { idLengthMax } from './operation.ts'
import { type Cell, date, facts, field, filled, form, mono, tableOr, why } from './page-parts.ts'

export const overview = (account: AccountView): Html => {
  const { limits, credits, period } = account
  return facts([
    ['Plan', `${account.plan}, ${account.status}`],
    ['API access', accessWords(account)],
    ...(account.trial_ends_at ? [['Trial ends', date(account.trial_ends_at)] as const] : []),
    ...(account.access_ends_at ? [['Access ends', date(account.access_ends_at)] as const] : []),
    ['Period', period ? html`${date(period.start)} to ${date(period.end)}` : 'none'],
    ['Credits', html`<span class="gold">${count(credits.remaining)} left of ${count(credits.limit)}</span>`],
    ['Requests', `${count(limits.requests_per_minute)} a minute, ${count(limits.requests_per_day)} a day`],
    ['Search rows', `${count(limits.search_rows_per_month)} a month`],
  ])
}

/** A form that was sent and refused: by the path of its operation, and what was typed into it. */
export type RefusedForm = { path: string; given: URLSearchParams }
type Acting = { account: AccountView; token: string; plans: Plans; refused: RefusedForm | null }
type Act = { act: string; title: string; button: string; danger?: boolean }
/** What was typed into a field of this form; nothing, if it was not the one that was refused. */
type FormValue = (name: string) => string

/** Every act says why. The form of one that was refused is open, as it was filled in. */
export function acts({ account, token, plans, refused }: Acting): Html {
  const fold = ({ act, title, ...parts }: Act, fields: (typed: FormValue) => Html): Html => {
    const given = refused?.path.endsWith(`/${act}`) ? refused.given : null
    const to = `${consolePath}/accounts/${account.account_id}/${act}`
    const inside = form(
      { to, token, ...parts },
      fields((name) => given?.get(name) ?? ''),
    )
    return html`<details${given && { markup: ' open' }}><summary>${title}</summary>${inside}</details>`
  }
  const number = (least: number) => html`type="number" min="${least}" max="2147483647" step="1"`
  const choice = (label: string, name: string, typed: FormValue, options: readonly (readonly [string, string])[]) =>
    html`<label>${label}<select name="${name}">${options.map(([value, text]) => html`<option value="${value}"${value !== '' && value === typed(name) && { markup: ' selected' }}>${text}</option>`)}</select></label>`
  const members = account.members.map(({ user_id, email }) => [user_id, email] as const)
  const suspension: Act = account.suspended
    ? { act: 'lift', title: 'Lift the suspension', button: 'Lift' }
    : { act: 'suspend', title: 'Suspend', button: 'Suspend', danger: true }
  return html`<div class="acts">
    ${fold(
      { act: 'grant', title: 'Grant credits', button: 'Grant' },
      (typed) =>
        html`${field('Credits', 'credits', html`${number(1)} required ${filled(typed('credits'))}`)}${why(typed('reason'))}
          ${account.period && html`<p class="quiet">${grantExpiry}, on ${date(account.period.end)}.</p>`}`,
    )}
    ${fold(
      { act: 'refund', title: 'Refund a spend', button: 'Refund' },
      (typed) =>
        html`${field('Entry (ent_…); the last ones are offered', 'entry_id', html`required maxlength="${idLengthMax}" autocomplete="off" list="spends" ${filled(typed('entry_id'))}`)}
          <datalist id="spends">${account.entries.filter(({ kind }) => kind === 'spend').map(spendOption)}</datalist>
          ${field('Credits; all of it if empty', 'amount', html`${number(1)} ${filled(typed('amount'))}`)}${why(typed('reason'))}
          <p class="quiet">This gives credits back. Money is refunded at the payment provider; unspent credits follow by themselves.</p>`,
    )}
    ${fold(
      { act: 'plan', title: 'Set plan', button: 'Set' },
      (typed) =>
        html`${account.subscription && html`<p class="quiet">${account.subscription} What is set here holds until the subscription changes.</p>`}
          ${choice('Plan', 'plan', typed, [['', 'as it is'], ...[...plans.values()].map(({ id, name }) => [id, name] as const)])}
          ${choice('Status', 'status', typed, [['', 'as it is'], ...planStatuses.map((status) => [status, status] as const)])}
          ${field('Credits of this period; as they are if empty', 'credits', html`${number(0)} ${filled(typed('credits'))}`)}${why(typed('reason'))}`,
    )}
    ${fold(suspension, (typed) => why(typed('reason')))}
    ${fold(
      { act: 'view', title: 'See what they see', button: 'Open the view' },
      (typed) =>
        html`${choice('As whom', 'user_id', typed, members)}${why(typed('reason'))}
          <p class="quiet">Read only, without channels, for ${supportViewMinutes} minutes. Their audit log says so.</p>`,
    )}
    ${fold(
      { act: 'end-sessions', title: 'End sessions', button: 'End sessions', danger: true },
      (typed) =>
        html`${choice('Whose', 'user_id', typed, [['', 'Everybody in the account'], ...members])}${why(typed('reason'))}`,
    )}
  </div>`
}

/** A spend to choose: its time, who spent, and how much. */
const spendOption = ({ entry_id, created_at, amount, actor }: AccountView['entries'][number]): Html =>
  html`<option value="${entry_id}">${created_at.slice(0, 16).replace('T', ' ')}, ${count(-amount)} by ${actor ?? 'nobody'}</option>`

type Section = [title: string, empty: string, head: string[], rows: Cell[][]]

export function sections(account: AccountView): Html {
  const all: Section[] = [
    [
      'Credits by lot',
      'No credits.',
      ['From', '#Granted', '#Left', 'Expires'],
      account.lots.map(({ source, granted, left, expires_at }) => [source, granted, left, date(expires_at)]),
    ],
    [
      'Ledger',
      'No entries.',
      ['Time', 'Entry', 'Kind', '#Credits', '#Balance', 'Door', 'By', 'Reason'],
      account.entries.map((entry) => [
        ...[date(entry.created_at), mono(entry.entry_id), entry.kind, entry.amount, entry.balance_after],
        ...[entry.door, entry.actor, entry.reason],
      ]),
    ],
    [
      'Members',
      'Nobody.',
      ['Name', 'Email', 'Role', '#Credit limit', 'Second factor', 'Joined'],
      account.members.map((member) => [
        ...[member.name, member.email, member.role, member.credit_limit, member.two_factor_enabled ? 'on' : 'off'],
        date(member.joined_at),
      ]),
    ],
    [
      'Keys',
      'No keys.',
      ['Key', 'Name', 'Begins with', 'Scopes', 'Created', 'Last used', 'Ends'],
      account.keys.map((key) => [
        ...[mono(key.key_id), key.name, mono(key.prefix), key.scopes.join(', '), date(key.created_at)],
        ...[date(key.last_used_at), date(key.revoked_at ?? key.expires_at)],
      ]),
    ],
    [
      'Webhooks',
      'No webhooks.',
      ['Webhook', 'Address', 'Status', 'Failing since', 'Last success', '#Waiting'],
      account.webhooks.map((webhook) => [
        ...[mono(webhook.webhook_id), mono(webhook.url), webhook.status, date(webhook.failing_since)],
        ...[date(webhook.last_success_at), webhook.pending],
      ]),
    ],
    [
      'Jobs',
      'No jobs.',
      ['Job', 'Kind', 'Status', '#Done', '#Of', '#Credits', 'Created'],
      account.jobs.map((job) => [
        ...[mono(job.job_id), job.kind, job.stop_reason ? `${job.status}: ${job.stop_reason}` : job.status],
        ...[job.done, job.total, job.credits_spent, date(job.created_at)],
      ]),
    ],
    [
      'Audit log',
      'Nothing was recorded.',
      ['Time', 'What happened', 'By', 'Door'],
      account.audit.map((entry) => [date(entry.created_at), entry.sentence, entry.actor, entry.door]),
    ],
  ]
  return html`${all.map(([title, empty, head, rows]) => html`<h2>${title}</h2>${tableOr(empty, title, head, rows)}`)}`
}

/** The first page: is everything well, what waits for a person, and how much is sold. */
import { type Html, html } from '../base/html.ts'
import { count, plural } from '../base/words.ts'
import { type Console, consolePath } from './console.ts'
import { getTodayOperation, type Today } from './get-today.ts'
import { healthPart } from './health-part.ts'
import type { OperatorNeeds } from './operation.ts'
import { date, table, tableOr } from './page-parts.ts'
import { runOperation } from './serve-admin.ts'

export function serveToday({ page, callerOf }: Console, needs: OperatorNeeds): void {
  page(`${consolePath}/today`, async (visitor) => {
    const call = { by: callerOf(visitor, null), body: {}, query: {}, params: {} }
    const today = await runOperation(getTodayOperation, call, needs)
    return {
      title: 'Today',
      body: html`<h1>Today</h1>${waiting(today)}${healthPart(today.findings)}${load(today)}${sales(today)}${imports(today)}`,
    }
  })
}

/** Where each is dealt with. */
const places: Record<string, string> = {
  privacy: '/requests',
  bounces: '/requests',
  changes: '/catalogue',
  webhooks: '/system',
  jobs: '/system',
  payments: '/accounts?status=past_due',
}

const waiting = ({ needs }: Today): Html => html`<h2>Needs a person</h2>
  ${
    needs.length === 0
      ? html`<p class="empty">Nothing waits for you.</p>`
      : html`<ul class="cards">${needs.map(({ about, count: number, message }) => {
          const told = message.replace(/^[\d,]+ /, '')
          const said = html`<strong>${count(number)}</strong>${told}`
          return html`<li>${places[about] ? html`<a href="${consolePath}${places[about]}">${said}</a>` : said}</li>`
        })}</ul>`
  }`

const load = ({ load: { requests, accounts, machine, cores } }: Today): Html => html`<h2>Load</h2>
  <ul class="cards"><li><strong>${count(requests)}</strong>${requests === 1 ? 'request' : 'requests'} today, of ${plural(accounts, 'account')}</li>
    <li><strong>${machine.toFixed(1)}</strong>processes busy on ${plural(cores, 'core')} of this machine</li></ul>`

function sales({ accounts, money_in, credits }: Today): Html {
  const money = (of: Today['money_in']['last_day']) => of.map(({ paid }) => paid).join(' + ') || 'nothing'
  const line = (label: string, { spent, sold, in_periods, granted, refunded }: Today['credits']['last_day']) => [
    ...[label, spent, sold, in_periods, granted, refunded],
  ]
  return html`<h2>Money in</h2>
    <ul class="cards"><li><strong>${money(money_in.last_day)}</strong>in the last 24 hours</li>
      <li><strong>${money(money_in.last_30_days)}</strong>in the last 30 days</li></ul>
    <h2>Credits</h2>
    ${table(
      'Credits',
      ['When', '#Spent', '#Sold in packs and upgrades', '#Given with periods', '#Granted by operators', '#Refunded'],
      [line('Last 24 hours', credits.last_day), line('Last 7 days', credits.last_7_days)],
    )}
    <h2>Accounts</h2>
    ${tableOr(
      'There are no accounts yet.',
      'Accounts by plan and status',
      ['Plan', 'Status', '#Accounts'],
      accounts.map(({ plan, status, suspended, accounts: number }) => [
        plan,
        html`<a href="${consolePath}/accounts?status=${suspended ? 'suspended' : status}">${suspended ? `${status}, suspended` : status}</a>`,
        number,
      ]),
    )}`
}

const imports = ({ imports: rows }: Today): Html => html`<h2>Last imports</h2>
  ${tableOr(
    'Nothing was imported yet.',
    'Last imports',
    ['#Import', 'Source', 'State', 'Started', 'Finished'],
    rows.map((row) => [...[row.import, row.source, row.state, date(row.started_at)], date(row.finished_at)]),
  )}`

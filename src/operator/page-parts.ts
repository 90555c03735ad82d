/** The parts that pages of the console are built from. */
import { type Html, html } from '../base/html.ts'
import { randomBase62 } from '../base/ids.ts'
import { count } from '../base/words.ts'
import { reasonLengthMax } from './operation.ts'

export type Cell = Html | string | number | null

/** A column whose heading begins with `#` holds numbers. */
export function table(label: string, head: readonly string[], rows: readonly (readonly Cell[])[]): Html {
  const isNumber = (at: number) => head[at]!.startsWith('#')
  const attribute = (at: number): Html => (isNumber(at) ? { markup: ' class="number"' } : html``)
  return html`<div class="table" role="region" aria-label="${label}" tabindex="0"><table>
    <thead><tr>${head.map((name, at) => html`<th scope="col"${attribute(at)}>${name.replace('#', '')}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((cell, at) => html`<td${attribute(at)}>${shown(cell)}</td>`)}</tr>`)}</tbody>
  </table></div>`
}

const shown = (cell: Cell): Exclude<Cell, null> => (typeof cell === 'number' ? count(cell) : (cell ?? '–'))

/** A table, or a sentence where there is nothing to show. */
export const tableOr = (empty: string, ...[label, head, rows]: Parameters<typeof table>): Html =>
  rows.length === 0 ? html`<p class="empty">${empty}</p>` : table(label, head, rows)

export const facts = (rows: readonly (readonly [string, Cell])[]): Html =>
  html`<dl>${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${shown(value)}</dd>`)}</dl>`

/** To the minute, in UTC. */
export function time(date: Date | null | undefined): Html {
  if (!date) return html`–`
  const iso = date.toISOString()
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)}</time>`
}

/** How a page writes a time of a reply. */
export const date = (iso: string | null): Html => time(iso === null ? null : new Date(iso))

export const mono = (text: string): Html => html`<span class="mono">${text}</span>`

export const alert = (reason: string | null | undefined): Html =>
  reason ? html`<p class="alert" role="alert">${reason}</p>` : html``

/** What is said after an act: the address names its operation, and nothing of the address is shown. */
export function doneNote(query: unknown, texts: Record<string, string>): Html {
  const { done } = query as { done?: unknown }
  const told = typeof done === 'string' && Object.hasOwn(texts, done) ? texts[done] : undefined
  return told === undefined ? html`` : html`<p class="done" role="status">${told}</p>`
}

/** The field that most acts have. */
export const why = (typed = ''): Html =>
  field('Reason', 'reason', html`required maxlength="${reasonLengthMax}" autocomplete="off" ${filled(typed)}`)

/** The previous value of a field, in a form that is shown again. */
export const filled = (typed: string): Html => (typed === '' ? html`` : html`value="${typed}"`)

type FormParts = { to: string; token: string; button: string; danger?: boolean; second?: boolean }

/** Every form of the console: its token proves the page, and its own key makes a second click the same act. */
export function form({ to, token, button, danger, second }: FormParts, fields: Html = html``): Html {
  const kind = danger ? 'danger' : second ? 'second' : ''
  return html`<form method="post" action="${to}" class="plain">
    <input type="hidden" name="token" value="${token}"><input type="hidden" name="once" value="${randomBase62(20)}">
    ${fields}<button class="${kind}">${button}</button></form>`
}

export const field = (label: string, name: string, attributes: Html = html``): Html =>
  html`<label>${label}<input name="${name}" ${attributes}></label>`

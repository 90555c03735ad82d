import { type Html, html } from '../base/html.ts'
import { table, tableOr } from './page-parts.ts'

type Findings = readonly { about: string; state: string; message: string }[]

const states: Record<string, string> = { ok: 'Fine', warning: 'Look', error: 'Fix' }

/** What \`prospector doctor\` says: what is to be looked at is in sight, the rest a click away. */
export function healthPart(findings: Findings): Html {
  const bad = findings.filter(({ state }) => state !== 'ok')
  const fine = findings.filter(({ state }) => state === 'ok')
  const rows = (of: Findings) =>
    of.map(({ about, state, message }) => [html`<span class="state ${state}">${states[state]}</span>`, about, message])
  const head = ['State', 'About', 'Finding']
  return html`<h2>Health</h2>${tableOr('Everything is fine.', 'What is to be looked at', head, rows(bad))}
    <details><summary>${fine.length} checks are fine</summary>${table('Checks that are fine', head, rows(fine))}</details>`
}

/** The catalogue as operators look after it: imports, removals that wait, sources, and who is hidden. */
import { type Html, html } from '../base/html.ts'
import {
  discardChangesOperation,
  listHeldChangesOperation,
  listImportsOperation,
  listSourcesOperation,
  listSuppressionsOperation,
  releaseChangesOperation,
  suppressOperation,
  unsuppressOperation,
} from './catalogue-operations.ts'
import { type Console, type ConsolePage, consolePath, type Visitor } from './console.ts'
import { serveForm } from './form-operations.ts'
import type { OperatorNeeds } from './operation.ts'
import { alert, date, doneNote, field, form, tableOr, why } from './page-parts.ts'
import { runOperation } from './serve-admin.ts'

const path = `${consolePath}/catalogue`

const done: Record<string, string> = {
  releaseChanges: 'The removals are recorded.',
  discardChanges: 'The removals are dropped.',
  suppress: 'They are hidden from every reply.',
  unsuppress: 'The suppression is removed.',
}

export function serveCatalogue(site: Console, needs: OperatorNeeds): void {
  const show = async (visitor: Visitor, said = html``): Promise<ConsolePage> => {
    const call = { by: site.callerOf(visitor, null), body: {}, query: {}, params: {} }
    const { data: held } = await runOperation(listHeldChangesOperation, call, needs)
    const { data: imports } = await runOperation(listImportsOperation, call, needs)
    const { data: sources } = await runOperation(listSourcesOperation, call, needs)
    const { data: hidden } = await runOperation(listSuppressionsOperation, call, needs)
    return {
      title: 'Catalogue',
      body: html`<h1>Catalogue</h1>${said}
        <h2>Removals held back</h2>
        ${tableOr(
          'Nothing is held back.',
          'Removals held back',
          ['#Import', 'What', '#Stores', 'Seen', 'Decide'],
          held.map((one) => [
            ...[one.import, `${one.value} (${one.type === 'app_removed' ? 'app' : 'pixel'})`, one.stores],
            ...[date(one.observed_at), decideForms(one, visitor.token)],
          ]),
        )}
        <h2>Imports</h2>
        ${tableOr(
          'Nothing was imported yet.',
          'Imports',
          ['#Import', 'Source', 'State', 'Started', 'Finished', '#New', '#Changed', '#Retired', '#Rejected', 'Files'],
          imports.map((row) => [
            ...[String(row.import), row.source, row.state, date(row.started_at), date(row.finished_at)],
            ...[row.new, row.changed, row.retired, row.rejected, row.files.join(', ')],
          ]),
        )}
        <h2>Sources</h2>
        ${tableOr(
          'No source yet.',
          'Sources',
          ['Name', 'Label', 'Legal basis', '#Greatest age, days', '#Imports', 'Last import'],
          sources.map((source) => [
            ...[source.name, source.label, source.legal_basis, source.max_age_days, source.imports],
            date(source.last_import_at),
          ]),
        )}
        <h2>Suppressions</h2>
        <div class="acts">
          <details><summary>Hide people</summary>${form({ to: `${consolePath}/suppressions`, token: visitor.token, button: 'Hide', danger: true }, target)}</details>
          <details><summary>Remove a suppression</summary>${form({ to: `${consolePath}/suppressions/remove`, token: visitor.token, button: 'Remove' }, target)}</details>
        </div>
        ${tableOr(
          'Nobody is suppressed.',
          'Suppressions',
          ['Kind', 'Whom', 'Since'],
          hidden.map(({ kind, target: whom, created_at }) => [kind, whom, date(created_at)]),
        )}`,
    }
  }

  site.page(path, (visitor, { query }) => show(visitor, doneNote(query, done)))
  for (const operation of [releaseChangesOperation, discardChangesOperation, suppressOperation, unsuppressOperation]) {
    serveForm({ needs, site }, operation, {
      path: () => path,
      refused: (visitor, _params, reason) => show(visitor, alert(reason)),
    })
  }
}

const target = html`<label>Kind<select name="kind"><option value="email">Everybody with an email address</option>
  <option value="contact">One contact</option><option value="domain">Everybody at a store</option></select></label>
  ${field('Address, contact id or domain', 'target', html`required maxlength="254" autocomplete="off"`)}${why()}`

type Held = { import: number; type: string; value: string }

function decideForms(held: Held, token: string): Html {
  const to = (verb: string) => `${consolePath}/held-changes/${held.import}/${verb}`
  const chosen = html`<input type="hidden" name="type" value="${held.type}"><input type="hidden" name="value" value="${held.value}">${why()}`
  return html`<details><summary>Release</summary>${form({ to: to('release'), token, button: 'The stores lost it' }, chosen)}</details>
    <details><summary>Discard</summary>${form({ to: to('discard'), token, button: 'The crawl was wrong', danger: true }, chosen)}</details>`
}

/** The catalogue as operators look after it: imports, removals that wait, and who is hidden. */
import { listsOfRemovals, technologies } from '../base/change-types.ts'
import { type Html, html } from '../base/html.ts'
import { count, plural } from '../base/words.ts'
import {
  discardChangesOperation,
  eraseOperation,
  listHeldChangesOperation,
  listSuppressionsOperation,
  releaseChangesOperation,
  suppressOperation,
  targetLengthMax,
  unsuppressOperation,
} from './catalogue-operations.ts'
import { type Console, type ConsolePage, consolePath, type Visitor } from './console.ts'
import { readParams, serveForm } from './form-operations.ts'
import { listImportsOperation, listRejectsOperation } from './import-operations.ts'
import type { OperatorNeeds } from './operation.ts'
import { alert, type Cell, date, doneNote, field, form, tableOr, why } from './page-parts.ts'
import { runOperation } from './serve-admin.ts'

const path = `${consolePath}/catalogue`

const done: Record<string, string> = {
  releaseChanges: 'The removals are recorded.',
  discardChanges: 'The removals are dropped.',
  suppress: 'They are hidden from every reply.',
  unsuppress: 'The suppression is removed.',
  erase: 'They are erased. Accounts that had revealed them are asked to delete their copies.',
}

export function serveCatalogue(site: Console, needs: OperatorNeeds): void {
  const show = async (visitor: Visitor, said = html``): Promise<ConsolePage> => {
    const call = { by: site.callerOf(visitor, null), body: {}, query: {}, params: {} }
    const { data: held } = await runOperation(listHeldChangesOperation, call, needs)
    const { data: imports } = await runOperation(listImportsOperation, call, needs)
    const { data: hidden } = await runOperation(listSuppressionsOperation, call, needs)
    return {
      title: 'Catalogue',
      body: html`<h1>Catalogue</h1><p class="sub"><a href="${path}/quality">Sources and quality</a></p>${said}
        <h2>Removals held back</h2>
        ${tableOr(
          'Nothing is held back.',
          'Removals held back',
          // On a phone only the first columns are in sight.
          ['What', 'Decide', '#Stores', '#Import', 'Seen'],
          held.map((one) => [
            ...[`${one.value} (${technologies[listsOfRemovals[one.type]].one})`, decideForms(one, visitor.token)],
            ...[one.stores, one.import, date(one.observed_at)],
          ]),
        )}
        <h2>Imports</h2>
        ${tableOr(
          'Nothing was imported yet.',
          'Imports',
          [
            '#Import',
            'Source',
            'State',
            'Started',
            'Finished',
            '#Lines',
            '#New stores',
            '#Changed',
            '#Retired',
            '#New contacts',
            '#Rejected',
            'Files',
          ],
          imports.map((row) => [
            ...[String(row.import), row.source, row.state, date(row.started_at), date(row.finished_at)],
            ...[row.lines, row.new, row.changed, row.retired, row.contacts_new, rejectsLink(row), row.files.join(', ')],
          ]),
        )}
        <h2>Suppressions and erasures</h2>
        <div class="acts">
          <details><summary>Hide people</summary>${form({ to: `${consolePath}/suppressions`, token: visitor.token, button: 'Hide', danger: true }, target)}</details>
          <details><summary>Remove a suppression</summary>${form({ to: `${consolePath}/suppressions/remove`, token: visitor.token, button: 'Remove' }, target)}</details>
          <details><summary>Erase a person</summary>${form({ to: `${consolePath}/erasures`, token: visitor.token, button: 'Erase for good', danger: true }, erased)}</details>
        </div>
        <p class="quiet">What people ask in the privacy centre is under <a href="${consolePath}/requests">Requests</a>, with the erasures that accounts have not confirmed.</p>
        ${tableOr(
          'Nobody is suppressed.',
          'Suppressions',
          ['Kind', 'Whom', 'Since'],
          hidden.map(({ kind, target: whom, created_at }) => [kind, whom, date(created_at)]),
        )}`,
    }
  }

  site.file(`${consolePath}/imports/:import/rejects`, async (visitor, request) => {
    const params = readParams(listRejectsOperation, request)
    const call = { by: site.callerOf(visitor, null), body: {}, query: {}, params }
    const { import: number, data } = await runOperation(listRejectsOperation, call, needs)
    const rows = data.map(({ file, line, column, reason }) => [file, String(line), column ?? '', reason])
    return { name: `import-${number}-rejects.csv`, rows: [['file', 'line', 'column', 'reason'], ...rows] }
  })

  site.page(path, (visitor, { query }) => show(visitor, doneNote(query, done)))
  const acts = [
    ...[releaseChangesOperation, discardChangesOperation],
    ...[suppressOperation, unsuppressOperation, eraseOperation],
  ]
  for (const operation of acts) {
    serveForm({ needs, site }, operation, {
      path: () => path,
      refused: (visitor, _params, reason) => show(visitor, alert(reason)),
    })
  }
}

const rejectsLink = ({ import: number, kind, rejected }: { import: number; kind: string; rejected: number }): Cell =>
  rejected === 0 || kind !== 'files'
    ? rejected
    : html`<a href="${consolePath}/imports/${number}/rejects" aria-label="Download ${plural(rejected, 'rejected line')} of import ${number}">${count(rejected)}</a>`

const target = html`<label>Kind<select name="kind"><option value="email">Everybody with an email address</option>
  <option value="contact">One contact</option><option value="domain">Everybody at a store</option></select></label>
  ${field('Address, contact id or domain', 'target', html`required maxlength="${targetLengthMax}" autocomplete="off"`)}${why()}`

const erased = html`<p>Their names, titles and channels leave every row, and no import brings them back. This can’t be undone.</p>
  <label>Kind<select name="kind"><option value="email">Everybody with an email address</option>
  <option value="contact">One contact</option></select></label>
  ${field('Address or contact id', 'target', html`required maxlength="${targetLengthMax}" autocomplete="off"`)}${why()}`

type RemovalGroup = { import: number; type: string; value: string }

function decideForms(held: RemovalGroup, token: string): Html {
  const to = (verb: string) => `${consolePath}/held-changes/${held.import}/${verb}`
  const chosen = html`<input type="hidden" name="type" value="${held.type}"><input type="hidden" name="value" value="${held.value}">${why()}`
  return html`<details><summary>Release</summary>${form({ to: to('release'), token, button: 'The stores lost it' }, chosen)}</details>
    <details><summary>Discard</summary>${form({ to: to('discard'), token, button: 'The crawl was wrong', danger: true }, chosen)}</details>`
}

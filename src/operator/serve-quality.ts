/** Where the catalogue comes from, and how good it is: what `prospector source list` and `prospector quality` say. */
import { type Html, html } from '../base/html.ts'
import { count, share } from '../base/words.ts'
import { namedAges } from '../catalog/quality.ts'
import { type Console, consolePath } from './console.ts'
import type { OperatorNeeds } from './operation.ts'
import { type Cell, date, facts, tableOr } from './page-parts.ts'
import { getQualityOperation, listSourcesOperation, type QualityDocument } from './quality-operations.ts'
import { runOperation } from './serve-admin.ts'

export function serveQuality({ page, callerOf }: Console, needs: OperatorNeeds): void {
  page(`${consolePath}/catalogue/quality`, async (visitor) => {
    const call = { by: callerOf(visitor, null), body: {}, query: {}, params: {} }
    const { data: sources } = await runOperation(listSourcesOperation, call, needs)
    const { measured_at, being_measured, quality } = await runOperation(getQualityOperation, call, needs)
    return {
      title: 'Sources and quality',
      body: html`<h1>Sources and quality</h1><p class="sub"><a href="${consolePath}/catalogue">Catalogue</a></p>
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
        ${being_measured && html`<p class="quiet" role="status">Being measured. Load the page again in a moment.</p>`}
        ${quality && html`<p class="quiet">Measured ${date(measured_at)}. Suppressed and retired contacts are not counted.</p>${describe(quality)}`}`,
    }
  })
}

function describe({ stores, contacts, emails }: QualityDocument): Html {
  const rows = (counts: readonly [string, number][], whole: number): [string, Cell][] =>
    counts.map(([name, number]) => [name, share(number, whole)])
  const ofSource = Object.entries(emails.by_source).flatMap(([source, counts]) => {
    const whole = Object.values(counts).reduce((sum, number) => sum + number, 0)
    return Object.entries(counts).map(([status, number]) => [source, status, share(number, whole)])
  })
  return html`<h2>Stores</h2>
    ${facts([
      ['Total', count(stores.total)],
      ['Without contacts', share(stores.without_contacts, stores.total)],
      ...rows(
        Object.entries(stores.filled).map(([name, number]) => [`With ${name}`, number]),
        stores.total,
      ),
    ])}
    <h2>Contacts</h2>
    ${facts([
      ['Total', count(contacts.total)],
      ['With an email that can be revealed', share(contacts.with_email, contacts.total)],
      ['With a phone', share(contacts.with_phone, contacts.total)],
      ['With a LinkedIn profile', share(contacts.with_linkedin, contacts.total)],
    ])}
    <h2>Emails by status</h2>
    ${facts([['Total', count(emails.total)], ...rows(Object.entries(emails.by_status), emails.total)])}
    <h2>Emails by when they were verified</h2>
    ${facts(rows(namedAges(emails.by_age_days), emails.total))}
    <h2>Emails by source</h2>
    ${tableOr('No emails.', 'Emails by source', ['Source', 'Status', '#Emails'], ofSource)}`
}

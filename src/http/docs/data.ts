import { html } from '../../base/html.ts'
import type { Chapter } from './chapter.ts'
import type { DescribedOperation } from './described-operation.ts'
import { inline } from './prose.ts'
import type { Schema } from './schema-table.ts'

/** The fields by which people choose, and whose values need an explanation. Meanings are those of the description. */
const explained = {
  revealContacts: [
    ['data', 'emails', 'status'],
    ['data', 'emails', 'type'],
    ['data', 'emails', 'verified_at'],
    ['data', 'phones', 'type'],
    ['data', 'reveal_status'],
    ['data', 'charged'],
    ['data', 'source'],
  ],
  searchContacts: [
    ['data', 'seniority'],
    ['data', 'has_verified_email'],
    ['data', 'best_email'],
  ],
  getStore: [['lead_fit_score'], ['traffic_tier'], ['revenue_tier'], ['observed_at'], ['last_change']],
}

const fieldAt = (schema: Schema, names: readonly string[]): Schema =>
  names.reduce<Schema>((inner, name) => (inner.items ?? inner).properties![name]!, schema)

export function dataChapter(operations: readonly DescribedOperation[]): Chapter {
  const rows = Object.entries(explained).flatMap(([id, fields]) => {
    const { responses } = operations.find(({ operationId }) => operationId === id)!
    const { schema } = responses['200']!.content['application/json']
    return fields.map((names) => ({
      name: names.filter((one) => one !== 'data').join('.'),
      id,
      ...fieldAt(schema, names),
    }))
  })
  return {
    id: 'data',
    title: 'What the data means',
    body: html`<p>What the fields say by which you choose whom to reveal. Only emails that somebody confirmed or saw are returned and charged for; which of them you pay for is yours to
  say (<code>Prospector-Accept</code> of <a href="#revealContacts">reveals</a>, <code>accept</code> of <a href="#createJob">jobs</a>).</p>
  <div class="scroll" tabindex="0" role="region" aria-label="Fields and what they mean"><table>
  <thead><tr><th scope="col">Field</th><th scope="col">Meaning</th></tr></thead>
  <tbody>${rows.map(
    ({ name, id, description = '' }) =>
      html`<tr><th scope="row"><a href="#${id}"><code>${name}</code></a></th><td>${inline(description)}</td></tr>`,
  )}</tbody></table></div>`,
  }
}

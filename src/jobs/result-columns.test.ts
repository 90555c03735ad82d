/** A field that a reply gains comes into spreadsheets, too, or is left out of them by name. */
import { expect, it } from 'vitest'
import { eachChanged } from '../../test/support/changed-values.ts'
import { contactPreviewExample } from '../catalog/contact-preview.ts'
import { revealedExample } from '../contacts/reveal-example.ts'
import { storeExample } from '../stores/store.ts'
import { columnsOf, type ResultLine, toCells } from './result-lines.ts'

/** The same in every line, or said by another column. */
const ofStores = ['id', 'object', 'technologies.theme.type', 'contacts_summary.has_revealable_contacts']

it.each([
  {
    sheet: 'revealed contacts',
    shown: { kind: 'reveal' as const, settings: {} },
    line: {
      ...{ index: 0, input: revealedExample.id, ref: 'crm-1', outcome: 'newly_revealed', charged: true },
      contact: revealedExample,
    },
    // What the job says of the line, and what other columns say.
    leftOut: ['object', 'reveal_status', 'charged', 'emails.0.is_primary', 'phones.0.is_primary', 'store.id'].map(
      (path) => `contact.${path}`,
    ),
  },
  {
    sheet: 'enriched domains',
    shown: { kind: 'enrich' as const, settings: {} },
    line: {
      index: 0,
      inputs: [storeExample.domain],
      domain: storeExample.domain,
      status: 'found',
      store: storeExample,
    },
    // One line has one input.
    leftOut: ['inputs', ...[...ofStores, 'domain'].map((path) => `store.${path}`)],
  },
  {
    sheet: 'exported stores',
    shown: { kind: 'export' as const, settings: { over: 'stores' as const } },
    line: { index: 0, ...storeExample },
    leftOut: ofStores,
  },
  {
    sheet: 'exported previews',
    shown: { kind: 'export' as const, settings: { over: 'contacts' as const } },
    line: { index: 0, ...contactPreviewExample },
    // More of the store is in an export of stores.
    leftOut: [
      'object',
      ...['id', 'category', 'country', 'traffic_tier', 'technologies.apps', 'technologies.pixels'].map(
        (path) => `store.${path}`,
      ),
    ],
  },
])('every field is a column of $sheet, or left out on purpose', ({ shown, line, leftOut }) => {
  const columns = columnsOf({ job: { kind: shown.kind }, settings: shown.settings })
  const cells = toCells(columns, line as ResultLine)
  const missing = eachChanged(line)
    .filter(([, changed]) => toCells(columns, changed as ResultLine).every((cell, at) => cell === cells[at]))
    .map(([path]) => path)
  expect(missing.sort()).toEqual(leftOut.toSorted())
})

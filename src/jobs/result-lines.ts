import { type Static, Type } from 'typebox'
import { contactIdPattern } from '../base/ids.ts'
import { count, nullableString, oneOf } from '../base/schema.ts'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import { contactPreview, toContactPreview } from '../catalog/contact-preview.ts'
import { normaliseDomain } from '../catalog/domains.ts'
import { findContactsForReveal } from '../catalog/find-contacts.ts'
import { findPreviewRows, previewContactId } from '../catalog/find-previews.ts'
import { exportFormats } from '../contacts/export-formats.ts'
import { type ContactOpener, renderRevealedContact, revealedContact } from '../contacts/revealed-contact.ts'
import { isRevealedBy, ownedAmong } from '../credits/reveals.ts'
import type { Database } from '../db/database.ts'
import { enrich, enrichedStore } from '../stores/enrich-stores.ts'
import { storeCells } from '../stores/export-stores.ts'
import { store } from '../stores/store.ts'
import { hasYielded, type JobRow, type OutcomeOf, outcomesOf } from './job.ts'
import type { JobSettings } from './job-request.ts'
import type { Item } from './job-rows.ts'
import { openPerson, person } from './people.ts'
import { idOf } from './reveal-items.ts'

/** The outcome of inputs that have none. */
const notReached = 'not_reached' as const
const index = count({ description: 'The place of the input, from 0 on.' })
const { ref: _ref, ...personFields } = person.properties

const revealLine = Type.Object(
  {
    index,
    input: Type.Union(
      [Type.String({ pattern: contactIdPattern }), Type.Object(personFields, { title: 'NamedPerson' })],
      { description: 'The contact, or the person, as it was asked for.' },
    ),
    ref: nullableString({ description: 'Your own id of the person, as it was sent; null if there was none.' }),
    outcome: oneOf([...outcomesOf('reveal'), notReached], {
      description:
        'What became of it; `no_match`: nobody was found who can be revealed; `not_reached`: the job ended before.',
    }),
    charged: Type.Boolean({ description: 'True when the job spent one credit for this contact.' }),
    contact: Type.Union([revealedContact, Type.Null()], {
      description: 'The contact as it is now; null if it was not revealed.',
    }),
  },
  { title: 'RevealJobLine' },
)
const enrichLine = Type.Object(
  {
    index,
    ...enrichedStore.properties,
    status: oneOf([...outcomesOf('enrich'), notReached], {
      description: 'Whether the catalogue holds the store; `not_reached`: the job ended before.',
    }),
  },
  { title: 'EnrichJobLine' },
)
const storeLine = Type.Object({ index, ...store.properties }, { title: 'StoreExportLine' })
const previewLine = Type.Object({ index, ...contactPreview.properties }, { title: 'ContactExportLine' })

/** One line per input, in the order given. */
export const resultLine = Type.Union([revealLine, enrichLine, storeLine, previewLine], { title: 'JobResultLine' })
export type ResultLine = Static<typeof resultLine>

type Needs = { database: Database; openContact: ContactOpener; channelKeys: ChannelKeys }
type LineContext = { job: JobRow; settings: JobSettings; accountId: string }

/** Outcomes are stored; contacts and stores are read from the catalogue now. */
export function renderLines(items: Item[], rendered: LineContext, needs: Needs): Promise<ResultLine[]> {
  const { job, settings, accountId } = rendered
  switch (job.kind) {
    case 'reveal':
      return renderReveals(items, rendered, needs)
    case 'enrich':
      return renderStores(items, rendered, needs)
    case 'export':
      return settings.over === 'contacts'
        ? renderPreviews(items, accountId, needs)
        : renderStores(items, rendered, needs)
  }
}

async function renderReveals(items: Item[], { settings, accountId }: LineContext, needs: Needs): Promise<ResultLine[]> {
  const { ofPeople = false } = settings
  const ids = [...new Set(items.flatMap((item) => idOf(item, ofPeople) ?? []))]
  const [contacts, owned] = await Promise.all([
    findContactsForReveal(needs.database, ids),
    ownedAmong(needs.database, accountId, ids),
  ])
  return items.map((item) => {
    const { outcome, charged } = item
    const id = idOf(item, ofPeople) ?? ''
    const found = contacts.get(id)
    const revealedAt = owned.get(id)
    const isShown = found && revealedAt && !found.suppressed && hasYielded(outcome)
    const opened = isShown ? needs.openContact(found) : null
    // Suppressed since: paid for, and gone.
    const isGone = !opened && hasYielded(outcome)
    const shown = isGone ? ('unavailable' as const) : (outcome as OutcomeOf<'reveal'> | null)
    return {
      index: item.index,
      ...inputOf(item, ofPeople, accountId, needs),
      outcome: shown ?? notReached,
      charged,
      contact: opened
        ? renderRevealedContact(opened, { accountId, revealedAt: revealedAt!, isNew: charged, charged })
        : null,
    }
  })
}

function inputOf({ input }: Item, ofPeople: boolean, accountId: string, { channelKeys }: Needs) {
  if (!ofPeople) return { input, ref: null }
  const { ref = null, ...named } = openPerson(channelKeys, accountId, input)
  return { input: named, ref }
}

async function renderPreviews(items: Item[], accountId: string, { database }: Needs): Promise<ResultLine[]> {
  const rows = await findPreviewRows(
    database,
    items.map(({ input }) => input),
    { accountId, revealed: isRevealedBy(accountId, previewContactId) },
  )
  return items.flatMap(({ index: place, input, outcome }) => {
    const row = rows.get(input)
    return row && hasYielded(outcome) ? [{ index: place, ...toContactPreview(row) }] : []
  })
}

async function renderStores(
  items: Item[],
  { job, settings, accountId }: LineContext,
  { database }: Needs,
): Promise<ResultLine[]> {
  const isEnrich = job.kind === 'enrich'
  const withPreviews = settings.include?.includes('contact_previews') ?? false
  const worked = items.filter(({ outcome }) => outcome !== null)
  const found = await enrich(
    worked.map(({ input }) => input),
    { withPreviews, accountId },
    database,
  )
  const byInput = new Map(found.flatMap((item) => item.inputs.map((input) => [input, item] as const)))
  if (isEnrich) {
    return items.map(({ index: place, input, outcome }) => ({
      index: place,
      ...(outcome === null ? unreached(input) : byInput.get(input)!),
      inputs: [input],
    }))
  }
  return worked.flatMap(({ index: place, input }): ResultLine[] => {
    const { store: exported } = byInput.get(input)!
    return exported ? [{ index: place, ...exported }] : []
  })
}

const unreached = (input: string) => ({
  domain: normaliseDomain(input) ?? input,
  status: notReached,
  store: null,
})

type Column = [name: string, read: (line: ResultLine) => unknown]

const storeColumns = storeCells.map(
  ([name, read]): Column => [
    name,
    (line) => {
      const described = 'status' in line ? line.store : (line as Static<typeof storeLine>)
      return described && read(described as never)
    },
  ],
)

/** The same lines as a spreadsheet. */
export function columnsOf({ job, settings }: { job: Pick<JobRow, 'kind'>; settings: JobSettings }): Column[] {
  switch (job.kind) {
    case 'reveal':
      return revealColumns
    case 'enrich':
      return enrichColumns
    case 'export':
      return settings.over === 'stores' ? storeExportColumns : previewColumns
  }
}

const indexColumn: Column = ['index', (line) => line.index]

/** A column of lines that are all of one kind. */
const ofReveal = (read: (line: Static<typeof revealLine>) => unknown) => (line: ResultLine) =>
  read(line as Static<typeof revealLine>)
const ofEnrich = (read: (line: Static<typeof enrichLine>) => unknown) => (line: ResultLine) =>
  read(line as Static<typeof enrichLine>)
const ofPreview = (read: (line: Static<typeof previewLine>) => unknown) => (line: ResultLine) =>
  read(line as Static<typeof previewLine>)

const revealColumns: Column[] = [
  indexColumn,
  ['input', ofReveal(({ input }) => inWords(input))],
  ['ref', ofReveal(({ ref }) => ref)],
  ['outcome', ofReveal(({ outcome }) => outcome)],
  ['charged', ofReveal(({ charged }) => charged)],
  ...exportFormats.csv.columns.map(
    (name, at): Column => [name, ofReveal(({ contact }) => contact && exportFormats.csv.toCells(contact)[at])],
  ),
]

const enrichColumns: Column[] = [
  indexColumn,
  ['input', ofEnrich(({ inputs }) => inputs[0])],
  ['domain', ofEnrich(({ domain }) => domain)],
  ['status', ofEnrich(({ status }) => status)],
  ...storeColumns,
]

const storeExportColumns: Column[] = [
  indexColumn,
  ['domain', (line) => (line as Static<typeof storeLine>).domain],
  ...storeColumns,
]

const previewColumns: Column[] = [
  indexColumn,
  ['id', ofPreview(({ id }) => id)],
  ['first_name', ofPreview((preview) => preview.first_name)],
  ['last_name', ofPreview((preview) => preview.last_name_obfuscated)],
  ['title', ofPreview(({ title }) => title)],
  ['role', ofPreview(({ role }) => role)],
  ['seniority', ofPreview(({ seniority }) => seniority)],
  ['has_verified_email', ofPreview((preview) => preview.has_verified_email)],
  ['has_phone', ofPreview((preview) => preview.has_phone)],
  ['has_linkedin', ofPreview((preview) => preview.has_linkedin)],
  ['revealed', ofPreview(({ revealed }) => revealed)],
  ['store_domain', ofPreview((preview) => preview.store.domain)],
  ['store_name', ofPreview((preview) => preview.store.name)],
  ['best_email_status', ofPreview((preview) => preview.best_email?.status)],
  ['best_email_type', ofPreview((preview) => preview.best_email?.type)],
  ['best_email_verified_at', ofPreview((preview) => preview.best_email?.verified_at)],
  ['added_at', ofPreview((preview) => preview.added_at)],
  ['updated_at', ofPreview((preview) => preview.updated_at)],
]

/** In one cell: a contact's id, or how a person was named. */
const inWords = (input: Static<typeof revealLine>['input']): string =>
  typeof input === 'string' ? input : Object.values(input).join(' ')

export const toCells = (columns: Column[], line: ResultLine): string[] =>
  columns.map(([, read]) => String(read(line) ?? ''))

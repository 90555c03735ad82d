import { oneOf } from '../base/schema.ts'
import { primary } from '../contacts/revealed-contact.ts'

type Json = Record<string, unknown>

/** Agents pay for every word they read: by default they get ids and what they need to choose. */
export const detail = oneOf(['compact', 'full'], {
  default: 'compact',
  description: '`compact`: what you need to choose. `full`: every field.',
})

const previewsOfStore = 3
const reasonsOfSimilar = 3
const taxonomyValues = 100

/** The operations that have a short form. All others always answer in full. */
const shortForms: Record<string, (reply: Json) => Json> = {
  searchContacts: (reply) => shortList(reply, shortPreview),
  searchStores: (reply) => shortList(reply, shortStore),
  findSimilarStores: (reply) => shortList(reply, shortSimilar),
  enrichStores: (reply) => shortList(reply, shortEnriched),
  runSavedSearch: (reply) => shortList(reply, shortItem),
  getListItems: (reply) => shortList(reply, shortItem),
  listRevealedContacts: (reply) => shortList(reply, shortContact),
  searchRevealedContacts: (reply) => shortList(reply, shortContact),
  getJobResults: (reply) => shortList(reply, shortLine),
  listWatchMatches: (reply) => shortList(reply, shortMatch),
  previewWatch: (reply) => shortList(reply, shortMatch),
  previewNews: (reply) => shortList(reply, shortMatch),
  listCreditEntries: (reply) => shortList(reply, shortEntry),
  getTaxonomy: shortTaxonomy,
}

/** What a compact answer holds unless the agent says otherwise. */
const shortDefaults: Record<string, Json> = { findSimilarStores: { limit: 10 } }

export const hasCompactForm = (operationId: string): boolean => operationId in shortForms

export const compactDefaults = (operationId: string): Json => shortDefaults[operationId] ?? {}

export const toCompact = (operationId: string, reply: string): string =>
  JSON.stringify(shortForms[operationId]!(JSON.parse(reply) as Json))

/** Nulls and empty lists say nothing. */
const withoutBlanks = (fields: Json): Json =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  )

const shortList = ({ object: _object, data, ...envelope }: Json, shorten: (item: Json) => Json): Json => ({
  ...withoutBlanks(envelope),
  data: (data as Json[]).map((item) => withoutBlanks(shorten(item))),
})

const shortPerson = (preview: Json): Json => ({
  id: preview.id,
  first_name: preview.first_name,
  last_name_obfuscated: preview.last_name_obfuscated,
  title: preview.title,
  seniority: preview.seniority,
  has_verified_email: preview.has_verified_email,
  best_email: preview.best_email,
  revealed: preview.revealed,
  excluded: preview.excluded,
})

function shortPreview(preview: Json): Json {
  const { domain, name } = preview.store as Json
  const { has_phone, has_linkedin } = preview
  return { ...shortPerson(preview), has_phone, has_linkedin, store: { domain, name } }
}

function shortStore(store: Json): Json {
  const { domain, name, category, country, traffic_tier, revenue_tier, lead_fit_score, last_change } = store
  const { total, verified_email_count } = store.contacts_summary as Json
  const contacts = { total, verified_email_count }
  const size = { traffic_tier, revenue_tier, lead_fit_score }
  return { domain, name, category, country, ...size, contacts_summary: contacts, last_change }
}

/** Whom the account has revealed: with the primary channels. */
function shortContact(contact: Json): Json {
  const { id, full_name, title, seniority, revealed_at } = contact
  const { domain, name } = contact.store as Json
  const email = primary(contact.emails as (Json & { is_primary: boolean })[])
  const phone = primary(contact.phones as (Json & { is_primary: boolean })[])
  const channels = { email: email?.email ?? null, email_status: email?.status ?? null, phone: phone?.phone ?? null }
  return {
    id,
    full_name,
    title,
    seniority,
    ...channels,
    linkedin_url: contact.linkedin_url,
    store: { domain, name },
    revealed_at,
  }
}

const byObject: Record<string, (item: Json) => Json> = {
  contact_preview: shortPreview,
  contact: shortContact,
  store: shortStore,
}

/** Lists of several kinds. What has no short form stays as it is. */
const shortItem = (item: Json): Json => withoutBlanks(byObject[item.object as string]?.(item) ?? item)

/** A line of a job's results: of a reveal, of an enrichment, or of an export. */
function shortLine(line: Json): Json {
  if (line.contact) return { ...line, contact: shortItem(line.contact as Json) }
  return 'status' in line ? { index: line.index, ...shortEnriched(line) } : shortItem(line)
}

function shortMatch({ object: _object, contact, store, ...match }: Json): Json {
  return { contact: contact && shortItem(contact as Json), store: store && shortItem(store as Json), ...match }
}

function shortSimilar({ store, similarity, reasons }: Json): Json {
  const shared = (reasons as Json[]).slice(0, reasonsOfSimilar).map(({ field, value }) => ({ field, value }))
  return { ...withoutBlanks(shortStore(store as Json)), similarity, reasons: shared }
}

function shortEnriched({ domain, status, store, contact_previews: previews }: Json): Json {
  const people = ((previews ?? []) as Json[]).slice(0, previewsOfStore).map((one) => withoutBlanks(shortPerson(one)))
  return { domain, status, ...(store ? withoutBlanks(shortStore(store as Json)) : {}), contact_previews: people }
}

function shortEntry(entry: Json): Json {
  const { id, kind, amount, balance_after, reason, created_at, contact_ids } = entry
  const actor = (entry.actor as Json | null)?.name ?? null
  return { id, kind, amount, balance_after, actor, reason, contacts: (contact_ids as string[]).length, created_at }
}

/** Values alone; of a long list the first, and how many more there are. */
function shortTaxonomy(taxonomy: Json): Json {
  const lists = Object.entries(taxonomy).flatMap(([name, list]): [string, unknown][] => {
    if (!Array.isArray(list)) return name === 'object' ? [] : [[name, list]]
    const values = list.slice(0, taxonomyValues).map(({ value }: Json) => value)
    return [
      [name, values],
      ...(list.length > values.length ? [[`${name}_left_out`, list.length - values.length] as [string, number]] : []),
    ]
  })
  return Object.fromEntries(lists)
}

import { emailTypes, exportableEmailStatuses } from '../../base/email-kinds.ts'
import { seniorities } from '../../base/seniorities.ts'
import { revenueTiers, tierValues, trafficTiers } from '../../base/tiers.ts'
import type { WorkStatus } from '../../base/work-statuses.ts'
import type { ContactColumn, StoreColumn } from './feed.ts'
import { categoryLabel, countryCodes, countryLabel, dollarTierLabel, sentenceOf, tierLabel } from './labels.ts'

/**
 * Every filter of both searches, declared once. From this list come the request schemas, what the index keeps of a
 * row, the evaluation of a query, the facets, the taxonomy and the query's fingerprint. A filter on a column that the
 * feed has is one entry.
 */
type FilterTitle = { name: string; label: string /** What the label does not say. */; note?: string }
type ValueList = {
  /** The list of the taxonomy that holds this filter's values. */
  taxonomy: string
  /** The name under which a search counts its results by this field. */
  facet: string
  /** A closed list, in its natural order: these values are known even when no document carries them. */
  closed?: readonly string[]
  /** What the taxonomy shows a person; by default the value itself. */
  labelOf?: (value: string) => string
  /** Other names of values, in lower case. */
  aliases?: Record<string, string>
}

export type RowFilter<Block extends string, Column> =
  /** A list of values of which the document must carry any. */
  | (FilterTitle & ValueList & { block: Block; kind: 'any_of'; column: Column })
  /** Three lists over a field that has many values a document: any, all, none. */
  | (FilterTitle & ValueList & { block: Block; kind: 'any_all_none'; column: Column })
  /** True: with; false: without. */
  | (FilterTitle & { block: Block; kind: 'flag'; column: Column })
  /** Words that must all occur. */
  | (FilterTitle & { block: Block; kind: 'words'; column: Column })
  /** What a person types into a search box: words, or beginnings of them, in any of the columns; typos are forgiven. */
  | (FilterTitle & { block: Block; kind: 'text'; columns: readonly Column[] })

/** The score is what documents are ordered by, so a range of it is a range of documents and needs no postings. */
type ScoreFilter = FilterTitle & { block: 'store'; kind: 'score_range' }
/** Normalised hostnames. A domain that the catalogue does not hold matches nothing and is not an error. */
type DomainsFilter = FilterTitle & { block: 'store'; kind: 'domains' }
/** A time of the document that is at most a given number of days before the request. */
type WithinFilter = FilterTitle & { block: 'person' | 'store'; kind: 'within_days' }
/** Conditions that one and the same exportable email must meet: status, type, and when it was verified. */
type EmailFilter = FilterTitle & { block: 'person' } & (
    | { kind: 'email_any_of'; part: 'status' | 'type'; closed: readonly string[] }
    | { kind: 'email_within_days' }
  )
/** Changes of the store, each of a type, perhaps of a value, within a number of days before the request. */
type ChangesFilter = FilterTitle & { block: 'store'; kind: 'changes'; facet: string }
/** A list of stores of the account, whose stores the caller looks up and passes as ids. */
type ListFilter = FilterTitle & { block: 'store'; kind: 'list' }
/** The account's own work on contacts or stores, which the caller looks up and passes as ids. */
type WorkFilter = FilterTitle & { block: 'work'; kind: 'work_status' | 'work_values' | 'work_days' }
/** The account's own reveals, which the caller looks up and passes as ids. */
type RevealedFilter = FilterTitle & { block: 'person'; kind: 'revealed' }
/**
 * Filters of a store by its contacts: `person` names the filter of the person block that a contact must fit. A list
 * is paired with a flag: asked together, both must fit one and the same contact.
 */
export type ContactsFilter = FilterTitle &
  (
    | { block: 'contacts'; kind: 'has_contact' }
    | { block: 'contacts'; kind: 'contact_flag'; person: string }
    | { block: 'contacts'; kind: 'contact_any_of'; person: string; pairedWith: string }
  )

export type PersonFilter = RowFilter<'person', ContactColumn>
export type StoreFilter = RowFilter<'store', StoreColumn>
export type Filter =
  | PersonFilter
  | StoreFilter
  | ScoreFilter
  | DomainsFilter
  | WithinFilter
  | EmailFilter
  | ChangesFilter
  | RevealedFilter
  | ListFilter
  | WorkFilter
  | ContactsFilter
export type Block = Filter['block']

const filters = [
  {
    block: 'person',
    name: 'roles_any',
    kind: 'any_of',
    label: 'Role',
    facet: 'role',
    taxonomy: 'roles',
    labelOf: sentenceOf,
    column: 'role',
  },
  {
    block: 'person',
    name: 'seniority_any',
    kind: 'any_of',
    label: 'Seniority',
    facet: 'seniority',
    taxonomy: 'seniorities',
    closed: seniorities,
    labelOf: sentenceOf,
    column: 'seniority',
  },
  // When a contact has one: `summarise` in catalog/channels.ts.
  {
    block: 'person',
    name: 'has_verified_email',
    kind: 'flag',
    label: 'Has a verified email',
    note: 'It counts whichever status it has, if a reveal returns it: `email_statuses_any` chooses.',
    column: 'hasEmail',
  },
  { block: 'person', name: 'has_phone', kind: 'flag', label: 'Has a phone', column: 'hasPhone' },
  { block: 'person', name: 'has_linkedin', kind: 'flag', label: 'Has a LinkedIn profile', column: 'hasLinkedin' },
  {
    block: 'person',
    name: 'email_statuses_any',
    kind: 'email_any_of',
    label: 'Status of an email',
    part: 'status',
    closed: exportableEmailStatuses,
  },
  {
    block: 'person',
    name: 'email_types_any',
    kind: 'email_any_of',
    label: 'Type of an email',
    part: 'type',
    closed: emailTypes,
  },
  { block: 'person', name: 'verified_within_days', kind: 'email_within_days', label: 'Has an email that was verified' },
  { block: 'person', name: 'added_within_days', kind: 'within_days', label: 'Was added' },
  { block: 'person', name: 'revealed', kind: 'revealed', label: 'Revealed by this account' },
  { block: 'person', name: 'title', kind: 'words', label: 'Words in the job title', column: 'title' },
  {
    block: 'person',
    name: 'query',
    kind: 'text',
    label: 'First name, first letter of the last name, or job title',
    columns: ['firstName', 'maskedLastName', 'title'],
  },
  {
    block: 'store',
    name: 'countries',
    kind: 'any_of',
    label: 'Country',
    facet: 'country',
    taxonomy: 'countries',
    labelOf: countryLabel,
    aliases: countryCodes,
    column: 'country',
  },
  {
    block: 'store',
    name: 'categories',
    kind: 'any_of',
    label: 'Category',
    facet: 'category',
    taxonomy: 'categories',
    labelOf: categoryLabel,
    column: 'category',
  },
  {
    block: 'store',
    name: 'traffic_tiers',
    kind: 'any_of',
    label: 'Visits a month',
    facet: 'traffic_tier',
    taxonomy: 'traffic_tiers',
    closed: tierValues(trafficTiers),
    labelOf: tierLabel,
    column: 'trafficTier',
  },
  {
    block: 'store',
    name: 'revenue_tiers',
    kind: 'any_of',
    label: 'Revenue a month (USD)',
    facet: 'revenue_tier',
    taxonomy: 'revenue_tiers',
    closed: tierValues(revenueTiers),
    labelOf: dollarTierLabel,
    column: 'revenueTier',
  },
  {
    block: 'store',
    name: 'theme_types',
    kind: 'any_of',
    label: 'Theme type',
    facet: 'theme_type',
    taxonomy: 'theme_types',
    labelOf: sentenceOf,
    column: 'themeType',
  },
  { block: 'store', name: 'shopify_plus', kind: 'flag', label: 'Shopify Plus', column: 'shopifyPlus' },
  { block: 'store', name: 'ads_active', kind: 'flag', label: 'Runs ads', column: 'adsActive' },
  { block: 'store', name: 'lead_fit_score', kind: 'score_range', label: 'Lead fit score' },
  { block: 'store', name: 'domains', kind: 'domains', label: 'Domains' },
  { block: 'store', name: 'list_id', kind: 'list', label: 'In a list of stores' },
  { block: 'store', name: 'query', kind: 'text', label: 'Name or domain', columns: ['name', 'domain'] },
  {
    block: 'store',
    name: 'apps',
    kind: 'any_all_none',
    label: 'Apps',
    facet: 'app',
    taxonomy: 'apps',
    column: 'apps',
  },
  {
    block: 'store',
    name: 'pixels',
    kind: 'any_all_none',
    label: 'Pixels',
    facet: 'pixel',
    taxonomy: 'pixels',
    column: 'pixels',
  },
  { block: 'store', name: 'changes', kind: 'changes', label: 'What changed', facet: 'change' },
  { block: 'store', name: 'first_seen_within_days', kind: 'within_days', label: 'Was first seen' },
  { block: 'contacts', name: 'available', kind: 'has_contact', label: 'Has a revealable contact' },
  {
    block: 'contacts',
    name: 'verified_email',
    kind: 'contact_flag',
    label: 'Has a contact with a verified email',
    note: 'It counts whichever status it has, if a reveal returns it.',
    person: 'has_verified_email',
  },
  {
    block: 'contacts',
    name: 'roles_any',
    kind: 'contact_any_of',
    label: 'Has a contact in a role',
    person: 'roles_any',
    pairedWith: 'has_verified_email',
  },
  { block: 'work', name: 'status_any', kind: 'work_status', label: 'Status' },
  { block: 'work', name: 'tags_any', kind: 'work_values', label: 'Tag' },
  { block: 'work', name: 'owner_any', kind: 'work_values', label: 'Owner' },
  { block: 'work', name: 'untouched_for_days', kind: 'work_days', label: 'Untouched' },
] as const satisfies readonly Filter[]

type DeclaredFilter = (typeof filters)[number]

/** `value` is an app or a pixel. */
export type AskedChange = { type: string; value?: string; within_days: number }

/** What a request may say under each kind of filter. */
type AskedValues = {
  any_of: string[]
  any_all_none: { any?: string[]; all?: string[]; none?: string[] }
  flag: boolean
  words: string
  text: string
  score_range: { min?: number; max?: number }
  domains: string[]
  list: string
  within_days: number
  email_any_of: string[]
  email_within_days: number
  changes: { any?: AskedChange[] }
  revealed: boolean
  work_status: (WorkStatus | null)[]
  work_values: string[]
  work_days: number
  has_contact: boolean
  contact_flag: boolean
  contact_any_of: string[]
}

type Asks<B extends Block> = { [F in Extract<DeclaredFilter, { block: B }> as F['name']]?: AskedValues[F['kind']] }

export type WorkQuery = Asks<'work'>
export type ContactQuery = { person?: Asks<'person'>; store?: Asks<'store'>; work?: WorkQuery }
export type StoreQuery = { store?: Asks<'store'>; contacts?: Asks<'contacts'>; work?: WorkQuery }

/** Counts weeks, which no filter names. */
export const weekFacet = 'change_week'
type WeekFacet = typeof weekFacet
export type ContactFacet = Extract<DeclaredFilter, { facet: string }>['facet'] | WeekFacet
export type StoreFacet = Extract<DeclaredFilter, { facet: string; block: 'store' }>['facet'] | WeekFacet
export type TaxonomyList = Extract<DeclaredFilter, { taxonomy: string }>['taxonomy']

/** How a filter is called in a request, an error and inside the index, for example `store.apps`. */
export const pathOf = (filter: Filter): string => `${filter.block}.${filter.name}`
export const personPath = (filter: { person: string }): string => `person.${filter.person}`

export const allFilters: readonly Filter[] = filters

const facetsOf = (blocks: readonly Block[]): string[] => [
  ...allFilters.flatMap((filter) => ('facet' in filter && blocks.includes(filter.block) ? [filter.facet] : [])),
  weekFacet,
]
export const contactFacets = facetsOf(['person', 'store']) as ContactFacet[]
export const storeFacets = facetsOf(['store']) as StoreFacet[]

import type { Body } from '../../api/call.ts'
import type { TaxonomyList } from '../labels.tsx'

/**
 * Every filter of both searches, declared once: the panel, the chips, the address and the request are made from it.
 * `key` is the filter's name in the address, `block` and `name` its place in the request.
 */
export type Filter = { key: string; block: 'person' | 'store' | 'contacts'; name: string; label: string } & (
  | { kind: 'any_of' | 'any_all_none'; taxonomy: TaxonomyList; facet?: Facet }
  /** `without` is what a search says that asks for its absence. */
  | { kind: 'flag'; without: string; choices?: FlagChoices }
  | { kind: 'words' | 'range' | 'domains' | 'query' }
)

type FlagChoices = { yes: string; no: string }
export const flagChoices: FlagChoices = { yes: 'With', no: 'Without' }

export type ValueFilter = Extract<Filter, { taxonomy: TaxonomyList }>

export type Facet = NonNullable<Body<'searchContacts'>['facets']>[number]
export type Mode = 'any' | 'all' | 'none'

/** Filters that fold together in the panel under one head. */
export type FilterGroup = { title: string; filters: Filter[]; isOpen?: boolean }

const alone = (title: string, filter: Filter): FilterGroup => ({ title, filters: [filter] })

const storeGroups: FilterGroup[] = [
  {
    title: 'Country',
    isOpen: true,
    filters: [
      {
        key: 'country',
        block: 'store',
        name: 'countries',
        label: 'Country',
        kind: 'any_of',
        taxonomy: 'countries',
        facet: 'country',
      },
    ],
  },
  alone('Category', {
    key: 'category',
    block: 'store',
    name: 'categories',
    label: 'Category',
    kind: 'any_of',
    taxonomy: 'categories',
    facet: 'category',
  }),
  {
    title: 'Apps',
    filters: [
      { key: 'app', block: 'store', name: 'apps', label: 'App', kind: 'any_all_none', taxonomy: 'apps', facet: 'app' },
    ],
  },
  {
    title: 'Pixels',
    filters: [
      {
        key: 'pixel',
        block: 'store',
        name: 'pixels',
        label: 'Pixel',
        kind: 'any_all_none',
        taxonomy: 'pixels',
        facet: 'pixel',
      },
    ],
  },
  {
    title: 'Monthly visits',
    filters: [
      {
        key: 'traffic',
        block: 'store',
        name: 'traffic_tiers',
        label: 'Visits',
        kind: 'any_of',
        taxonomy: 'traffic_tiers',
        facet: 'traffic_tier',
      },
    ],
  },
  {
    title: 'Monthly revenue (USD)',
    filters: [
      {
        key: 'revenue',
        block: 'store',
        name: 'revenue_tiers',
        label: 'Revenue',
        kind: 'any_of',
        taxonomy: 'revenue_tiers',
        facet: 'revenue_tier',
      },
    ],
  },
  alone('Theme', {
    key: 'theme',
    block: 'store',
    name: 'theme_types',
    label: 'Theme',
    kind: 'any_of',
    taxonomy: 'theme_types',
    facet: 'theme_type',
  }),
  {
    title: 'Store facts',
    filters: [
      {
        key: 'plus',
        block: 'store',
        name: 'shopify_plus',
        label: 'Shopify Plus',
        kind: 'flag',
        without: 'Not on Shopify Plus',
      },
      { key: 'ads', block: 'store', name: 'ads_active', label: 'Runs ads', kind: 'flag', without: 'Runs no ads' },
      { key: 'score', block: 'store', name: 'lead_fit_score', label: 'Lead fit score', kind: 'range' },
      { key: 'domain', block: 'store', name: 'domains', label: 'Domains', kind: 'domains' },
    ],
  },
]

/** A group without a title is the field at the top of the page. */
export const contactGroups: FilterGroup[] = [
  {
    title: '',
    filters: [{ key: 'q', block: 'person', name: 'query', label: 'Name or title', kind: 'query' }],
  },
  {
    title: 'Channels',
    isOpen: true,
    filters: [
      {
        key: 'email',
        block: 'person',
        name: 'has_verified_email',
        label: 'Email',
        kind: 'flag',
        without: 'Without email',
      },
      { key: 'phone', block: 'person', name: 'has_phone', label: 'Phone', kind: 'flag', without: 'Without phone' },
      {
        key: 'linkedin',
        block: 'person',
        name: 'has_linkedin',
        label: 'LinkedIn',
        kind: 'flag',
        without: 'Without LinkedIn',
      },
      {
        key: 'revealed',
        block: 'person',
        name: 'revealed',
        label: 'Revealed',
        kind: 'flag',
        without: 'Not revealed',
        choices: { yes: 'Only', no: 'Hide' },
      },
    ],
  },
  {
    title: 'Role',
    isOpen: true,
    filters: [
      {
        key: 'role',
        block: 'person',
        name: 'roles_any',
        label: 'Role',
        kind: 'any_of',
        taxonomy: 'roles',
        facet: 'role',
      },
    ],
  },
  {
    title: 'Seniority',
    isOpen: true,
    filters: [
      {
        key: 'seniority',
        block: 'person',
        name: 'seniority_any',
        label: 'Seniority',
        kind: 'any_of',
        taxonomy: 'seniorities',
        facet: 'seniority',
      },
    ],
  },
  {
    title: 'Job title',
    filters: [{ key: 'title', block: 'person', name: 'title', label: 'Words in job title', kind: 'words' }],
  },
  {
    title: 'Store name',
    filters: [{ key: 'store', block: 'store', name: 'query', label: 'Store name or domain', kind: 'words' }],
  },
  ...storeGroups,
]

export const storeSearchGroups: FilterGroup[] = [
  {
    title: '',
    filters: [{ key: 'q', block: 'store', name: 'query', label: 'Store name or domain', kind: 'query' }],
  },
  {
    title: 'Contacts',
    isOpen: true,
    filters: [
      {
        key: 'contacts',
        block: 'contacts',
        name: 'available',
        label: 'Contacts to reveal',
        kind: 'flag',
        without: 'No contacts to reveal',
      },
      {
        key: 'contact-email',
        block: 'contacts',
        name: 'verified_email',
        label: 'Contact with email',
        kind: 'flag',
        without: 'No contact with email',
      },
    ],
  },
  {
    title: 'Has a contact with role',
    filters: [
      {
        key: 'contact-role',
        block: 'contacts',
        name: 'roles_any',
        label: 'Contact role',
        kind: 'any_of',
        taxonomy: 'roles',
      },
    ],
  },
  ...storeGroups,
]

/** Without a plan nobody filters by domain, name or title, nor by what the account revealed. */
export const withoutNames = (groups: readonly FilterGroup[]): FilterGroup[] =>
  groups
    .map((group) => ({ ...group, filters: group.filters.filter(isInSample) }))
    .filter(({ filters }) => filters.length > 0)

const isInSample = ({ kind, name }: Filter): boolean =>
  kind !== 'words' && kind !== 'domains' && kind !== 'query' && name !== 'revealed'

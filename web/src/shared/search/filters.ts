import type { Body } from '../../api/call.ts'
import type { TaxonomyList } from '../labels.tsx'

/**
 * Every filter of both searches, declared once: the panel, the chips, the address and the request are made from it.
 * `key` is the filter's name in the address, `block` and `name` its place in the request.
 */
export type Filter = { key: string; block: 'person' | 'store' | 'contacts' | 'work'; name: string; label: string } & (
  | { kind: 'any_of' | 'any_all_none'; taxonomy: TaxonomyList; facet?: Facet }
  /** `without` is what a search says that asks for its absence. */
  | { kind: 'flag'; without: string; choices?: FlagChoices }
  | { kind: 'words' | 'range' | 'list' | 'query' | 'member' }
  /** Values that people type, as many as they like. */
  | { kind: 'domains' | 'tags' }
  /** A number of days before now. `said` begins what a search says that asks for it. */
  | { kind: 'within'; said: string }
  | { kind: 'changes'; facet: Facet }
)

type FlagChoices = { yes: string; no: string }
export const flagChoices: FlagChoices = { yes: 'With', no: 'Without' }

export type ValueFilter = Extract<Filter, { taxonomy: TaxonomyList }>
export type TypedFilter = Extract<Filter, { kind: 'domains' | 'tags' }>
export type WithinFilter = Extract<Filter, { kind: 'within' }>
export type ChangesFilter = Extract<Filter, { kind: 'changes' }>

export type Facet = NonNullable<Body<'searchContacts'>['facets']>[number]
export type Mode = 'any' | 'all' | 'none'

/** Filters that fold together in the panel under one head. */
export type FilterGroup = { title: string; filters: Filter[]; isOpen?: boolean }

const alone = (title: string, filter: Filter, isOpen = false): FilterGroup => ({ title, filters: [filter], isOpen })

const workGroup: FilterGroup = {
  title: 'Work',
  filters: [
    { key: 'status', block: 'work', name: 'status_any', label: 'Status', kind: 'any_of', taxonomy: 'work_statuses' },
    { key: 'owner', block: 'work', name: 'owner_any', label: 'Owner', kind: 'member' },
    { key: 'tag', block: 'work', name: 'tags_any', label: 'Tags', kind: 'tags' },
    {
      key: 'untouched',
      block: 'work',
      name: 'untouched_for_days',
      label: 'Nobody worked on it for',
      kind: 'within',
      said: 'No work',
    },
  ],
}

const storeGroups: FilterGroup[] = [
  {
    title: 'What changed',
    filters: [
      { key: 'changed', block: 'store', name: 'changes', label: 'What changed', kind: 'changes', facet: 'change' },
      {
        key: 'first-seen',
        block: 'store',
        name: 'first_seen_within_days',
        label: 'New store',
        kind: 'within',
        said: 'Store first seen',
      },
    ],
  },
  alone(
    'Country',
    {
      key: 'country',
      block: 'store',
      name: 'countries',
      label: 'Country',
      kind: 'any_of',
      taxonomy: 'countries',
      facet: 'country',
    },
    true,
  ),
  alone('Category', {
    key: 'category',
    block: 'store',
    name: 'categories',
    label: 'Category',
    kind: 'any_of',
    taxonomy: 'categories',
    facet: 'category',
  }),
  alone('Apps', {
    key: 'app',
    block: 'store',
    name: 'apps',
    label: 'App',
    kind: 'any_all_none',
    taxonomy: 'apps',
    facet: 'app',
  }),
  alone('Pixels', {
    key: 'pixel',
    block: 'store',
    name: 'pixels',
    label: 'Pixel',
    kind: 'any_all_none',
    taxonomy: 'pixels',
    facet: 'pixel',
  }),
  alone('Monthly visits', {
    key: 'traffic',
    block: 'store',
    name: 'traffic_tiers',
    label: 'Visits',
    kind: 'any_of',
    taxonomy: 'traffic_tiers',
    facet: 'traffic_tier',
  }),
  alone('Monthly revenue (USD)', {
    key: 'revenue',
    block: 'store',
    name: 'revenue_tiers',
    label: 'Revenue',
    kind: 'any_of',
    taxonomy: 'revenue_tiers',
    facet: 'revenue_tier',
  }),
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
      { key: 'list', block: 'store', name: 'list_id', label: 'List of stores', kind: 'list' },
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
    title: 'Email quality',
    filters: [
      {
        key: 'email-status',
        block: 'person',
        name: 'email_statuses_any',
        label: 'Email status',
        kind: 'any_of',
        taxonomy: 'email_statuses',
      },
      {
        key: 'email-type',
        block: 'person',
        name: 'email_types_any',
        label: 'Email type',
        kind: 'any_of',
        taxonomy: 'email_types',
      },
      {
        key: 'verified',
        block: 'person',
        name: 'verified_within_days',
        label: 'Email verified',
        kind: 'within',
        said: 'Email verified',
      },
      {
        key: 'added',
        block: 'person',
        name: 'added_within_days',
        label: 'New contact',
        kind: 'within',
        said: 'Contact added',
      },
    ],
  },
  alone(
    'Role',
    {
      key: 'role',
      block: 'person',
      name: 'roles_any',
      label: 'Role',
      kind: 'any_of',
      taxonomy: 'roles',
      facet: 'role',
    },
    true,
  ),
  alone(
    'Seniority',
    {
      key: 'seniority',
      block: 'person',
      name: 'seniority_any',
      label: 'Seniority',
      kind: 'any_of',
      taxonomy: 'seniorities',
      facet: 'seniority',
    },
    true,
  ),
  workGroup,
  alone('Job title', { key: 'title', block: 'person', name: 'title', label: 'Words in job title', kind: 'words' }),
  alone('Store name', { key: 'store', block: 'store', name: 'query', label: 'Store name or domain', kind: 'words' }),
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
  alone('Has a contact with role', {
    key: 'contact-role',
    block: 'contacts',
    name: 'roles_any',
    label: 'Contact role',
    kind: 'any_of',
    taxonomy: 'roles',
  }),
  workGroup,
  ...storeGroups,
]

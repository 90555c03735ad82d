import type { INodeProperties } from 'n8n-workflow'
import { emailStatuses, seniorities } from '../value-lists.ts'
import { paging, queryOf, shownFor } from './field-parts.ts'

const storeFilters: INodeProperties[] = [
  {
    displayName: 'Apps',
    name: 'apps',
    type: 'string',
    default: '',
    placeholder: 'Klaviyo, Judge.me',
    description: 'Stores that use any of these, separated by commas',
  },
  {
    displayName: 'Categories',
    name: 'categories',
    type: 'string',
    default: '',
    placeholder: 'fashion, home_and_garden',
    description: 'Any of these, separated by commas',
  },
  {
    displayName: 'Countries',
    name: 'countries',
    type: 'string',
    default: '',
    placeholder: 'US, GB',
    description: 'Two-letter codes, separated by commas',
  },
  {
    displayName: 'Domains',
    name: 'domains',
    type: 'string',
    default: '',
    description: 'Only these stores, separated by commas',
  },
]

const personFilters: INodeProperties[] = [
  {
    displayName: 'Email Statuses',
    name: 'emailStatuses',
    type: 'multiOptions',
    options: emailStatuses,
    default: [],
    description: 'People with an email of one of these statuses',
  },
  {
    displayName: 'Has Verified Email',
    name: 'hasVerifiedEmail',
    type: 'boolean',
    default: true,
    description: 'Whether to find people with a verified email, or those without',
  },
  {
    displayName: 'Roles',
    name: 'roles',
    type: 'string',
    default: '',
    placeholder: 'founder, head_of_ecommerce',
    description: 'Any of these, separated by commas',
  },
  {
    displayName: 'Seniority',
    name: 'seniority',
    type: 'multiOptions',
    options: seniorities,
    default: [],
  },
  {
    displayName: 'Title',
    name: 'title',
    type: 'string',
    default: '',
    description: 'Whole words in the job title',
  },
]

const byLabel = (fields: INodeProperties[]): INodeProperties[] =>
  fields.sort((a, b) => a.displayName.localeCompare(b.displayName))

export const searchFields: INodeProperties[] = [
  {
    displayName: 'Filters',
    name: 'filters',
    type: 'collection',
    placeholder: 'Add Filter',
    default: {},
    displayOptions: shownFor('contact', ['search']),
    options: byLabel([...personFilters, ...storeFilters]),
  },
  {
    displayName: 'Filters',
    name: 'filters',
    type: 'collection',
    placeholder: 'Add Filter',
    default: {},
    displayOptions: shownFor('store', ['search']),
    options: storeFilters,
  },
  queryOf(
    { show: { resource: ['contact', 'store'], operation: ['search'] } },
    'Further filters as the API takes them, such as {"store": {"changes": {"any": [{"type": "app_added", "within_days": 30}]}}}. Merged with the filters above.',
  ),
  ...paging('contact', 'search'),
  ...paging('store', 'search'),
]

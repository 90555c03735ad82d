import type { INodeProperties } from 'n8n-workflow'
import { emailStatuses } from '../value-lists.ts'
import { reference, severalOf, shownFor } from './field-parts.ts'
import { jobFields } from './job-fields.ts'
import { searchFields } from './search-fields.ts'

type Operation = { value: string; name: string; action: string; description: string }

const resources: { value: string; name: string; operations: Operation[] }[] = [
  {
    value: 'contact',
    name: 'Contact',
    operations: [
      { value: 'quote', name: 'Quote', action: 'Quote a reveal', description: 'Say what a reveal would cost' },
      {
        value: 'reveal',
        name: 'Reveal',
        action: 'Reveal contacts',
        description: 'Get names and channels, for credits',
      },
      { value: 'search', name: 'Search', action: 'Search contacts', description: 'Find people, as masked previews' },
    ],
  },
  {
    value: 'job',
    name: 'Job',
    operations: [
      { value: 'create', name: 'Create', action: 'Create a job', description: 'Reveal, enrich or export thousands' },
      { value: 'get', name: 'Get', action: 'Get a job', description: 'See how far a job is' },
      {
        value: 'getResults',
        name: 'Get Results',
        action: 'Get the results of a job',
        description: 'One item for each',
      },
      { value: 'wait', name: 'Wait', action: 'Wait for a job', description: 'Go on when a job has ended' },
    ],
  },
  {
    value: 'list',
    name: 'List',
    operations: [
      { value: 'add', name: 'Add', action: 'Add to a list', description: 'Put contacts or stores into a list' },
    ],
  },
  {
    value: 'store',
    name: 'Store',
    operations: [
      { value: 'enrich', name: 'Enrich', action: 'Enrich domains', description: 'Look up stores by their domains' },
      { value: 'search', name: 'Search', action: 'Search stores', description: 'Find stores' },
    ],
  },
]

const operationOf = ({ value, operations }: (typeof resources)[number]): INodeProperties => {
  const usual = operations.at(-1)!.value
  return {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: [value] } },
    options: operations,
    default: usual,
  }
}

const choices: INodeProperties[] = [
  {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    noDataExpression: true,
    options: resources.map(({ name, value }) => ({ name, value })),
    default: 'contact',
  },
  ...resources.map(operationOf),
]

const identified: INodeProperties[] = [
  severalOf(
    'Contact IDs',
    'contactIds',
    'id',
    shownFor('contact', ['quote', 'reveal']),
    'One or several, separated by commas. The IDs of all items are sent together.',
  ),
  severalOf(
    'Domains',
    'domains',
    'domain',
    shownFor('store', ['enrich']),
    'One or several, separated by commas. The domains of all items are sent together.',
  ),
  {
    displayName: 'Include Contact Previews',
    name: 'includePreviews',
    type: 'boolean',
    default: false,
    displayOptions: shownFor('store', ['enrich']),
    description: 'Whether to add some masked previews of people to each store',
  },
  {
    displayName: 'List Name or ID',
    name: 'listId',
    type: 'options',
    typeOptions: { loadOptionsMethod: 'getLists' },
    required: true,
    default: '',
    displayOptions: shownFor('list', ['add']),
    description:
      'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
  },
  severalOf(
    'Contact or Store IDs',
    'ids',
    'id',
    shownFor('list', ['add']),
    'One or several, separated by commas. For stores also domains. The IDs of all items are sent together.',
  ),
]

const revealOptions: INodeProperties = {
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  placeholder: 'Add Option',
  default: {},
  displayOptions: shownFor('contact', ['reveal', 'quote']),
  options: [
    {
      displayName: 'Only Pay For',
      name: 'accept',
      type: 'multiOptions',
      options: emailStatuses,
      default: [],
      description: 'Only contacts with an email of one of these statuses. Others cost nothing and are not revealed.',
    },
    reference,
  ],
}

/** The form of the node. `run.ts` reads the fields by their names. */
export const fields: INodeProperties[] = [...choices, ...identified, ...searchFields, revealOptions, ...jobFields]

import type { INodeProperties } from 'n8n-workflow'
import { limits, perRequest } from '../limits.ts'
import { paging, queryOf, reference, severalOf, shownFor } from './field-parts.ts'

export const jobFields: INodeProperties[] = [
  {
    displayName: 'What to Do',
    name: 'kind',
    type: 'options',
    options: [
      { name: 'Enrich Domains', value: 'enrich' },
      { name: 'Export the Results of a Search', value: 'export' },
      { name: 'Reveal Contacts', value: 'reveal' },
      { name: 'Reveal the Results of a Search', value: 'revealSearch' },
    ],
    default: 'reveal',
    displayOptions: shownFor('job', ['create']),
  },
  severalOf(
    'Contact IDs',
    'contactIds',
    'id',
    shownFor('job', ['create'], { kind: ['reveal'] }),
    `One or several, separated by commas. One job takes the IDs of all items, up to ${perRequest.createJob.contact_ids.toLocaleString('en-US')}.`,
  ),
  severalOf(
    'Domains',
    'domains',
    'domain',
    shownFor('job', ['create'], { kind: ['enrich'] }),
    `One or several, separated by commas. One job takes the domains of all items, up to ${perRequest.createJob.domains.toLocaleString('en-US')}.`,
  ),
  queryOf(
    shownFor('job', ['create'], { kind: ['export', 'revealSearch'] }),
    'The search, as the API takes it: {"person": {…}, "store": {…}}. An export without "person" is of stores.',
  ),
  {
    displayName: 'Max Results',
    name: 'max',
    type: 'number',
    typeOptions: { minValue: 1, maxValue: limits.rowsPerJobMax },
    default: 100,
    displayOptions: shownFor('job', ['create'], { kind: ['export', 'revealSearch'] }),
    description: 'How many results of the search to take at most',
  },
  {
    displayName: 'Options',
    name: 'jobOptions',
    type: 'collection',
    placeholder: 'Add Option',
    default: {},
    displayOptions: shownFor('job', ['create']),
    options: [
      {
        displayName: 'Add to List Name or ID',
        name: 'addToListId',
        type: 'options',
        typeOptions: { loadOptionsMethod: 'getLists' },
        default: '',
        description:
          'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
      },
      {
        displayName: 'If Credits Run Out',
        name: 'onShortBalance',
        type: 'options',
        options: [
          { name: 'Refuse the Job', value: 'refuse' },
          { name: 'Reveal What Is Possible', value: 'stop' },
        ],
        default: 'refuse',
      },
      {
        displayName: 'Max Credits',
        name: 'maxCredits',
        type: 'number',
        typeOptions: { minValue: 0 },
        default: 100,
        description: 'The job never spends more than this',
      },
      reference,
    ],
  },
  {
    displayName: 'Job ID',
    name: 'jobId',
    type: 'string',
    required: true,
    default: '={{ $json.id }}',
    displayOptions: shownFor('job', ['get', 'getResults', 'wait']),
  },
  {
    displayName: 'Max Minutes to Wait',
    name: 'minutes',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: 30,
    displayOptions: shownFor('job', ['wait']),
    description: 'After that the node fails. The job goes on, and can be waited for again.',
  },
  ...paging('job', 'getResults'),
]

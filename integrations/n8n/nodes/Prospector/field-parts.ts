import type { INodeProperties } from 'n8n-workflow'

/** Which fields an operation shows. */
export const shownFor = (resource: string, operations: string[], more: Record<string, unknown[]> = {}) => ({
  show: { resource: [resource], operation: operations, ...more } as Record<string, string[]>,
})

export const reference: INodeProperties = {
  displayName: 'Reference',
  name: 'reference',
  type: 'string',
  default: '',
  description: 'Your own words for it, such as a campaign. Kept on the ledger entry.',
}

/** Names of several things, by default those of the incoming items. */
export const severalOf = (
  displayName: string,
  name: string,
  fromItem: string,
  displayOptions: INodeProperties['displayOptions'],
  description: string,
): INodeProperties => ({
  displayName,
  name,
  type: 'string',
  required: true,
  default: `={{ $json.${fromItem} }}`,
  displayOptions: displayOptions!,
  description,
})

export const queryOf = (displayOptions: INodeProperties['displayOptions'], description: string): INodeProperties => ({
  displayName: 'Query (JSON)',
  name: 'query',
  type: 'json',
  default: '{}',
  displayOptions: displayOptions!,
  description,
})

export const paging = (resource: string, operation: string): INodeProperties[] => [
  {
    displayName: 'Return All',
    name: 'returnAll',
    type: 'boolean',
    default: false,
    displayOptions: shownFor(resource, [operation]),
    description: 'Whether to return all results or only up to a given limit',
  },
  {
    displayName: 'Limit',
    name: 'limit',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: 50,
    displayOptions: shownFor(resource, [operation], { returnAll: [false] }),
    description: 'Max number of results to return',
  },
]

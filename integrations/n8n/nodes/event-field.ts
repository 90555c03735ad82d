import type { INodeProperties } from 'n8n-workflow'
import { eventTypes } from './value-lists.ts'

/** What both triggers let people choose. */
export const eventField: INodeProperties = {
  displayName: 'Events',
  name: 'types',
  type: 'multiOptions',
  default: [],
  description: 'What starts the workflow. If none is chosen: every event.',
  options: eventTypes,
}

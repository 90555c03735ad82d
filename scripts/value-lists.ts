/** Lists of the server with the words for their values, for clients that can't import them. */
import { eventTypes } from '../src/base/event-types.ts'
import { workStatuses } from '../src/base/work-statuses.ts'
import { sentenceOf } from '../src/search/schema/labels.ts'

const head = '// Made by "npm run generate" from the lists of the server. Do not edit.'
const lineWidth = 120

const events = Object.entries(eventTypes)

export const renderWorkStatuses = (): string =>
  renderWords(
    'export const workStatuses =',
    ' as const',
    workStatuses.map((status) => [status, sentenceOf(status)]),
  )

/** What each type tells, in one sentence. */
export const renderEventMeanings = (): string =>
  renderWords(
    'export const eventMeanings =',
    ' as const',
    events.map(([type, { description }]) => [type, /^[^.]+/.exec(description)![0]]),
  )

export const renderZapierEvents = (): string =>
  renderWords(
    'module.exports =',
    '',
    events.map(([type, { title }]) => [type, title]),
  )

/** n8n wants names in title case, in the order of the alphabet. */
export function renderN8nEvents(): string {
  const options = events.map(([type, { title }]) => ({
    type,
    name: title.replaceAll(/\b[a-z]/g, (at) => at.toUpperCase()),
  }))
  return [
    head,
    '',
    "import type { INodeProperties } from 'n8n-workflow'",
    '',
    '/** What both triggers let people choose. */',
    'export const eventTypes: INodeProperties = {',
    "  displayName: 'Events',",
    "  name: 'types',",
    "  type: 'multiOptions',",
    '  default: [],',
    "  description: 'What starts the workflow. If none is chosen: every event.',",
    '  options: [',
    ...options
      .sort((a, b) => a.name.localeCompare(b.name, 'en'))
      .map(({ type, name }) => `    { name: '${name}', value: '${type}' },`),
    '  ],',
    '}',
    '',
  ].join('\n')
}

function renderWords(opening: string, closing: string, words: [value: string, word: string][]): string {
  return [head, '', `${opening} {`, ...words.map(lineOf), `}${closing}`, ''].join('\n')
}

function lineOf([value, word]: [value: string, word: string]): string {
  const name = /^\w+$/.test(value) ? value : `'${value}'`
  const line = `  ${name}: '${word}',`
  return line.length <= lineWidth ? line : `  ${name}:\n    '${word}',`
}

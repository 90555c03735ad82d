/** Lists of the server with the words for their values, for clients that can't import them. */
import { emailStatusMeanings, emailTypeMeanings, exportableEmailStatuses } from '../src/base/email-kinds.ts'
import { eventTypes } from '../src/base/event-types.ts'
import { scopeMeanings, scopesOpenTo } from '../src/base/scopes.ts'
import { seniorities } from '../src/base/seniorities.ts'
import { workStatuses } from '../src/base/work-statuses.ts'
import { hostnameLengthMax, plainHostname } from '../src/catalog/domains.ts'
import { sentenceOf } from '../src/search/schema/labels.ts'

const head = '// Made by "npm run generate" from the lists of the server. Do not edit.'
const lineWidth = 120

type Words = (readonly [value: string, word: string])[]

const events = Object.entries(eventTypes)
const eventTitles: Words = events.map(([type, { title }]) => [type, title])
const inSentences = (values: readonly string[]): Words => values.map((value) => [value, sentenceOf(value)])

export const renderWorkStatuses = (): string =>
  file(...wordsOf('export const workStatuses =', inSentences(workStatuses), ' as const'))

/** What a domain looks like to the server. */
export const renderHostname = (): string =>
  file(`export const plainHostname = ${plainHostname}`, '', `export const hostnameLengthMax = ${hostnameLengthMax}`)

/** What each type tells, in one sentence. */
export const renderEventMeanings = (): string =>
  file(
    ...wordsOf(
      'export const eventMeanings =',
      events.map(([type, { description }]) => [type, /^[^.]+/.exec(description)![0]]),
      ' as const',
    ),
  )

export const renderScopeMeanings = (): string =>
  file(
    ...wordsOf(
      'export const scopeMeanings =',
      Object.entries(scopeMeanings).map(([scope, { meaning, spends }]) => [
        scope,
        spends ? `${meaning} (spends credits)` : meaning,
      ]),
      ' as const',
    ),
    '',
    ...namesOf('export const usualScopes =', scopesOpenTo('newKeys'), ' as const'),
  )

const capitalised = (meanings: Readonly<Record<string, string>>): Words =>
  Object.entries(meanings).map(([value, meaning]) => [value, meaning.charAt(0).toUpperCase() + meaning.slice(1)])

export const renderEmailMeanings = (): string =>
  file(
    ...wordsOf('export const emailStatusMeanings =', capitalised(emailStatusMeanings)),
    '',
    ...wordsOf('export const emailTypeMeanings =', capitalised(emailTypeMeanings)),
  )

export const renderZapierLists = (): string =>
  file(
    ...wordsOf('exports.eventTypes =', eventTitles),
    '',
    ...wordsOf('exports.seniorities =', inSentences(seniorities)),
    '',
    ...wordsOf(
      'exports.emailStatuses =',
      exportableEmailStatuses.map((status) => [status, `${sentenceOf(status)} emails`]),
    ),
  )

export const renderN8nLists = (): string =>
  file(
    "import type { INodePropertyOptions } from 'n8n-workflow'",
    '',
    ...optionsOf('eventTypes', eventTitles),
    '',
    ...optionsOf('seniorities', inSentences(seniorities)),
    '',
    ...optionsOf('emailStatuses', inSentences(exportableEmailStatuses)),
  )

const file = (...lines: string[]): string => [head, '', ...lines, ''].join('\n')

const wordsOf = (opening: string, words: Words, closing = ''): string[] => [
  `${opening} {`,
  ...words.map(lineOf),
  `}${closing}`,
]

function namesOf(opening: string, names: readonly string[], closing: string): string[] {
  const line = `${opening} [${names.map((name) => `'${name}'`).join(', ')}]${closing}`
  return line.length <= lineWidth ? [line] : [`${opening} [`, ...names.map((name) => `  '${name}',`), `]${closing}`]
}

function lineOf([value, word]: Words[number]): string {
  const name = /^\w+$/.test(value) ? value : `'${value}'`
  const line = `  ${name}: '${word}',`
  return line.length <= lineWidth ? line : `  ${name}:\n    '${word}',`
}

/** n8n wants names in title case, in the order of the alphabet. */
const optionsOf = (list: string, words: Words): string[] => [
  `export const ${list}: INodePropertyOptions[] = [`,
  ...words
    .map(([value, word]) => ({ value, name: word.replaceAll(/\b[a-z]/g, (at) => at.toUpperCase()) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
    .map(({ name, value }) => `  { name: '${name}', value: '${value}' },`),
  ']',
]

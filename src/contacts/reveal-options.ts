import { type Static, Type } from 'typebox'
import { closedList } from '../base/closed-values.ts'
import { exportableEmailStatuses } from '../base/email-kinds.ts'
import { problems } from '../base/problems.ts'
import { noControlCharacters, oneOf } from '../base/schema.ts'

/** Options of a reveal, beyond its contacts. */
export type RevealOptions = {
  /** Only contacts with an email of one of these statuses; null: any that can be revealed. */
  accept: readonly string[] | null
  reference: string | null
  /** Also contacts that the account excludes. */
  allowExcluded: boolean
}

const acceptDescription =
  'Only pay for contacts with an email of one of these statuses. Any other contact is unavailable for this request and costs nothing.'

const allowDescription = 'True: contacts that the account excludes are revealed after all, and charged.'

export const referenceLengthMax = 100

const reference = Type.String({
  minLength: 1,
  maxLength: referenceLengthMax,
  pattern: noControlCharacters,
  description: `Your own words for it, such as a campaign or a ticket: up to ${referenceLengthMax} visible characters, kept on the ledger entry.`,
})

/** The options as properties of a body, and as arguments of a tool. */
export const revealOptionFields = {
  accept: Type.Optional(
    Type.Array(Type.String({ maxLength: 40, ...closedList(exportableEmailStatuses) }), {
      maxItems: 10,
      description: acceptDescription,
    }),
  ),
  reference: Type.Optional(reference),
  allow_excluded: Type.Optional(Type.Boolean({ description: allowDescription })),
}

/** The same as headers of a reveal, whose body is `contact_ids` alone. */
export const revealOptionHeaders = {
  'prospector-accept': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: `${acceptDescription} Separated by commas: \`verified, matched\`.`,
    }),
  ),
  'prospector-reference': Type.Optional(reference),
  'prospector-allow-excluded': Type.Optional(oneOf(['true', 'false'], { description: allowDescription })),
}

const optionArguments = Type.Object(revealOptionFields)
type RevealOptionArguments = Static<typeof optionArguments>
const optionHeaders = Type.Object(revealOptionHeaders)

/** For interfaces without headers. */
export const revealArguments = {
  fields: optionArguments,
  toHeaders: ({
    accept = [],
    reference: said,
    allow_excluded: allowed,
  }: RevealOptionArguments): Static<typeof optionHeaders> => ({
    ...(accept.length > 0 && { 'prospector-accept': accept.join(', ') }),
    ...(said !== undefined && { 'prospector-reference': said }),
    ...(allowed && { 'prospector-allow-excluded': 'true' }),
  }),
}

export const readOptions = ({
  accept = [],
  reference: said,
  allow_excluded: allowExcluded = false,
}: RevealOptionArguments): RevealOptions => ({
  accept: accept.length === 0 ? null : accept.map((word, at) => statusOf(word, `accept[${at}]`)),
  reference: said ?? null,
  allowExcluded,
})

export function readOptionHeaders(headers: Static<typeof optionHeaders>): RevealOptions {
  const words = headers['prospector-accept']?.split(',')
  return {
    accept: words?.map((word) => statusOf(word, 'Prospector-Accept')) ?? null,
    reference: headers['prospector-reference'] ?? null,
    allowExcluded: headers['prospector-allow-excluded'] === 'true',
  }
}

function statusOf(word: string, param: string): string {
  const status = exportableEmailStatuses.find((one) => one === word.trim().toLowerCase())
  if (status === undefined) {
    throw problems.invalidRequest(param, `${param} must name email statuses: ${exportableEmailStatuses.join(', ')}.`)
  }
  return status
}

/** What an Idempotency-Key compares; null without options, as in requests of earlier releases. */
export function comparedOptions({ accept, reference: said, allowExcluded }: RevealOptions): string | null {
  if (accept === null && said === null && !allowExcluded) return null
  return JSON.stringify([accept && [...new Set(accept)].sort(), said, ...(allowExcluded ? [true] : [])])
}

import { type FieldFormat, limits } from './line-format.ts'

/** A line that can't be imported, with the reason in plain words. */
export class RejectedLine extends Error {
  /** Its path within the line; '' where the line as a whole is meant. */
  readonly field: string
  constructor(message: string, field = '') {
    super(message)
    this.field = field
  }
}

/** `field` is its path within the line, such as `contacts[2].title`. */
export type Warn = (field: string, reason: string) => void
export type Fields = Readonly<Record<string, unknown>>

/**
 * Every reader tells three things apart: undefined where the line does not hold the field, null where it clears it, and a
 * value.
 */
export function readFields(
  value: unknown,
  what: string,
  format: Readonly<Record<string, FieldFormat>>,
  warn: Warn,
): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RejectedLine(`${what} is not an object`)
  }
  for (const name in value) if (!Object.hasOwn(format, name)) warn(name, unknownField)
  return value as Fields
}

/** Told once for each field of an import, not for each line. */
export const unknownField = 'unknown field, ignored'

/** Text without anything that a database, a terminal or a spreadsheet would stumble over. Null when nothing is left. */
export function readText(fields: Fields, name: string, warn: Warn): string | null | undefined {
  const value = fields[name]
  if (value === undefined || value === null) return value
  if (typeof value !== 'string' && typeof value !== 'number') throw new RejectedLine(`${name} is not text`, name)
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    // Ids of two people may have become one number.
    warn(name, 'a number with too many digits, ignored: write it as text')
    return undefined
  }
  const text = cleanText(String(value))
  if (text.length <= limits.textLength) return text || null
  warn(name, `cut to ${limits.textLength} characters`)
  return text.slice(0, limits.textLength).toWellFormed().trimEnd()
}

const plainText = /^(?:[\x21-\x7e]+(?: [\x21-\x7e]+)*)?$/
/** Half of a surrogate pair, zero-width spaces, and the marks that turn the direction of writing. */
const invisible = /\p{Surrogate}|[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/gu

export function cleanText(text: string): string {
  if (plainText.test(text)) return text
  return text
    .replace(invisible, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .normalize('NFC')
}

export function readFlag(fields: Fields, name: string): boolean | null | undefined {
  const value = fields[name]
  if (typeof value === 'boolean' || value === undefined || value === null) return value
  if (value === '') return null
  if (value === 'true' || value === 'false') return value === 'true'
  throw new RejectedLine(`${name} is neither true nor false`, name)
}

export function readNumber(fields: Fields, name: string, warn: Warn): number | null | undefined {
  const value = fields[name]
  if (value === undefined || value === null) return value
  if (value === '') return null
  const number = typeof value === 'string' ? Number(value) : value
  if (typeof number !== 'number') throw new RejectedLine(`${name} is not a number`, name)
  if (Number.isFinite(number)) return number
  warn(name, 'not a number, ignored')
  return undefined
}

const isoDate = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s?(?:Z|[+-]\d{2}:?\d{2})?)?$/

/**
 * A time after `now` is in the future, and read as `observedAt`, the start of the import: a run that continues an
 * interrupted one reads the same. In milliseconds.
 */
export type Times = { now: number; observedAt: number }

/** A moment in milliseconds. Without a zone it is UTC. */
export function readTime(
  fields: Fields,
  name: string,
  warn: Warn,
  { now, observedAt }: Times,
): number | null | undefined {
  const value = fields[name]
  if (value === undefined || value === null) return value
  if (value === '') return null
  // A number may count seconds, milliseconds or days: as text it is no date, and ignored.
  if (typeof value !== 'string' && typeof value !== 'number') throw new RejectedLine(`${name} is not a date`, name)
  const text = String(value).trim()
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/.test(text) && text.length > 10
  const time = isoDate.test(text) ? Date.parse(hasZone || text.length === 10 ? text : `${text}Z`) : Number.NaN
  if (Number.isNaN(time) || time < 0 || !isDayOfMonth(text)) {
    warn(name, whyNoDate(text))
    return undefined
  }
  if (time <= now) return time
  warn(name, 'in the future, read as now')
  return observedAt
}

/** Why a text is no date, with the remedy where a spreadsheet made it. */
function whyNoDate(text: string): string {
  const [, one = 13, two = 13] = /^(\d{1,2})[/-](\d{1,2})[/-]\d{2,4}\b/.exec(text) ?? []
  if (Number(one) <= 12 && Number(two) <= 12)
    return 'a date that can be read in two ways, ignored: "dates" in a mapping says which, "dmy" or "mdy"'
  if (/^\d{5}(?:[.,]\d+)?$/.test(text))
    return 'the number of a day, ignored: format the column as dates in the spreadsheet, and export it again'
  return 'not a date such as 2026-01-31 or 2026-01-31T12:00:00Z, ignored'
}

/** JavaScript reads 30 February as 2 March. */
function isDayOfMonth(text: string): boolean {
  const day = text.slice(0, 10)
  if (Number(day.slice(8)) <= 28) return true
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}

export function readList(fields: Fields, name: string, maxItems: number): readonly unknown[] | null | undefined {
  const value = fields[name]
  if (value === undefined || value === null) return value
  if (value === '') return null
  if (!Array.isArray(value)) throw new RejectedLine(`${name} is not a list`, name)
  if (value.length > maxItems) throw new RejectedLine(`${name} holds more than ${maxItems} items`, name)
  return value
}

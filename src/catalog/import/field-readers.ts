/** A line that can't be imported, with the reason in plain words. */
export class RejectedLine extends Error {}

export type Warn = (reason: string) => void
export type Fields = Readonly<Record<string, unknown>>

const textLengthMax = 1_000

export function readFields(value: unknown, what: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  throw new RejectedLine(`${what} is not an object`)
}

/** Text without anything that a database, a terminal or a spreadsheet would stumble over. Null when nothing is left. */
export function readText(fields: Fields, name: string, warn: Warn): string | null {
  const value = fields[name]
  if (value === undefined || value === null) return null
  if (typeof value !== 'string' && typeof value !== 'number') throw new RejectedLine(`${name} is not text`)
  const text = cleanText(String(value))
  if (text.length <= textLengthMax) return text || null
  warn(`${name} cut to ${textLengthMax} characters`)
  return text.slice(0, textLengthMax).toWellFormed().trimEnd()
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

export function readFlag(fields: Fields, name: string): boolean {
  const value = fields[name]
  if (typeof value === 'boolean') return value
  if (value === undefined || value === null) return false
  if (value === 'true' || value === 'false') return value === 'true'
  throw new RejectedLine(`${name} is neither true nor false`)
}

export function readNumber(fields: Fields, name: string, warn: Warn): number | null {
  const value = fields[name]
  if (value === undefined || value === null || value === '') return null
  const number = typeof value === 'string' ? Number(value) : value
  if (typeof number !== 'number') throw new RejectedLine(`${name} is not a number`)
  if (Number.isFinite(number)) return number
  warn(`${name} is not a number`)
  return null
}

export function readList(fields: Fields, name: string, maxItems: number): readonly unknown[] {
  const value = fields[name]
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw new RejectedLine(`${name} is not a list`)
  if (value.length > maxItems) throw new RejectedLine(`${name} holds more than ${maxItems} items`)
  return value
}

/** Lower-case words joined by underscores: `Health & Beauty` is `health_beauty`. */
export function toSlug(text: string): string | null {
  if (/^[a-z0-9]+(?:_[a-z0-9]+)*$/.test(text)) return text
  const slug = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '')
  return slug || null
}

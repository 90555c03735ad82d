/** What a cell of a table says, in the form of a line's fields. Cells that can't be read stay as they are and meet the line's reader. */
import { tierOf, trafficTiers } from '../../../base/tiers.ts'
import type { CellKind } from './columns.ts'
import { countryLanguages, foreignNo, foreignStatuses, foreignYes } from './other-languages.ts'

/** Whether day or month comes first in 3/4/2026. Unset: only unambiguous dates are read. */
type DateOrder = 'dmy' | 'mdy'

export type CellOptions = { dates?: DateOrder | undefined; separator?: string | undefined }
export type ColumnOptions = CellOptions & { commasInItems?: boolean | undefined }

/** Undefined: the cell is empty. */
export function readCell(cell: unknown, kind: CellKind, options: ColumnOptions): unknown {
  if (cell === null || cell === undefined) return undefined
  // A time that no calendar has stays text, and the line's reader warns of it.
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? String(cell) : cell.toISOString()
  if (Array.isArray(cell)) return cell.map((item) => (typeof item === 'bigint' ? Number(item) : item))
  // An id of 64 bits has more digits than a number holds.
  if (typeof cell === 'bigint') return kind === 'text' ? String(cell) : readCell(Number(cell), kind, options)
  if (typeof cell === 'number' && kind === 'visits') return tierOf(trafficTiers, cell)
  if (typeof cell === 'number' && kind === 'flag') return readFlag(String(cell))
  if (typeof cell !== 'string') return kind === 'list' || kind === 'phones' ? [cell] : cell
  const text = withoutTextMark(cell.trim())
  return isNothing(text, kind) ? undefined : readers[kind](text, options)
}

/** What spreadsheets show where a formula failed, in English and German, and what people write where they know nothing. */
const nothing =
  /^(?:#(?:n\/a|nv|ref!|bezug!|value!|wert!|div\/0!|name\?|num!|zahl!|null!)|n\/a|k\.\s?a\.|[-\u2013\u2014])?$/i

/** `'+49 30 1234` and `="0151 5678"`: how a spreadsheet is told to keep a cell as it was typed. */
const withoutTextMark = (text: string): string => text.replace(/^'(?=[\d+=@-])/, '').replace(/^="([^"]*)"$/, '$1')

const isNothing = (text: string, kind: CellKind): boolean => nothing.test(text) && !(kind === 'flag' && text === '-')

const readers: Record<CellKind, (text: string, options: ColumnOptions) => unknown> = {
  text: (text) => text,
  status: (text) => foreignStatuses[text.toLowerCase()] ?? text,
  list: (text, { separator, commasInItems }) => splitList(text, separator, commasInItems),
  phones: (text, { separator }) => splitPhones(text, separator).map(withoutDecimals),
  flag: readFlag,
  number: (text) => readAmount(text),
  amount: (text) => readAmount(text, true),
  visits: (text) => {
    const amount = readAmount(text, true)
    return typeof amount === 'number' ? tierOf(trafficTiers, amount) : amount
  },
  date: (text, { dates }) => readDate(text, dates),
  country: (text) => codeOfCountry(text) ?? text,
}

/** "Klaviyo; Judge.me", "a | b", one a line, "a, b", or a list in JSON. */
function splitList(text: string, separator: string | undefined, commasInItems = false): unknown[] {
  if (text.startsWith('[') && text.endsWith(']')) {
    try {
      const list: unknown = JSON.parse(text)
      if (Array.isArray(list)) return list
    } catch {
      // Not JSON: names in brackets.
    }
  }
  const used = separator ?? [';', '|', '\n'].find((one) => text.includes(one)) ?? (commasInItems ? ';' : ',')
  return text
    .split(used)
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** Commas divide only what are phones by themselves: of `4,9E+12`, which a spreadsheet has rounded, `4` is none. */
function splitPhones(text: string, separator: string | undefined): unknown[] {
  const phones = splitList(text, separator)
  const isPhone = (part: unknown) =>
    typeof part !== 'string' || (part.replace(/\D/g, '').length >= phoneDigitsMin && !/\de\+?\d/i.test(part))
  return phones.every(isPhone) ? phones : splitList(text, [';', '|', '\n'].find((one) => text.includes(one)) ?? '\n')
}
const phoneDigitsMin = 5

/** `4915112345678.0`: a number that was kept as one. */
const withoutDecimals = (phone: unknown): unknown =>
  typeof phone === 'string' ? phone.replace(/^(\d{7,})[.,]0+$/, '$1') : phone

const yes = new Set(['true', 'yes', 'y', '1', 'x', 't', 'on', '✓', '✔', ...foreignYes])
const no = new Set(['false', 'no', 'n', '0', 'f', 'off', '-', ...foreignNo])

function readFlag(text: string): boolean | string {
  const word = text.toLowerCase()
  return yes.has(word) ? true : no.has(word) ? false : text
}

/**
 * `$1,234.50`, `1.234,50 €`, `12k`, `1.2M`, `1,5 Mio`: what spreadsheets show. Of amounts that have no thousandths, `12.000` is twelve
 * thousand.
 */
function readAmount(text: string, isCoarse = false): number | string {
  const bare = text
    .replace(/^(?:ca\.?|approx\.?|[~≈<>])\s*/i, '')
    .replace(/^(?:usd|us\$|[$€£])\s*|\s*(?:usd|eur|[$€£%])$/gi, '')
    .replace(/[\s\u00a0'’]/g, '')
  const [, written = '', unit = ''] = /^([\d.,]+)(k|m|mio\.?|)$/i.exec(bare) ?? []
  const digits = isCoarse && /^[1-9]\d{0,2}\.\d{3}$/.test(written) ? written.replace('.', '') : written
  const plain = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(digits)
    ? digits.replaceAll(',', '')
    : /^\d{1,3}(?:\.\d{3})+,\d+$|^\d{1,3}(?:\.\d{3}){2,}$|^\d+,\d{1,2}$/.test(digits)
      ? digits.replaceAll('.', '').replace(',', '.')
      : digits
  const amount = plain === '' ? Number.NaN : Number(plain)
  if (Number.isNaN(amount)) return text
  return amount * { k: 1_000, m: 1_000_000, '': 1 }[unit.slice(0, 1).toLowerCase() as 'k' | 'm' | '']
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** As the line's reader wants it. A date that can be read in two ways is left as it is, and ignored there with a warning. */
function readDate(text: string, order: DateOrder | undefined): string {
  const yearFirst = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?:[ T](.+))?$/.exec(text)
  if (yearFirst) return isoDate(text, yearFirst[1]!, yearFirst[2]!, yearFirst[3]!, yearFirst[4])
  const numeric = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?:,?[ T]+(.+))?$/.exec(text)
  if (numeric) {
    const [, one, sign, two, years, time] = numeric as unknown as [string, string, string, string, string, string?]
    const yearText = years.length === 4 ? years : `${Number(years) < 70 ? 20 : 19}${years}`
    const isDayFirst = order === 'dmy' || (order === undefined && (sign === '.' || Number(one) > 12))
    const isMonthFirst = order === 'mdy' || (order === undefined && Number(two) > 12)
    if (isDayFirst) return isoDate(text, yearText, two, one, time)
    return isMonthFirst || one === two ? isoDate(text, yearText, one, two, time) : text
  }
  const named = /^(?:[a-z]+,? )?(\d{1,2})\.?[ -]([a-z]{3})[a-z]*\.?,?[ -](\d{4})(?:,? (.+))?$/i.exec(text)
  if (named) return isoDate(text, named[3]!, monthOf(named[2]!), named[1]!, named[4])
  const american = /^(?:[a-z]+,? )?([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})(?:,? (.+))?$/i.exec(text)
  if (american) return isoDate(text, american[3]!, monthOf(american[1]!), american[2]!, american[4])
  return text
}

const monthOf = (name: string): string => String(months.indexOf(name.toLowerCase()) + 1)

function isoDate(text: string, year: string, month: string, day: string, time: string | undefined): string {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const isDay = new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date) ?? false
  if (!isDay) return text
  if (time === undefined) return date
  const [, hours, minutes, seconds = '00', half] = /^(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([ap]m)?$/i.exec(time) ?? []
  if (hours === undefined) return date
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hours)
  return hour < 24 ? `${date}T${String(hour).padStart(2, '0')}:${minutes}:${seconds}Z` : date
}

const toPair = (name: string | undefined, code: string): [string, string][] =>
  name === undefined ? [] : [[name.toLowerCase(), code]]

let codesByName: Map<string, string> | undefined

/** "Germany", "Österreich" and "United States" as people write them; codes stay codes. */
function codeOfCountry(text: string): string | undefined {
  codesByName ??= readCountryNames()
  return codesByName.get(text.toLowerCase().replace(/^the /, ''))
}

function readCountryNames(): Map<string, string> {
  const languages = countryLanguages.map(
    (language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }),
  )
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  const found = codes.flatMap((code): [string, string][] => {
    // A code of former days shares the name of the one that took its place.
    const isOfToday = Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`
    return isOfToday ? languages.flatMap((names): [string, string][] => toPair(names.of(code), code)) : []
  })
  return new Map([...found, ['usa', 'US'], ['great britain', 'GB'], ['united states of america', 'US']])
}

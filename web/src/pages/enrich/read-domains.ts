import { perRequest } from '../../api/limits.ts'
import { holdsDomain } from '../../shared/domains.ts'
import { readTextFile } from '../../ui/read-text-file.ts'

/**
 * Reads domains out of whatever was pasted or dropped: one a line, a CSV with a header, or a row of them. `repeated`: those that
 * stand in the list once more, as often as they do.
 */
export type ReadDomains =
  | { domains: string[]; repeated: string[]; skipped: string[]; text: string }
  | { refusal: string }

const domainsMax = perRequest.createJob.domains

const domainColumn = /^(domain|domains|website|url|site|store|shop|hostname|company.?domain)$/i
/** One word, without what divides cells: tells domains from other cells. */
const looksLikeDomain = (cell: string): boolean =>
  /^(https?:\/\/)?[^\s/@,;]+([/?#]\S*)?$/i.test(cell) && holdsDomain(cell)

export async function readFile(file: File): Promise<ReadDomains> {
  const read = await readTextFile(file)
  return 'text' in read ? readDomains(read.text) : read
}

export function readDomains(text: string): ReadDomains {
  const { rows } = readTable(text)
  const known = new Set<string>()
  const repeated = rows.flatMap(({ domain }) => (domain && known.size === known.add(domain).size ? [domain] : []))
  const domains = [...known]
  if (domains.length === 0) {
    return { refusal: 'No domains found. Use one per line, or a CSV with a "domain" column.' }
  }
  if (domains.length > domainsMax) {
    return {
      refusal: `That is ${domains.length.toLocaleString('en-US')} domains; the limit is ${domainsMax.toLocaleString('en-US')} at once.`,
    }
  }
  return { domains, repeated, skipped: rows.flatMap(({ skipped }) => skipped || []), text }
}

/** `head`: its names of the columns, if it has any. Of each row, the domain, or what stands where one was expected. */
type Table = { head: string[] | null; rows: { cells: string[]; domain?: string; skipped?: string }[] }

/** A row without a head that holds several domains is a list: each of its cells is a row of its own. */
export function readTable(text: string): Table {
  const [head = [], ...rest] = rowsOf(text)
  const column = findColumn(head, rest)
  if (column !== null) return { head, rows: rest.map((cells) => ({ cells, ...judge(cells[column] ?? '') })) }
  const rows = [head, ...rest].flatMap((cells) => {
    const domains = cells.filter(looksLikeDomain)
    if (domains.length > 1) return cells.filter(isFilled).map((cell) => ({ cells: [cell], ...judge(cell) }))
    return [{ cells, ...judge(domains[0] ?? cells.filter(isFilled).join(', ')) }]
  })
  return { head: null, rows }
}

const judge = (cell: string): { domain: string } | { skipped: string } =>
  looksLikeDomain(cell) ? { domain: cell } : { skipped: cell }

/** The column that holds the most domains, if the names of several fit, such as Store and Domain. */
function findColumn(head: readonly string[], rows: readonly string[][]): number | null {
  const named = head.flatMap((name, at) => (domainColumn.test(name) ? [at] : []))
  const domainsIn = (at: number): number => rows.filter((row) => looksLikeDomain(row[at] ?? '')).length
  return named.sort((one, other) => domainsIn(other) - domainsIn(one))[0] ?? null
}

/**
 * The lines that are not blank, in cells. Where the first line has tabs, or names the column of domains, it shows what stands between
 * cells, and other commas belong to them; so do line breaks in quotes. A mere list may use commas, semicolons and tabs as it likes.
 */
export function rowsOf(text: string): string[][] {
  const lines = text.split(/\r\n|\r|\n/)
  const separators = separatorsOf(lines.find(isFilled) ?? '')
  const pattern = patternOf(separators)
  const whole = separators === ofLists ? lines : joinOpenCells(lines, separators)
  return whole.filter(isFilled).map((line) => cellsOf(line, pattern))
}

const isFilled = (line: string): boolean => line.trim() !== ''

/** A quote that is not closed by then is one of the text. */
const linesPerCellMax = 200

/** Lines of which a cell in quotes holds the break, as one. */
function joinOpenCells(lines: readonly string[], separators: string): string[] {
  const quotes = quotesOf(separators)
  const joined: string[] = []
  for (let at = 0; at < lines.length; at++) {
    let line = lines[at]!
    let last = at
    while (quotes(line) === 'open' && last < lines.length - 1 && last - at < linesPerCellMax) {
      line += `\n${lines[++last]!}`
    }
    if (last > at && quotes(line) !== 'closed') joined.push(lines[at]!)
    else {
      joined.push(line)
      at = last
    }
  }
  return joined
}

/** Whether the quotes of a line are around its cells, around the last of them not yet to the end, or something else. */
function quotesOf(separators: string): (line: string) => 'closed' | 'open' | 'text' {
  const cell = new RegExp(
    `[^\\S\\t]*(?:"(?:[^"]|"")*"[^\\S\\t]*(?:[${separators}]|$)|("(?:[^"]|"")*$)|("?)[^${separators}]*(?:[${separators}]|$))`,
    'y',
  )
  return (line) => {
    cell.lastIndex = 0
    for (let match = cell.exec(line); match && match[0] !== ''; match = cell.exec(line)) {
      if (match[1] !== undefined) return 'open'
      if (match[2] === '"') return 'text'
    }
    return 'closed'
  }
}

function separatorsOf(head: string): string {
  if (head.includes('\t')) return '\t'
  const names = (separator: string) => cellsOf(head, patternOf(separator)).some((cell) => domainColumn.test(cell))
  return [',', ';'].find((separator) => head.includes(separator) && names(separator)) ?? ofLists
}

const ofLists = ',;\t'

const patternOf = (separators: string): RegExp =>
  new RegExp(`[^\\S\\t]*(?:"((?:[^"]|"")*)"|([^${separators}]*))[^\\S\\t]*(?:[${separators}]|$)`, 'y')

/** With or without quotes. */
function cellsOf(line: string, pattern: RegExp): string[] {
  const cells: string[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(line); match && match[0] !== ''; match = pattern.exec(line)) {
    cells.push((match[1]?.replaceAll('""', '"') ?? match[2] ?? '').trim())
  }
  return cells
}

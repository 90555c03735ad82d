import { perRequest } from '../../api/limits.ts'
import { readTextFile } from '../../ui/read-text-file.ts'

/** Reads domains out of whatever was pasted or dropped: one a line, a CSV with a header, or a row of them. */
export type ReadDomains = { domains: string[]; skipped: string[]; text: string } | { refusal: string }

const domainsMax = perRequest.createJob.domains

export const domainColumn = /^(domain|domains|website|url|site|store|shop|hostname|company.?domain)$/i
/** Loose on purpose: the server normalises what a person would paste. It only has to tell domains from other cells. */
export const looksLikeDomain = /^(https?:\/\/)?[^\s/@,;]+\.[^\s/@,;.]{2,}(\/\S*)?$/i

export async function readFile(file: File): Promise<ReadDomains> {
  const read = await readTextFile(file)
  return 'text' in read ? readDomains(read.text) : read
}

export function readDomains(text: string): ReadDomains {
  const rows = rowsOf(text)
  const head = rows[0] ?? []
  const column = head.findIndex((cell) => domainColumn.test(cell))
  const read = column === -1 ? rows.map(readRow) : rows.slice(1).map((row) => readCells([row[column] ?? '']))
  const domains = [...new Set(read.flatMap((row) => row.domains))]
  if (domains.length === 0) {
    return { refusal: 'No domains found. Use one per line, or a CSV with a "domain" column.' }
  }
  if (domains.length > domainsMax) {
    return {
      refusal: `That is ${domains.length.toLocaleString('en-US')} domains; the limit is ${domainsMax.toLocaleString('en-US')} at once.`,
    }
  }
  return { domains, skipped: read.flatMap((row) => row.skipped), text }
}

function readCells(cells: string[]): { domains: string[]; skipped: string[] } {
  const filled = cells.filter((cell) => cell !== '')
  return {
    domains: filled.filter((cell) => looksLikeDomain.test(cell)),
    skipped: filled.filter((cell) => !looksLikeDomain.test(cell)),
  }
}

/** The other cells of a row with one domain are its other columns. A row without a domain was meant to have one, and a row with several is a list. */
function readRow(cells: string[]): { domains: string[]; skipped: string[] } {
  const { domains, skipped } = readCells(cells)
  if (domains.length === 1) return { domains, skipped: [] }
  if (domains.length === 0 && skipped.length > 0) return { domains, skipped: [skipped.join(', ')] }
  return { domains, skipped }
}

/**
 * The lines that are not blank, in cells. Where the first line has tabs, or names the column of domains, it shows what stands between
 * cells, and other commas belong to them. A mere list may use commas, semicolons and tabs as it likes.
 */
export function rowsOf(text: string): string[][] {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  const pattern = patternOf(separatorsOf(lines[0] ?? ''))
  return lines.map((line) => cellsOf(line, pattern))
}

function separatorsOf(head: string): string {
  if (head.includes('\t')) return '\t'
  const names = (separator: string) => cellsOf(head, patternOf(separator)).some((cell) => domainColumn.test(cell))
  return [',', ';'].find((separator) => head.includes(separator) && names(separator)) ?? ',;\t'
}

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

/** The file that somebody brought, with what was found next to its own columns. */
import { readTable } from './read-domains.ts'

/** A spreadsheet as the API writes it: commas, and quotes around cells that need them. */
export function parseSheet(text: string): string[][] {
  const rows: string[][] = [[]]
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y
  for (let match = pattern.exec(text); match && pattern.lastIndex <= text.length; match = pattern.exec(text)) {
    rows.at(-1)!.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] === '') break
    if (match[3] !== ',') rows.push([])
  }
  return rows.filter((row) => row.length > 1 || row[0] !== '')
}

const writeCell = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
export const writeRow = (cells: readonly string[]): string => cells.map(writeCell).join(',')

/** Columns of the results that say how a line was asked for: the file has that already. */
const asked = ['index', 'input']

/**
 * Every line of the file as it was, in its order; lines without a domain have nothing next to them. A line of the results belongs to
 * what stands in its column `key`, which `keyOf` makes from a cell of the file.
 */
export function joinColumns(
  file: string,
  results: string,
  key = 'input',
  keyOf: (cell: string) => string | undefined = (cell) => cell,
): string {
  const [head = [], ...lines] = parseSheet(results)
  const input = head.indexOf(key)
  const kept = head.flatMap((name, at) => (asked.includes(name) ? [] : [at]))
  const found = new Map(lines.map((line) => [line[input], kept.map((at) => line[at] ?? '')]))
  const { head: named, rows } = readTable(file)
  const own = rows.reduce((most, { cells }) => Math.max(most, cells.length), named?.length ?? 0)
  // Lines may have more cells than the head: these columns have no name of their own, and neither have those of a file without a head.
  const ownHead = Array.from({ length: own }, (_, at) => named?.[at] ?? `column_${at + 1}`)
  const written = rows.map(({ cells, domain }) => {
    const beside = domain === undefined ? undefined : found.get(keyOf(domain))
    return writeRow([...ownHead.map((_, at) => cells[at] ?? ''), ...(beside ?? kept.map(() => ''))])
  })
  const names = kept.map((at) => (ownHead.includes(head[at]!) ? `store_${head[at]}` : head[at]!))
  return `${[writeRow([...ownHead, ...names]), ...written].join('\r\n')}\r\n`
}

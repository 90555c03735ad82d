/** CSV as spreadsheets write it. A file is read twice: first to check its form, so that nothing is imported of one that is broken. */
import { Readable } from 'node:stream'
import { type CsvError, type Info, type Options, parse } from 'csv-parse'
import { parse as parseAtOnce } from 'csv-parse/sync'
import { decodeText, type Encoding, guessEncoding, NotUtf8 } from './decode-text.ts'
import { decompressed, type OnBytes } from './decompress.ts'
import type { Input } from './open-inputs.ts'
import { checkColumns, type Table, type TableRow, UnreadableTable } from './table.ts'

const delimiters = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' } as const
export type Delimiter = keyof typeof delimiters

/** A longer row is a quote that never closes, or no table. */
export const rowBytesMax = 8 * 1024 * 1024
const headBytes = 64 * 1024
const rowsAtOnce = 200
const rowsLookedAt = 2_000

type Form = {
  delimiter: Delimiter
  encoding: Encoding
  columns: string[]
  headerLine: number
  sample: string[][]
  commasInItems: boolean[]
}

type CsvOptions = { delimiter?: Delimiter | undefined; onBytes?: OnBytes }

export async function openCsv(input: Input, { delimiter, onBytes }: CsvOptions): Promise<Table> {
  if (input.path === null) return openStream(input, { delimiter, onBytes })
  const bytes = () => decompressed(input.open(), undefined)
  const first = bytes()
  const head = await readHead(first)
  await first.return(undefined)
  let form = readForm(input.name, head, guessEncoding(head), delimiter)
  try {
    form.commasInItems = await check(input.name, bytes(), form)
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error
    form = readForm(input.name, head, 'windows-1252', delimiter)
    form.commasInItems = await check(input.name, bytes(), form)
  }
  return toTable(input.name, form, () => decompressed(input.open(), onBytes))
}

/** A pipe can be read only once: an error in its middle ends the import there. */
async function openStream(input: Input, { delimiter, onBytes }: CsvOptions): Promise<Table> {
  const chunks = decompressed(input.open(), onBytes)
  const head = await readHead(chunks)
  const guessed = guessEncoding(head)
  const encoding = guessed === 'utf-8' && !isUtf8Start(head) ? 'windows-1252' : guessed
  const form = readForm(input.name, head, encoding, delimiter)
  return toTable(input.name, form, async function* () {
    yield head
    yield* chunks
  })
}

const isUtf8Start = (head: Buffer): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}

/** Leaves the generator open, so that the caller can read the rest. */
async function readHead(bytes: AsyncGenerator<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  while (length < headBytes) {
    const next = await bytes.next()
    if (next.done) break
    parts.push(next.value)
    length += next.value.length
  }
  return Buffer.concat(parts)
}

const names: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big endian)',
  'windows-1252': 'Windows-1252',
}

function toTable(name: string, form: Form, open: () => AsyncGenerator<Buffer>): Table {
  const { columns, headerLine, sample, commasInItems, delimiter, encoding } = form
  return {
    name,
    columns,
    headerLine,
    sample,
    commasInItems,
    description: `CSV, ${delimiters[delimiter]}, ${names[encoding]}`,
    rows: () => readRows(name, open(), form),
  }
}

function readForm(name: string, head: Buffer, encoding: Encoding, delimiter: Delimiter | undefined): Form {
  if (head.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') {
    throw new UnreadableTable(`${name} is a workbook or an archive, not CSV. Save the sheet as CSV and import that.`)
  }
  const whole = new TextDecoder(encoding).decode(head, { stream: true })
  const [mark = '', named] = delimiterMark.exec(whole) ?? []
  const text = whole.slice(mark.length)
  const headerLine = mark === '' ? 1 : 2
  const used = delimiter ?? (named as Delimiter | undefined) ?? guessDelimiter(text)
  const [first, ...sample] = firstRows(text, used)
  if (!first) throw new UnreadableTable(`${name} is empty: a CSV file begins with a line that names its columns.`)
  const columns = first.map((cell) => cell.trim())
  checkColumns({ name, columns, headerLine }, `separated by ${delimiters[used]}`)
  const signs = columns.map(() => ({ commas: 0, others: 0 }))
  countSigns(
    signs,
    sample.map((cells) => ({ cells })),
  )
  return { delimiter: used, encoding, columns, headerLine, sample, commasInItems: signs.map(isDividedOtherwise) }
}

/** The line above the header that tells Excel what separates the cells. */
const delimiterMark = /^sep=([,;\t|])(?:\r\n|\n|\r)/i

/** The one that splits the header, and the rows below alike, into the most columns. */
function guessDelimiter(text: string): Delimiter {
  const scores = (Object.keys(delimiters) as Delimiter[]).map((delimiter) => {
    const [header, ...rows] = firstRows(text, delimiter)
    const columns = header?.length ?? 0
    const alike = rows.filter((row) => row.length === columns).length
    return { delimiter, score: columns * (rows.length === 0 ? 1 : 0.5 + alike / rows.length / 2) }
  })
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).delimiter
}

const optionsFor = (delimiter: Delimiter) =>
  ({
    delimiter,
    bom: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: rowBytesMax,
  }) satisfies Options

/** The whole rows at the beginning of a file, which may be cut anywhere; the only row even if it is cut. */
function firstRows(text: string, delimiter: Delimiter): string[][] {
  const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'))
  const read = (part: string): string[][] => {
    try {
      return parseAtOnce(part, { ...optionsFor(delimiter), to: 20 }) as unknown as string[][]
    } catch {
      return []
    }
  }
  const rows = read(end > 0 ? text.slice(0, end) : text)
  if (rows.length > 0) return rows
  // A quote that opens in the first rows and does not close: the first line alone still names the columns.
  return read(text.split(/\r\n|\n|\r/, 1)[0]!)
}

/** Reads to the end: an error in its form is thrown. Finds out on the way where commas divide no lists. */
async function check(name: string, bytes: AsyncGenerator<Buffer>, form: Form): Promise<boolean[]> {
  const signs = form.columns.map(() => ({ commas: 0, others: 0 }))
  let looked = 0
  for await (const rows of readRows(name, bytes, form)) {
    if (looked < rowsLookedAt) countSigns(signs, rows)
    looked += rows.length
  }
  return signs.map(isDividedOtherwise)
}

type Signs = { commas: number; others: number }

function countSigns(signs: Signs[], rows: readonly Pick<TableRow, 'cells'>[]): void {
  for (const { cells } of rows) {
    for (const [at, count] of signs.entries()) {
      const text = String(cells[at] ?? '')
      if (/[;|\n]/.test(text)) count.others += 1
      else if (text.includes(',')) count.commas += 1
    }
  }
}

/** A column with `Klaviyo; Judge.me` in one cell means one app by `Reviews, Loyalty` in another, unless most are like that. */
const isDividedOtherwise = ({ commas, others }: Signs): boolean => others > 0 && others >= commas

async function* readRows(name: string, bytes: AsyncGenerator<Buffer>, form: Form): AsyncGenerator<TableRow[]> {
  const { columns, delimiter, encoding, headerLine } = form
  const source = Readable.from(decodeText(bytes, encoding))
  const parser = parse({ ...optionsFor(delimiter), info: true })
  source.on('error', (error) => parser.destroy(error)).pipe(parser)
  let rows: TableRow[] = []
  let lastLine = 0
  let above = headerLine
  try {
    for await (const { info, record } of parser as AsyncIterable<{ info: Info; record: string[] }>) {
      lastLine = info.lines
      above -= 1
      if (above >= 0 || isHeader(record, columns)) continue
      rows.push(toRow(record, info.lines, columns.length))
      if (rows.length < rowsAtOnce) continue
      yield rows
      rows = []
    }
    yield rows
  } catch (error) {
    throw explain(error as Error, name, lastLine + 1, columns)
  } finally {
    source.destroy()
    parser.destroy()
  }
}

/** Files that were put together hold it again. */
const isHeader = (cells: string[], columns: string[]): boolean =>
  cells.length === columns.length && cells.every((cell, at) => cell.trim() === columns[at])

function toRow(cells: string[], endLine: number, columns: number): TableRow {
  const breaks = cells.reduce((sum, cell) => (cell.includes('\n') ? sum + cell.split('\n').length - 1 : sum), 0)
  const row = { line: endLine - breaks, cells }
  if (cells.length === columns) return row
  return { ...row, problem: `the row has ${cells.length} cells, the header has ${columns}` }
}

function explain(error: Error, name: string, line: number, columns: string[]): Error {
  const { code, index } = error as CsvError & { index?: number }
  const place = `${name}, line ${line}, column "${columns[index ?? 0] ?? (index ?? 0) + 1}"`
  if (code === 'CSV_QUOTE_NOT_CLOSED') return new UnreadableTable(`${place}: a quote opens here and never closes.`)
  if (code === 'CSV_MAX_RECORD_SIZE') {
    return new UnreadableTable(
      `${place}: the row is longer than ${rowBytesMax / 1024 / 1024} MB. A quote may never close, or this is no table.`,
    )
  }
  return error
}

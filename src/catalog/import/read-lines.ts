import { isUtf8 } from 'node:buffer'

/** Something to import, in the order in which it arrives: text still to be parsed, a value, or already known to be bad. */
export type Arrival = { line: number; input: string } & (
  | { text: string }
  | { value: unknown; row?: RowOrigin }
  | { text: string; problem: string; column?: string }
)

/** Where in its table a value was read. */
export type RowOrigin = {
  /** The column that a field was taken from; null: none of them. */
  columnOf(field: string): string | null
  /** The row as text, for reports. */
  text(): string
  /** Rows of a file of contacts belong to stores that are known by then. */
  storeMustExist: boolean
}

/** A longer line is a broken file rather than a store; it is rejected without ever being held in memory. */
export const lineBytesMax = 8 * 1024 * 1024
const keptOfBadLine = 1024

/** Stores that this process makes itself, for example the demo catalogue. */
export async function* readRecords(
  records: Iterable<unknown> | AsyncIterable<unknown>,
  name = 'records',
): AsyncGenerator<Arrival[]> {
  let arrivals: Arrival[] = []
  let line = 0
  for await (const value of records) {
    line += 1
    arrivals.push({ line, input: name, value })
    if (arrivals.length < 100) continue
    yield arrivals
    arrivals = []
  }
  yield arrivals
}

/** NDJSON: every line of a file, in blocks. */
export async function* splitLines(chunks: AsyncIterable<Buffer>, input: string): AsyncGenerator<Arrival[]> {
  let line = 0
  let carried: Buffer[] = []
  let carriedBytes = 0

  function finishLine(end: Buffer): Arrival[] {
    const parts = [...carried, end]
    const isTooLong = carriedBytes + Math.max(end.indexOf(0x0a), 0) > lineBytesMax
    carried = []
    carriedBytes = 0
    if (!isTooLong) return toArrivals(Buffer.concat(parts))
    line += 1
    const text = Buffer.concat(parts.slice(0, 1)).toString('utf8', 0, keptOfBadLine)
    const rest = end.indexOf(0x0a) + 1
    const problem = `the line is longer than ${lineBytesMax / 1024 / 1024} MB`
    return [{ line, input, text, problem }, ...(rest > 0 ? toArrivals(end.subarray(rest)) : [])]
  }

  /** `block` holds whole lines. */
  function toArrivals(block: Buffer): Arrival[] {
    const arrivals: Arrival[] = []
    if (block.length === 0) return arrivals
    const isSound = isUtf8(block)
    const lines = block.toString('utf8').split('\n')
    if (block.at(-1) === 0x0a) lines.pop()
    for (const raw of lines) {
      line += 1
      const text = line === 1 && raw.startsWith('\ufeff') ? raw.slice(1) : raw
      if (text.trim() === '') continue
      if (isSound || !text.includes('\ufffd')) arrivals.push({ line, input, text })
      else arrivals.push({ line, input, text, problem: 'the line is not valid UTF-8' })
    }
    return arrivals
  }

  for await (const chunk of chunks) {
    const lastNewline = chunk.lastIndexOf(0x0a)
    if (lastNewline >= 0) yield finishLine(chunk.subarray(0, lastNewline + 1))
    const rest = chunk.subarray(lastNewline + 1)
    carriedBytes += rest.length
    // A line that is already too long keeps only its beginning, for the report.
    if (carriedBytes <= lineBytesMax) carried.push(rest)
    else carried = [Buffer.from(Buffer.concat(carried).subarray(0, keptOfBadLine))]
  }
  if (carriedBytes > 0) yield finishLine(Buffer.alloc(0))
}

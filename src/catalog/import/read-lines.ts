import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** Something to import, in the order in which it arrives: text still to be parsed, a value, or already known to be bad. */
export type Arrival = { line: number; input: string } & (
  | { text: string }
  | { value: unknown }
  | { text: string; problem: string }
)

type LineInput = {
  name: string
  /** Known for files, so that progress can be told. Compressed bytes where the input is compressed. */
  bytesTotal: number | null
  open(): Readable
}

type LineOptions = { onBytes?: (count: number) => void }

/** A longer line is a broken file rather than a store; it is rejected without ever being held in memory. */
export const lineBytesMax = 8 * 1024 * 1024
const keptOfBadLine = 1024

/** Files by path, `-` for what comes in by `stdin`. Missing files are found out before anything is imported. */
export async function openInputs(paths: readonly string[], stdin: Readable): Promise<LineInput[]> {
  return Promise.all(
    paths.map(async (path) => {
      if (path === '-') return { name: 'stdin', bytesTotal: null, open: () => stdin }
      const found = await stat(path).catch(() => null)
      if (!found) throw new Error(`There is no file ${path}.`)
      if (found.isDirectory()) throw new Error(`${path} is a directory.`)
      const bytesTotal = found.isFile() ? found.size : null
      return { name: path, bytesTotal, open: () => createReadStream(path, { highWaterMark: 256 * 1024 }) }
    }),
  )
}

/** All lines of all inputs. Compressed inputs are recognised by their first bytes, whatever their name. */
export async function* readLines(inputs: readonly LineInput[], options: LineOptions = {}): AsyncGenerator<Arrival[]> {
  for (const input of inputs) {
    try {
      yield* splitLines(decompressed(input.open(), options.onBytes), input.name)
    } catch (error) {
      throw new Error(`${input.name} can't be read to its end: ${(error as Error).message}`, { cause: error })
    }
  }
}

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

async function* decompressed(stream: Readable, onBytes: LineOptions['onBytes']): AsyncGenerator<Buffer> {
  const counted = count(stream, onBytes)
  const first = await counted.next()
  if (first.done) return
  const isGzip = first.value[0] === 0x1f && first.value[1] === 0x8b
  const whole = prepend(first.value, counted)
  if (!isGzip) return yield* whole
  const gunzip = createGunzip({ chunkSize: 256 * 1024 })
  // The reader below meets every error of the pipeline as an error of its last stream.
  pipeline(whole, gunzip, () => {})
  yield* gunzip as AsyncIterable<Buffer>
}

async function* count(stream: Readable, onBytes: LineOptions['onBytes']): AsyncGenerator<Buffer> {
  for await (const chunk of stream) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Buffer)
    if (bytes.length === 0) continue
    onBytes?.(bytes.length)
    yield bytes
  }
}

async function* prepend(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* rest
}

async function* splitLines(chunks: AsyncIterable<Buffer>, input: string): AsyncGenerator<Arrival[]> {
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
    // Of a line that is too long already, only its beginning is kept, for the report.
    if (carriedBytes <= lineBytesMax) carried.push(rest)
    else carried = [Buffer.from(Buffer.concat(carried).subarray(0, keptOfBadLine))]
  }
  if (carriedBytes > 0) yield finishLine(Buffer.alloc(0))
}

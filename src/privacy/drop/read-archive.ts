/** The archive of deletion lists: a ZIP of CSV files. It counts as a whole or not at all. */
import { createInflateRaw } from 'node:zlib'

/** What is wrong with an archive, in words for the operator. */
export class BadArchive extends Error {}

type ListRow = { id: string; hash: string; listType: string }
/** Some rows of one file. `removed`: requests that were cancelled. */
export type ArchivePart = { fileName: string; kind: 'items' | 'removed'; rows: ListRow[] }

const listTypes = ['NDZ', 'Email', 'Phone', 'MAID', 'NameVIN', 'CTVID']
const fileNamePattern = /^\d{8}_\d{4}_([A-Za-z]+)\.csv$/
const headers = { items: 'ID,Hash', removed: 'ID,Hash,ListType' }
const fileBytesMax = 2_000_000_000
const lineLengthMax = 1_000
const rowsAtOnce = 10_000

/**
 * The rows of all lists, then those that were cancelled. Lists have millions of rows, so a fault is found only where it lies: whoever
 * reads keeps nothing of the parts before it.
 */
export async function* readArchive(bytes: Buffer): AsyncGenerator<ArchivePart> {
  const files = readDirectory(bytes).map((file) => ({ ...file, type: typeOf(file.name) }))
  for (const file of files.filter(({ type }) => type !== 'Removed')) yield* partsOf(bytes, file, 'items')
  for (const file of files.filter(({ type }) => type === 'Removed')) yield* partsOf(bytes, file, 'removed')
}

function typeOf(name: string): string {
  const type = fileNamePattern.exec(name)?.[1]
  if (type !== undefined && (type === 'Removed' || listTypes.includes(type))) return type
  throw new BadArchive(`The archive holds a file of another kind: ${name.slice(0, 60)}.`)
}

async function* partsOf(
  bytes: Buffer,
  file: ZipEntry & { type: string },
  kind: ArchivePart['kind'],
): AsyncGenerator<ArchivePart> {
  const header = headers[kind]
  let line = 0
  let rows: ListRow[] = []
  for await (const lines of linesOf(bytes, file)) {
    for (const text of lines) {
      line += 1
      if (line > 1) rows.push(readRow(file, header, line, text))
      else if (text !== header) throw new BadArchive(`${file.name} has another header than ${header}.`)
    }
    if (rows.length < rowsAtOnce) continue
    yield { fileName: file.name, kind, rows }
    rows = []
  }
  if (line === 0) throw new BadArchive(`${file.name} has another header than ${header}.`)
  if (rows.length > 0) yield { fileName: file.name, kind, rows }
}

function readRow({ name, type }: { name: string; type: string }, header: string, line: number, text: string): ListRow {
  const cells = text.split(',')
  const [id = '', hash = '', listType = type] = cells
  const fault =
    cells.length !== header.split(',').length
      ? 'has another number of columns'
      : !/^[A-Za-z0-9]{12}$/.test(id)
        ? 'has an ID that is none'
        : !/^[A-Za-z0-9+/]{43}=$/.test(hash)
          ? 'has a hash that is none'
          : !listTypes.includes(listType)
            ? 'names an unknown list'
            : null
  if (fault !== null) throw new BadArchive(`Line ${line} of ${name} ${fault}.`)
  return { id, hash, listType }
}

/** Without their ends, a few thousand at a time. */
async function* linesOf(bytes: Buffer, file: ZipEntry): AsyncGenerator<string[]> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of contentOf(bytes, file)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()!
    if (rest.length > lineLengthMax) throw new BadArchive(`${file.name} has a line that never ends.`)
    yield lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  }
  if (rest !== '') yield [rest]
}

type ZipEntry = { name: string; isPacked: boolean; start: number; end: number; size: number }

async function* contentOf(bytes: Buffer, { name, isPacked, start, end, size }: ZipEntry): AsyncGenerator<Buffer> {
  const data = bytes.subarray(start, end)
  let length = 0
  try {
    for await (const chunk of isPacked ? createInflateRaw().end(data) : [data]) {
      length += chunk.length
      if (length > Math.min(size, fileBytesMax)) break
      yield chunk
    }
  } catch (error) {
    throw error instanceof BadArchive ? error : new BadArchive('The archive can’t be unpacked.')
  }
  if (length !== size) throw new BadArchive(`${name} in the archive is cut.`)
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50

/** What the platform sends: no encryption, no parts, sizes below 4 GiB. */
function readDirectory(bytes: Buffer): ZipEntry[] {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || bytes.readUInt32LE(end) !== endSignature)
    throw new BadArchive('The archive is cut, or is no ZIP file.')
  try {
    const files: ZipEntry[] = []
    let at = bytes.readUInt32LE(end + 16)
    for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
      if (bytes.readUInt32LE(at) !== entrySignature) throw new BadArchive('The archive is cut.')
      const [packed, size] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)]
      const [nameLength, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) as [
        number,
        number,
        number,
      ]
      const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
      const local = bytes.readUInt32LE(at + 42)
      const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
      files.push({ name, isPacked: bytes.readUInt16LE(at + 10) !== 0, start, end: start + packed, size })
      at += 46 + nameLength + extra + comment
    }
    return files
  } catch (error) {
    throw error instanceof BadArchive ? error : new BadArchive('The archive can’t be unpacked.')
  }
}

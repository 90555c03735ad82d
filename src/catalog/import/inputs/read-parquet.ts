/** Parquet: flat columns, and lists of texts. One row group is in memory at a time. */
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import {
  asyncBufferFromFile,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
  type SchemaTree,
} from 'hyparquet'
import type { OnBytes } from './decompress.ts'
import type { Input } from './open-inputs.ts'
import { checkColumns, type Table, type TableRow, UnreadableTable } from './table.ts'

/** Snappy is part of the reader, the others are Node's own. */
const compressors: Compressors = {
  GZIP: (input) => gunzipSync(input),
  ZSTD: (input) => zstdDecompressSync(input),
  BROTLI: (input) => brotliDecompressSync(input),
}
export const rowGroupBytesMax = 1024 ** 3
const rowsAtOnce = 200

export async function openParquet(input: Input, onBytes: OnBytes): Promise<Table> {
  const { name, path } = input
  if (path === null)
    throw new UnreadableTable(`${name}: Parquet is read from its end, so not from stdin or a pipe. Name the file.`)
  const file = await asyncBufferFromFile(path)
  const metadata = await readMetadata(name, file)
  const columns = parquetSchema(metadata).children.map((child) => readColumn(name, child))
  checkColumns({ name, columns, headerLine: 1 }, 'Parquet')
  for (const [at, { total_byte_size }] of metadata.row_groups.entries()) {
    if (total_byte_size <= rowGroupBytesMax) continue
    throw new UnreadableTable(
      `${name}: row group ${at + 1} has over ${rowGroupBytesMax / 1_024 ** 3} GB. Write the file with smaller row groups.`,
    )
  }
  const size = input.bytesTotal ?? 0
  return {
    name,
    columns,
    headerLine: 1,
    sample: [],
    commasInItems: [],
    description: 'Parquet',
    rows: () => readRows({ name, file, metadata, columns, size, onBytes }),
  }
}

type File = Awaited<ReturnType<typeof asyncBufferFromFile>>

async function readMetadata(name: string, file: File): Promise<FileMetaData> {
  const magic = async (from: number) => Buffer.from(await file.slice(from, from + 4)).toString('latin1')
  if (file.byteLength < 12 || (await magic(0)) !== 'PAR1') throw new UnreadableTable(`${name} is not a Parquet file.`)
  if ((await magic(file.byteLength - 4)) !== 'PAR1') {
    throw new UnreadableTable(`${name} is cut: a Parquet file ends with its description, and this one does not.`)
  }
  try {
    return await parquetMetadataAsync(file)
  } catch (error) {
    throw new UnreadableTable(`${name}: its description can't be read: ${(error as Error).message}`)
  }
}

/** A list of texts is `column (LIST) > list (repeated) > element`. */
function readColumn(name: string, { element, children }: SchemaTree): string {
  const [list] = children
  const isTexts =
    element.converted_type === 'LIST' && list?.children.length === 1 && list.children[0]!.children.length === 0
  if (children.length === 0 || isTexts) return element.name
  throw new UnreadableTable(
    `${name}, column "${element.name}" is nested. Columns must be flat or lists of texts; people in columns of their own, or in a file for --contacts.`,
  )
}

type OpenedFile = {
  name: string
  file: File
  metadata: FileMetaData
  columns: string[]
  size: number
  onBytes: OnBytes
}

async function* readRows({ name, file, metadata, columns, size, onBytes }: OpenedFile): AsyncGenerator<TableRow[]> {
  let line = 0
  for (const group of metadata.row_groups) {
    const count = Number(group.num_rows)
    let objects: Record<string, unknown>[]
    try {
      objects = await parquetReadObjects({ file, metadata, compressors, rowStart: line, rowEnd: line + count })
    } catch (error) {
      throw new UnreadableTable(
        `${name}: rows ${line + 1} to ${line + count} can't be read: ${(error as Error).message}`,
      )
    }
    for (let from = 0; from < count; from += rowsAtOnce) {
      const rows = objects.slice(from, from + rowsAtOnce)
      yield rows.map((row, at) => ({ line: line + from + at + 1, cells: columns.map((column) => row[column]) }))
      onBytes?.((size * rows.length) / Math.max(1, Number(metadata.num_rows)))
    }
    line += count
  }
}

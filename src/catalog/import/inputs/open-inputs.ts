/** The files that an import reads: by name, by pattern or from stdin, and of which format. */
import { createReadStream } from 'node:fs'
import { glob, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { decompressed } from './decompress.ts'

export const formats = ['ndjson', 'json', 'csv', 'parquet'] as const
export type Format = (typeof formats)[number]

/** What a line of it is about: a store, with or without people, or somebody who works at one. */
export type Subject = 'stores' | 'contacts'

export type Input = {
  name: string
  /** What tells a file from another of its name; unset: it can be read once, and is not known again. */
  mark?: string
  /** Known for files, to show progress. Compressed bytes where the input is compressed. */
  bytesTotal: number | null
  format: Format
  about: Subject
  /** Null: it comes by stdin or another pipe, and can be read once. */
  path: string | null
  open(): Readable
}

type OpenOptions = { format?: Format | undefined; about?: Subject }

const extensions: Record<string, Format> = {
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  json: 'json',
  csv: 'csv',
  tsv: 'csv',
  tab: 'csv',
  parquet: 'parquet',
}

/** Files by path or pattern, `-` for what comes in by `stdin`. Missing files are found out before anything is imported. */
export async function openInputs(
  paths: readonly string[],
  stdin: Readable,
  { format, about = 'stores' }: OpenOptions = {},
): Promise<Input[]> {
  const found: Input[] = []
  for (const path of paths) {
    if (path === '-') {
      const read = { format: format ?? 'ndjson', about, path: null, open: () => stdin }
      found.push({ name: 'stdin', bytesTotal: null, ...read })
      continue
    }
    for (const name of await expand(path)) {
      const extension = extensionOf(name)
      const named = format ?? extensions[extension] ?? (extension === 'txt' ? await formatOfText(name) : 'ndjson')
      found.push(await openFile(name, named, about))
    }
  }
  return found
}

/** Spreadsheets save their "Unicode text" under `.txt`. What comes by a pipe can be read only once. */
async function formatOfText(path: string): Promise<Format> {
  if (!(await stat(path)).isFile()) return 'ndjson'
  const bytes = decompressed(createReadStream(path), undefined)
  const { value: start } = await bytes.next()
  await bytes.return(undefined)
  return start?.[0] === '{'.charCodeAt(0) ? 'ndjson' : 'csv'
}

/** A pattern that the shell did not expand; a file of that very name comes first. */
async function expand(path: string): Promise<string[]> {
  if (await stat(path).catch(() => null)) return [path]
  if (!/[*?[{]/.test(path)) throw new Error(`There is no file ${path}.`)
  const names = await Array.fromAsync(glob(path))
  if (names.length === 0) throw new Error(`No file matches ${path}.`)
  return names.sort()
}

async function openFile(path: string, format: Format, about: Subject): Promise<Input> {
  const found = await stat(path)
  if (found.isDirectory()) throw new Error(`${path} is a directory.`)
  const read = { format, about, open: () => createReadStream(path, { highWaterMark: 256 * 1024 }) }
  // A pipe may have a name, too: /dev/stdin, /dev/fd/63 or one of mkfifo.
  return found.isFile()
    ? { name: path, mark: `${found.size} ${found.mtimeMs}`, bytesTotal: found.size, path, ...read }
    : { name: path, bytesTotal: null, path: null, ...read }
}

function extensionOf(name: string): string {
  const extension = /\.([a-z]+)(?:\.(?:gz|gzip|zst|zstd))?$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  if (extension === 'xlsx' || extension === 'xls' || extension === 'ods') {
    throw new Error(`${name} is a workbook. Save the sheet as CSV and import that.`)
  }
  return extension
}

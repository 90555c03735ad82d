/** All files of an import, of whatever format, as one sequence of lines. */
import { type Arrival, splitLines } from '../read-lines.ts'
import { decompressed, type OnBytes } from './decompress.ts'
import { assertColumnsExist, assertUsable, isMapped, type MapFile, type Mapping, mapTable } from './mapping.ts'
import type { Input, Subject } from './open-inputs.ts'
import { type Delimiter, openCsv } from './read-csv.ts'
import { splitObjects } from './read-json.ts'

import { openParquet } from './read-parquet.ts'
import { readRows } from './read-rows.ts'
import { type Table, UnreadableTable } from './table.ts'

export type MappedTable = { table: Table; about: Subject; mapping: Mapping }

type InputOptions = {
  onBytes?: OnBytes
  delimiter?: Delimiter | undefined
  map?: { path: string; contents: MapFile } | undefined
  /** Called before a mapping that can't be used is refused: it can be shown, and saved to be edited. */
  onMapped?: (tables: MappedTable[]) => Promise<void>
}

/** Checks headers and forms of all files, before anything is imported. */
export async function prepareInputs(
  inputs: readonly Input[],
  { onBytes, delimiter, map, onMapped }: InputOptions = {},
): Promise<{ source: AsyncGenerator<Arrival[]>; tables: MappedTable[] }> {
  const opened = new Map<Input, { table: Table; about: Subject }>()
  for (const input of inputs) {
    const { format, about } = input
    if (format === 'csv') opened.set(input, { about, table: await openCsv(input, { delimiter, onBytes }) })
    else if (format === 'parquet') opened.set(input, { about, table: await openParquet(input, onBytes) })
    else if (about === 'contacts') {
      throw new UnreadableTable(
        `${input.name}: --contacts reads CSV and Parquet. JSON holds contacts within their store.`,
      )
    } else if (format === 'json' && input.path !== null) await checkJson(input)
  }
  if (map) assertColumnsExist(map.path, map.contents, [...opened.values()])
  const tables = new Map<Input, MappedTable>()
  for (const [input, { table, about }] of opened) {
    tables.set(input, { table, about, mapping: mapTable(table, about, map?.contents ?? null) })
  }
  await onMapped?.([...tables.values()])
  for (const { table, about, mapping } of tables.values()) {
    assertUsable(table, mapping, map !== undefined && isMapped(map.contents, about))
  }
  return { source: readAll(inputs, tables, onBytes), tables: [...tables.values()] }
}

/** Lines of NDJSON alone, for callers that know what they have. */
export const readLines = (inputs: readonly Input[], onBytes?: OnBytes): AsyncGenerator<Arrival[]> =>
  readAll(inputs, new Map(), onBytes)

async function* readAll(
  inputs: readonly Input[],
  tables: ReadonlyMap<Input, MappedTable>,
  onBytes: OnBytes,
): AsyncGenerator<Arrival[]> {
  for (const input of inputs) {
    const mapped = tables.get(input)
    try {
      if (mapped) yield* readRows(mapped.table, mapped.mapping, mapped.about)
      else {
        const bytes = decompressed(input.open(), onBytes)
        yield* input.format === 'json' ? splitObjects(bytes, input.name) : splitLines(bytes, input.name)
      }
    } catch (error) {
      if (error instanceof UnreadableTable) throw error
      throw new Error(`${input.name} can't be read to its end: ${(error as Error).message}`, { cause: error })
    }
  }
}

async function checkJson(input: Input): Promise<void> {
  try {
    for await (const _items of splitObjects(decompressed(input.open(), undefined), input.name)) {
      // Read to its end: an error in its form is thrown.
    }
  } catch (error) {
    throw new UnreadableTable(`${input.name}, ${(error as Error).message}.`, { cause: error })
  }
}

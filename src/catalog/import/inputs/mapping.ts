/** The mapping of columns to fields: guessed from the headers, or read from a file; and saved to one. */
import { readFile } from 'node:fs/promises'
import type { CellOptions } from './cells.ts'
import { allTargets, type Field, guessTargets, isData, readField } from './columns.ts'
import type { Subject } from './open-inputs.ts'
import { type Table, UnreadableTable } from './table.ts'

/** The field of each column of a table; null for columns that are not imported. */
export type Mapping = CellOptions & { fields: (Field | null)[]; empty: 'keep' | 'clear' }

/** The file: `{"columns": {"Store URL": "domain", "Notes": null}, "contacts": {"columns": …}}`. */
export type MapFile = CellOptions & {
  empty?: 'keep' | 'clear'
  columns?: Record<string, string | null>
  contacts?: { columns: Record<string, string | null> }
}

export async function readMapFile(path: string): Promise<MapFile> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new UnreadableTable(`The mapping ${path} can't be read: ${error.message}`)
  })
  const map = parse(path, text)
  for (const columns of [map.columns ?? {}, map.contacts?.columns ?? {}]) {
    for (const [column, target] of Object.entries(columns)) {
      if (target === null || (typeof target === 'string' && readField(target))) continue
      throw new UnreadableTable(
        `${path}: column "${column}" is mapped to "${target}", which is no field. Fields: ${allTargets().join(', ')}; null for columns that are not imported.`,
      )
    }
  }
  return map
}

function parse(path: string, text: string): MapFile {
  let map: unknown
  try {
    map = JSON.parse(text)
  } catch (error) {
    throw new UnreadableTable(`${path} is not valid JSON: ${(error as Error).message}`)
  }
  const { columns, contacts, empty = 'keep', dates, separator, ...others } = (map ?? {}) as MapFile
  const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
  const wrong =
    Object.keys(others)[0] ??
    (isObject(map) && (columns !== undefined || contacts !== undefined) ? null : 'columns') ??
    (columns === undefined || isObject(columns) ? null : 'columns') ??
    (contacts === undefined || isObject(contacts?.columns) ? null : 'contacts') ??
    (empty === 'keep' || empty === 'clear' ? null : 'empty') ??
    (dates === undefined || dates === 'dmy' || dates === 'mdy' ? null : 'dates') ??
    (separator === undefined || (typeof separator === 'string' && separator !== '') ? null : 'separator')
  if (wrong === null) return map as MapFile
  throw new UnreadableTable(
    `${path}: "${wrong}" is not as expected. A mapping is {"columns": {"Header": "field"}, "contacts": {"columns": {…}}, "empty": "keep" or "clear", "dates": "dmy" or "mdy", "separator": ";"}.`,
  )
}

const columnsOf = (map: MapFile, about: Subject): Record<string, string | null> | undefined =>
  about === 'contacts' ? map.contacts?.columns : map.columns

/** Whether the file says anything of such tables. */
export const isMapped = (map: MapFile, about: Subject): boolean => columnsOf(map, about) !== undefined

/** Every column that the mapping names must be in one of the files that it is for. */
export function assertColumnsExist(
  path: string,
  map: MapFile,
  tables: readonly { table: Table; about: Subject }[],
): void {
  for (const about of ['stores', 'contacts'] as const) {
    const own = tables.filter((one) => one.about === about).map(({ table }) => table)
    const present = new Set(own.flatMap(({ columns }) => columns.map((column) => column.toLowerCase())))
    for (const column of Object.keys(columnsOf(map, about) ?? {})) {
      if (own.length === 0 || present.has(column.toLowerCase())) continue
      throw new UnreadableTable(
        `${path} names the column "${column}", which is not in ${own.map(({ name }) => name).join(', ')}. Its columns: ${own.flatMap(({ columns }) => columns).join(', ')}.`,
      )
    }
  }
}

export function mapTable(table: Table, about: Subject, map: MapFile | null): Mapping {
  const { empty = 'keep', dates, separator } = map ?? {}
  const named = map && columnsOf(map, about)
  const targets = named ? lookUp(table.columns, named) : guessTargets(table, about)
  const fields = targets.map((target) => (target === null ? null : readField(target)))
  return { fields, empty, dates, separator }
}

function lookUp(columns: readonly string[], named: Record<string, string | null>): (string | null)[] {
  const byName = new Map(Object.entries(named).map(([column, target]) => [column.toLowerCase(), target]))
  return columns.map((column) => byName.get(column.toLowerCase()) ?? null)
}

/** A table needs a domain, and a field one column. */
export function assertUsable(
  { name, columns, headerLine, description }: Table,
  { fields }: Mapping,
  isNamed: boolean,
): void {
  for (const [at, field] of fields.entries()) {
    const first = fields.findIndex((one) => one?.target === field?.target)
    if (field === null || first === at) continue
    throw new UnreadableTable(
      `${name}: columns "${columns[first]}" and "${columns[at]}" are both mapped to ${field.target}.`,
    )
  }
  if (fields.some((field) => field?.target === 'domain')) return
  if (!isNamed && columns.some(isData)) {
    throw new UnreadableTable(
      `${name}, line ${headerLine}: this line looks like data (${columns.find(isData)}). Add a line above it that names the columns.`,
    )
  }
  if (!isNamed && columns.length > 2 && columns.filter((column) => column !== '').length === 1) {
    throw new UnreadableTable(
      `${name}, line ${headerLine}: only one column has a name (${columns.find((column) => column !== '')}). If that is a title, delete the lines above the one that names the columns.`,
    )
  }
  throw new UnreadableTable(
    `${name}, line ${headerLine}: no column holds the store's domain (${description}). Columns: ${columns.map((column) => `"${column}"`).join(', ')}. Name one "domain", or write the mapping with --save-map, edit it, and use it with --map.`,
  )
}

/** The mapping that was used, as a file for `--map`. */
export function toMapFile(used: readonly { table: Table; about: Subject; mapping: Mapping }[]): MapFile {
  const columns = (about: Subject) =>
    Object.fromEntries(
      used
        .filter((one) => one.about === about)
        .flatMap(({ table, mapping }) =>
          table.columns.flatMap((column, at): [string, string | null][] =>
            column === '' ? [] : [[column, mapping.fields[at]?.target ?? null]],
          ),
        ),
    )
  const { empty = 'keep', dates, separator } = used[0]?.mapping ?? {}
  const hasContacts = used.some(({ about }) => about === 'contacts')
  return {
    columns: columns('stores'),
    ...(hasContacts && { contacts: { columns: columns('contacts') } }),
    empty,
    ...(dates && { dates }),
    ...(separator && { separator }),
  }
}

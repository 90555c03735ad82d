import { type Body, download } from '../../api/call.ts'
import { perRequest } from '../../api/limits.ts'
import { saveFile } from '../../ui/save-file.ts'

export type ExportFormat = NonNullable<Body<'exportContacts'>['format']>

export const formatNames: Record<ExportFormat, string> = {
  csv: 'CSV, all channels',
  hubspot: 'HubSpot',
  salesforce: 'Salesforce',
  pipedrive: 'Pipedrive',
}

export type WhatToExport = Pick<Body<'exportContacts'>, 'contact_ids' | 'list_id' | 'words' | 'since' | 'work_status'>

/** Longer selections become one file out of several answers. */
const idsPerRequest = perRequest.exportContacts.contact_ids
const domainsPerRequest = perRequest.exportStores.domains

/** Hears how many rows have arrived. */
type OnRows = (rows: number) => void

/** Saves the file, and returns how many rows it has. */
export async function exportContacts(
  what: WhatToExport,
  format: ExportFormat,
  name: string,
  onRows: OnRows,
): Promise<number> {
  const bodies = what.contact_ids
    ? chunksOf(what.contact_ids, idsPerRequest).map((ids) => ({ ...what, contact_ids: ids, format }))
    : [{ ...what, format }]
  const sheets = bodies.map((body) => (onPart: OnPart) => download('exportContacts', { body }, onPart))
  const { parts, rows } = await readSheets(sheets, onRows)
  save(parts, `${fileNameOf(name)}${format === 'csv' ? '' : `-${format}`}.csv`)
  return rows
}

export async function exportStores(
  domains: readonly string[],
  name: string,
  onRows: OnRows,
  edit?: (sheet: string) => string,
): Promise<number> {
  const { parts, rows } = await readStores(domains, onRows)
  save(edit ? [edit(await new Blob(parts).text())] : parts, `${fileNameOf(name)}.csv`)
  return rows
}

/** The spreadsheet of these stores, to work on. */
export async function storeSheet(domains: readonly string[]): Promise<string> {
  return new Blob((await readStores(domains, () => {})).parts).text()
}

const readStores = (domains: readonly string[], onRows: OnRows) =>
  readSheets(
    chunksOf(domains, domainsPerRequest).map(
      (chunk) => (onPart: OnPart) => download('exportStores', { body: { domains: chunk } }, onPart),
    ),
    onRows,
  )

const save = (parts: BlobPart[], name: string): void =>
  saveFile(new Blob(parts, { type: 'text/csv;charset=utf-8' }), name)

const chunksOf = <Item>(items: readonly Item[], length: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / length) }, (_, at) => items.slice(at * length, (at + 1) * length))

type OnPart = (part: Uint8Array) => void
type Sheet = (onPart: OnPart) => Promise<Uint8Array<ArrayBuffer>[]>

/** Sheets one after the other, with only the head of the first. Rows are counted as they arrive. */
async function readSheets(sheets: Sheet[], onRows: OnRows): Promise<{ parts: BlobPart[]; rows: number }> {
  const parts: BlobPart[] = []
  let rows = 0
  for (const [at, sheet] of sheets.entries()) {
    const count = createRowCounter()
    const before = rows
    const received = await sheet((part) => {
      rows = before + count(part)
      onRows(rows)
    })
    parts.push(at === 0 ? new Blob(received) : await withoutHead(new Blob(received)))
  }
  return { parts, rows }
}

async function withoutHead(sheet: Blob): Promise<Blob> {
  const begin = new Uint8Array(await sheet.slice(0, headLengthMax).arrayBuffer())
  return sheet.slice(begin.indexOf(lineFeed) + 1)
}

const headLengthMax = 10_000
const lineFeed = 10
const quote = 34

/** Rows below the head so far, part by part; a line break between quotes belongs to a cell. */
export function createRowCounter(): (part: Uint8Array) => number {
  let lines = 0
  let isQuoted = false
  return (part) => {
    for (const byte of part) {
      if (byte === quote) isQuoted = !isQuoted
      else if (byte === lineFeed && !isQuoted) lines += 1
    }
    return Math.max(0, lines - 1)
  }
}

const fileNameOf = (name: string): string =>
  name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'contacts'

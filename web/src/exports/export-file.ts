import { type Body, download } from '../api/call.ts'
import { saveFile } from '../ui/save-file.ts'

export type ExportFormat = NonNullable<Body<'exportContacts'>['format']>

export const formatNames: Record<ExportFormat, string> = {
  csv: 'CSV, all channels',
  hubspot: 'HubSpot',
  salesforce: 'Salesforce',
  pipedrive: 'Pipedrive',
}

export type WhatToExport = Pick<Body<'exportContacts'>, 'contact_ids' | 'list_id' | 'words' | 'since'>

/** One request takes this many ids; longer selections become one file out of several answers. */
const idsPerRequest = 1_000
const domainsPerRequest = 500

/** Saves the file, and returns how many rows it has. */
export async function exportContacts(what: WhatToExport, format: ExportFormat, name: string): Promise<number> {
  const bodies = what.contact_ids
    ? chunksOf(what.contact_ids, idsPerRequest).map((ids) => ({ ...what, contact_ids: ids, format }))
    : [{ ...what, format }]
  return saveSheets(
    bodies.map((body) => () => download('exportContacts', { body })),
    `${fileNameOf(name)}${format === 'csv' ? '' : `-${format}`}.csv`,
  )
}

export const exportStores = (domains: readonly string[], name: string): Promise<number> =>
  saveSheets(
    chunksOf(domains, domainsPerRequest).map((chunk) => () => download('exportStores', { body: { domains: chunk } })),
    `${fileNameOf(name)}.csv`,
  )

const chunksOf = <Item>(items: readonly Item[], length: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / length) }, (_, at) => items.slice(at * length, (at + 1) * length))

/** Sheets one after the other, with only the head of the first. */
async function saveSheets(requests: (() => Promise<Blob>)[], name: string): Promise<number> {
  const parts: string[] = []
  let rows = 0
  for (const [at, request] of requests.entries()) {
    const text = await (await request()).text()
    const headEnd = text.indexOf('\r\n') + 2
    rows += countRows(text.slice(headEnd))
    parts.push(at === 0 ? text : text.slice(headEnd))
  }
  saveFile(new Blob(parts, { type: 'text/csv;charset=utf-8' }), name)
  return rows
}

/** Lines of a sheet; a line break between quotes is part of a cell. */
export function countRows(sheet: string): number {
  let rows = 0
  let isQuoted = false
  for (const letter of sheet) {
    if (letter === '"') isQuoted = !isQuoted
    else if (letter === '\n' && !isQuoted) rows += 1
  }
  return rows
}

const fileNameOf = (name: string): string =>
  name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'contacts'

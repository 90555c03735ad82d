import { viewOver } from '../columns/numbered-texts.ts'
import type { ContactColumn, Feed, Rows, StoreColumn, Table } from '../schema/feed.ts'

/** Rows as objects, for tests and benchmarks, and the feed that holds them. */
export type StoreRow = {
  id: string
  domain: string
  name: string
  category: string | null
  country: string | null
  trafficTier: string | null
  revenueTier: string | null
  shopifyPlus: boolean
  adsActive: boolean
  leadFitScore: number | null
  apps: string[]
  pixels: string[]
  themeName: string | null
  themeType: string | null
}

export type ContactRow = {
  id: string
  storeId: string
  firstName: string | null
  maskedLastName: string | null
  role: string | null
  seniority: string
  title: string | null
  hasEmail: boolean
  hasPhone: boolean
  hasLinkedin: boolean
}

export type StoreWithContacts = { store: StoreRow; contacts: ContactRow[] }

const storeColumns: StoreColumn[] = [
  'id',
  'domain',
  'name',
  'category',
  'country',
  'trafficTier',
  'revenueTier',
  'shopifyPlus',
  'adsActive',
  'leadFitScore',
  'apps',
  'pixels',
  'themeName',
  'themeType',
]
const contactColumns: ContactColumn[] = [
  'id',
  'storeId',
  'firstName',
  'maskedLastName',
  'role',
  'seniority',
  'title',
  'hasEmail',
  'hasPhone',
  'hasLinkedin',
]

/** The batches are gone through twice: once for the stores, once for the contacts. */
export function feedOf(batches: Iterable<StoreWithContacts[]>): Feed {
  return {
    stores: tableOf(storeColumns, batches, (batch) => batch.map(({ store }) => store)),
    contacts: tableOf(contactColumns, batches, (batch) => batch.flatMap(({ contacts }) => contacts)),
  }
}

type Value = string | number | boolean | string[] | null

function tableOf<Column extends string, Row extends Record<Column, Value>>(
  columns: Column[],
  batches: Iterable<StoreWithContacts[]>,
  rowsOf: (batch: StoreWithContacts[]) => Row[],
): Table {
  function* read(): Generator<Rows> {
    for (const batch of batches) yield encode(columns, rowsOf(batch))
  }
  return { columns, batches: { [Symbol.iterator]: read } }
}

function encode<Column extends string>(columns: Column[], rows: Record<Column, Value>[]): Rows {
  const spans = new Int32Array(rows.length * columns.length * 2).fill(-1)
  let bytes = Buffer.alloc(65_536)
  let length = 0
  let at = 0
  for (const row of rows) {
    for (const column of columns) {
      const value = row[column]
      if (value !== null) {
        const most = bytesMax(value)
        if (length + most > bytes.length) bytes = Buffer.concat([bytes], bytes.length * 2 + most)
        spans[at] = length
        length = write(bytes, length, value)
        spans[at + 1] = length
      }
      at += 2
    }
  }
  return { count: rows.length, bytes: viewOver(bytes), spans }
}

/** No character takes more than three bytes a unit in UTF-8. */
function bytesMax(value: NonNullable<Value>): number {
  if (Array.isArray(value)) return value.reduce((sum, item) => sum + 4 + item.length * 3, 0)
  return typeof value === 'string' ? value.length * 3 : 8
}

function write(bytes: Buffer, at: number, value: NonNullable<Value>): number {
  if (typeof value === 'boolean') return bytes.writeUInt8(value ? 1 : 0, at)
  if (typeof value === 'number') return bytes.writeDoubleBE(value, at)
  if (typeof value === 'string') return at + bytes.write(value, at, 'utf8')
  return value.reduce((place, item) => {
    const end = write(bytes, place + 4, item)
    bytes.writeUInt32BE(end - place - 4, place)
    return end
  }, at)
}

import type { StoreFacts } from '../../base/store-facts.ts'
import { viewOver } from '../columns/numbered-texts.ts'
import { zeroTime } from '../columns/times.ts'
import {
  type ChangeColumn,
  type ContactColumn,
  changeSeparator,
  type Feed,
  type Rows,
  type StoreColumn,
  type Table,
} from '../schema/feed.ts'

/** Rows as objects, for the catalogue of test mode, tests and benchmarks, and the feed that holds them. */
export type StoreRow = StoreFacts & { adsActive: boolean }

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
  addedAt: Date | null
  updatedAt: Date | null
  emailKinds: string[]
  emailsVerifiedAt: (Date | null)[]
}

export type ChangeRow = { type: string; value: string; observedAt: Date }

export type StoreWithContacts = { store: StoreRow; contacts: ContactRow[]; changes?: ChangeRow[] }

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
  'firstSeenAt',
  'updatedAt',
  'observedAt',
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
  'addedAt',
  'updatedAt',
  'emailKinds',
  'emailsVerifiedAt',
]
const changeColumns: ChangeColumn[] = ['storeId', 'change', 'observedAt']

const changeRows = ({ store, changes = [] }: StoreWithContacts) =>
  changes.map(({ type, value, observedAt }) => ({
    storeId: store.id,
    change: `${type}${changeSeparator}${value}`,
    observedAt,
  }))

/** The batches are gone through three times: for the stores, for the contacts and for the changes. */
export function feedOf(batches: Iterable<StoreWithContacts[]>): Feed {
  return {
    stores: tableOf(storeColumns, batches, (batch) => batch.map(({ store }) => store)),
    contacts: tableOf(contactColumns, batches, (batch) => batch.flatMap(({ contacts }) => contacts)),
    changes: tableOf(changeColumns, batches, (batch) => batch.flatMap(changeRows)),
  }
}

type Value = string | number | boolean | Date | string[] | (Date | null)[] | null

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
  if (Array.isArray(value)) {
    return value.reduce((sum: number, item) => sum + 4 + (typeof item === 'string' ? item.length * 3 : 8), 0)
  }
  return typeof value === 'string' ? value.length * 3 : 8
}

function write(bytes: Buffer, at: number, value: NonNullable<Value>): number {
  if (typeof value === 'boolean') return bytes.writeUInt8(value ? 1 : 0, at)
  if (typeof value === 'number') return bytes.writeDoubleBE(value, at)
  if (typeof value === 'string') return at + bytes.write(value, at, 'utf8')
  if (value instanceof Date) return bytes.writeBigInt64BE(BigInt(value.getTime() - zeroTime) * 1_000n, at)
  return value.reduce((place: number, item) => {
    const end = item === null ? place + 4 : write(bytes, place + 4, item)
    bytes.writeInt32BE(item === null ? -1 : end - place - 4, place)
    return end
  }, at)
}

import type { PostingLists } from '../columns/posting-lists.ts'
import { stageOwnTexts, stageTextColumn } from '../columns/texts.ts'
import type { Rows } from '../schema/feed.ts'
import { allFilters, type Block, type Filter, type PersonFilter, pathOf, type StoreFilter } from '../schema/filters.ts'
import type { Field } from '../segments/field.ts'
import type { Segment, SortOrder } from '../segments/segment.ts'
import { orderByName } from './build-sort-orders.ts'
import { stageField } from './fields.ts'
import { placeOf } from './read-rows.ts'
import { spread } from './spread.ts'

/** The names of the columns of both tables, in the order in which rows hold them. */
export type ColumnNames = { stores: readonly string[]; contacts: readonly string[] }

/** The rows in result order, and where the contacts of each store lie. */
export type RowOrders = { stores: Uint32Array; contacts: Uint32Array; contactsFrom: Uint32Array }

/**
 * The fields and the texts of a segment: what takes nothing but its own column and the order of the rows, which is most of the
 * work of a build. So it can be done in another thread.
 */
export type StagedColumns = {
  add(table: keyof ColumnNames, rows: Rows): void | Promise<void>
  finish(orders: RowOrders): FinishedColumns | Promise<FinishedColumns>
  /** For whoever gives up before the end. */
  stop?(): Promise<unknown>
}

export type FinishedColumns = {
  fields: Record<keyof ColumnNames, [path: string, field: Field][]>
  spreads: Segment['spreads']
  previews: Segment['previews']
  storesByName: SortOrder
}

export function stageColumns(names: ColumnNames): StagedColumns {
  const fields = { stores: stageFields('store', names.stores), contacts: stageFields('person', names.contacts) }
  const storeNames = stageOwnTexts()
  const texts = {
    stores: [stageText('themeName', names.stores)],
    contacts: ['firstName', 'maskedLastName', 'title'].map((column) => stageText(column, names.contacts)),
  }
  const storeName = placeOf('name', names.stores)
  return {
    add(table, rows) {
      for (const { field } of fields[table]) field.add(rows)
      for (const text of texts[table]) text.add(rows)
      if (table === 'stores') storeNames.add(rows, storeName, names.stores.length)
    },
    finish(orders) {
      const ofStores = finishFields(fields.stores, orders.stores)
      const previews = {
        storeNames: storeNames.finish(orders.stores),
        themeNames: texts.stores[0]!.finish(orders.stores),
        firstNames: texts.contacts[0]!.finish(orders.contacts),
        maskedLastNames: texts.contacts[1]!.finish(orders.contacts),
        titles: texts.contacts[2]!.finish(orders.contacts),
      }
      return {
        fields: { stores: ofStores, contacts: finishFields(fields.contacts, orders.contacts) },
        spreads: spreadsOf(ofStores, orders.contactsFrom),
        previews,
        storesByName: orderByName(previews.storeNames),
      }
    },
  }
}

const isIndexed = (filter: Filter): filter is StoreFilter | PersonFilter =>
  ['any_of', 'any_all_none', 'flag', 'words', 'text'].includes(filter.kind)

function stageFields(block: Block, columns: readonly string[]) {
  const layout = { placeOf: (column: string) => placeOf(column, columns), columns: columns.length }
  return allFilters.filter(isIndexed).flatMap((filter) => {
    if (filter.block !== block) return []
    return [{ path: pathOf(filter), field: stageField(filter, layout) }]
  })
}

const finishFields = (staged: ReturnType<typeof stageFields>, order: Uint32Array): [path: string, field: Field][] =>
  staged.map(({ path, field }) => [path, field.finish(order)])

function stageText(column: string, columns: readonly string[]) {
  const place = placeOf(column, columns)
  const staged = stageTextColumn()
  return { add: (rows: Rows) => staged.add(rows, place, columns.length), finish: staged.finish }
}

/** Words are not spread: there are too many of them, and few stores carry each. */
const isSpread = (path: string): boolean =>
  allFilters.some((filter) => pathOf(filter) === path && filter.kind !== 'text')

const spreadsOf = (ofStores: [path: string, field: Field][], contactsFrom: Uint32Array): Record<string, PostingLists> =>
  Object.fromEntries(
    ofStores.flatMap(([path, { postings }]) => (isSpread(path) ? [[path, spread(postings, contactsFrom)]] : [])),
  )

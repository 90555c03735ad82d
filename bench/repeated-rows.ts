import { feedOf, type StoreWithContacts } from '../src/search/indexing/row-feed.ts'
import type { Feed, Rows, Table } from '../src/search/schema/feed.ts'
import { syntheticRows } from './search-rows.ts'

/** Making a row takes longer than indexing it, so that beyond this many contacts the same rows come again, as others. */
const contactsMax = 1_500_000
const digits = '0123456789abcdefghijklmnopqrstuvwxyz'
/** With it, the number in every domain has six digits, of which the first says which repetition it is. */
const firstNumber = 36 ** 5

/**
 * A catalogue of any size in which every store and contact has ids and a domain of its own, and all else is repeated at
 * most 35 times. So a large one has as many different domains and words of domains as if it were made row by row.
 */
export function repeatedRows(contacts: number): Feed & { first(): Iterable<StoreWithContacts[]> } {
  const times = Math.ceil(contacts / contactsMax)
  if (times >= digits.length) throw new Error(`at most ${(digits.length - 1) * contactsMax} contacts`)
  const first = () => ofFirst(syntheticRows({ contacts: Math.ceil(contacts / times), seed: 1, firstNumber }))
  const once = feedOf({ [Symbol.iterator]: first })
  return {
    stores: repeat(once.stores, times),
    contacts: repeat(once.contacts, times),
    changes: repeat(once.changes, times),
    first,
  }
}

/** The last two letters of an id say which repetition it is of: these of the first. */
const firstId = (id: string): string => `${id.slice(0, -2)}AA`

function* ofFirst(batches: Iterable<StoreWithContacts[]>): Generator<StoreWithContacts[]> {
  for (const batch of batches) {
    for (const { store, contacts } of batch) {
      store.id = firstId(store.id)
      for (const contact of contacts) {
        contact.id = firstId(contact.id)
        contact.storeId = store.id
      }
    }
    yield batch
  }
}

function repeat({ columns, batches }: Table, times: number): Table {
  const ids = columns.flatMap((column, at) => (column === 'id' || column === 'storeId' ? [at] : []))
  const domain = columns.indexOf('domain')

  /** The builder may overwrite what it is given, so each time it gets a copy. */
  function another({ count, bytes, spans }: Rows, repetition: number): Rows {
    const copy = Buffer.from(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    for (let row = 0; row < count; row++) {
      const first = row * columns.length
      for (const column of ids) copy[spans[(first + column) * 2 + 1]! - 1] = 0x41 + (repetition % 26)
      for (const column of ids) copy[spans[(first + column) * 2 + 1]! - 2] = 0x41 + Math.floor(repetition / 26)
      if (domain !== -1) {
        const number = copy.lastIndexOf('-', spans[(first + domain) * 2 + 1]!) + 1
        copy[number] = digits.charCodeAt(repetition + 1)
      }
    }
    return { count, bytes: new DataView(copy.buffer, copy.byteOffset, copy.byteLength), spans: spans.slice() }
  }

  /** All are made before the first is handed out: a build of several threads would go on while the next are made. */
  async function* read(): AsyncGenerator<Rows> {
    const made: Rows[] = []
    for await (const rows of batches) made.push({ ...rows, spans: rows.spans.slice() })
    for (let repetition = 0; repetition < times; repetition++) for (const rows of made) yield another(rows, repetition)
  }
  return { columns, batches: { [Symbol.asyncIterator]: read } }
}

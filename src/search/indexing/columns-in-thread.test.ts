import { expect, test } from 'vitest'
import { randomCatalogue } from '../query/oracle-fixture.ts'
import type { Feed } from '../schema/feed.ts'
import { buildSegment } from './build-segment.ts'
import { stageColumnsInThread } from './columns-in-thread.ts'
import { feedOf, type StoreWithContacts } from './row-feed.ts'

/** In more batches than may wait for the thread, some with a contact whose store is not there. */
const feed = (): Feed => feedOf(randomCatalogue(11, 400).map((store) => [withStranger(store)]))

function withStranger({ contacts, ...rest }: StoreWithContacts): StoreWithContacts {
  const strangers = contacts.slice(0, 1).map((contact) => ({
    ...contact,
    id: contact.id.replace(/..$/, 'zz'),
    storeId: 'st_live_GoneGoneGoneGone',
  }))
  return { ...rest, contacts: [...strangers, ...contacts] }
}

test('S11: a segment whose columns were laid out in a thread is the same, whenever the thread was started', async () => {
  const expected = await buildSegment(feed())
  for (const heldMax of [0, 20_000, Number.POSITIVE_INFINITY]) {
    const segment = await buildSegment(feed(), undefined, (names) => stageColumnsInThread(names, heldMax))
    expect(segment).toEqual(expected)
  }
})

test('S11: a thread of columns that fails ends the build', async () => {
  const { stores, contacts } = feed()
  const staged = stageColumnsInThread({ stores: stores.columns, contacts: contacts.columns }, 0)
  const add = () => {
    const spansBehindTheBytes = new Int32Array(stores.columns.length * 2).fill(100)
    return staged.add('stores', { count: 1, bytes: new DataView(new ArrayBuffer(8)), spans: spansBehindTheBytes })
  }
  const addForEver = async () => {
    for (;;) await add()
  }
  await expect(addForEver()).rejects.toThrow('outside')
  const orders = { stores: new Uint32Array(1), contacts: new Uint32Array(0), contactsFrom: new Uint32Array(2) }
  await expect(async () => staged.finish(orders)).rejects.toThrow('outside')
  await staged.stop?.()
})

import type { Clock } from '../../base/clock.ts'
import { randomBase62 } from '../../base/ids.ts'
import type { ChannelKeys } from '../../catalog/channel-keys.ts'
import {
  findHoldersOfEmails,
  findHoldersOfPhones,
  type Holder,
  keyPublished,
  markShared,
} from '../../catalog/deletion-lists.ts'
import { suppress } from '../../catalog/suppressions.ts'
import type { Database, Db } from '../../db/database.ts'
import { erasePeople } from '../erasing/erase-people.ts'
import {
  type DropItem,
  decide,
  findItem,
  findOpenBatch,
  giveUp,
  keepArchive,
  kindOf,
  noteAsked,
  noteFault,
  noteReported,
  type OpenBatch,
  readStatusFiles,
  readUndecided,
  storeItems,
} from './batches.ts'
import { type DropPlatform, download, PlatformFault, sendStatuses } from './platform.ts'
import { BadArchive, readArchive } from './read-archive.ts'

const statuses = { exempt: 2, deleted: 3, optedOut: 4, notFound: 5 } as const

export type DropNeeds = { database: Database; clock: Clock; keys: ChannelKeys; platform: DropPlatform }

/** `state` in one word for the operator and for tests. */
export type DropResult = {
  state: 'complete' | 'preparing' | 'unanswered' | 'fault'
  message: string
  /** Items answered in this run, by status. */
  answered: Record<number, number>
}

/**
 * One run: what is left of the last batch first, then what the platform has. Interrupted anywhere, the next run goes on: a batch is
 * stored before it is read, an item is decided in the transaction that erases, and answers are sent from what is stored.
 */
export async function runDrop(needs: DropNeeds): Promise<DropResult> {
  const { database, clock } = needs
  const answered: Record<number, number> = {}
  try {
    const left = await findOpenBatch(database, needs.keys)
    // One that can't be read waits for the platform's support, which sends another in its place.
    if (left && left.fault === null) await answer(needs, left, answered)
    const got = await download(needs.platform)
    if (got.kind === 'preparing') {
      await noteAsked(database, clock, { retrySeconds: got.retrySeconds })
      return { state: 'preparing', message: 'The platform prepares the lists. The next run fetches them.', answered }
    }
    if (got.kind === 'unanswered') {
      const fault = left?.fault ?? `The platform waits for the answer to an earlier batch: ${got.message}`
      await noteAsked(database, clock, { fault })
      return { state: 'unanswered', message: fault, answered }
    }
    if (got.kind === 'archive') {
      const id = `${got.name} ${randomBase62(8)}`
      if (left?.fault) await giveUp(database, clock, left.id)
      await keepArchive(database, clock, needs.keys, id, got.bytes)
      await answer(needs, { id, archive: got.bytes, fault: null }, answered)
    }
    await noteAsked(database, clock, { completed: true })
    return { state: 'complete', message: 'Everything that the platform has is answered.', answered }
  } catch (error) {
    if (!(error instanceof PlatformFault || error instanceof BadArchive)) throw error
    await noteAsked(database, clock, { fault: error.message })
    return { state: 'fault', message: error.message, answered }
  }
}

async function answer(needs: DropNeeds, batch: OpenBatch, answered: Record<number, number>): Promise<void> {
  const { database, clock, keys, platform } = needs
  if (batch.archive) {
    try {
      const archive = readArchive(batch.archive)
      await database.transaction((tx) => storeItems(tx, clock, keys, batch.id, archive))
    } catch (error) {
      if (error instanceof BadArchive) await noteFault(database, batch.id, error.message)
      throw error
    }
  }
  await decideAll(needs, batch.id)
  const files = await readStatusFiles(database, batch.id)
  if (files.length > 0) await sendStatuses(platform, '/data/upload', files)
  await noteReported(database, clock, batch.id)
  for (const { rows } of files) for (const { status } of rows) answered[status] = (answered[status] ?? 0) + 1
}

const itemsAtOnce = 5_000

async function decideAll(needs: DropNeeds, batchId: string): Promise<void> {
  const { database, keys } = needs
  const phones = new Map<string, Holder[]>()
  const wanted = new Set<string>()
  for await (const items of undecided(database, batchId)) {
    for (const { listType, hash } of items) if (hash && kindOf(listType) === 'phone') wanted.add(hash.toString('hex'))
  }
  for (const holder of await findHoldersOfPhones(database, keys, wanted)) {
    phones.set(holder.hash, [...(phones.get(holder.hash) ?? []), holder])
  }
  for await (const items of undecided(database, batchId)) {
    const emails = items.flatMap(({ listType, hash }) => (hash && kindOf(listType) === 'email' ? [hash] : []))
    const holders = Map.groupBy(await findHoldersOfEmails(database, emails), ({ hash }) => hash)
    const holdersOf = ({ listType, hash }: DropItem): Holder[] => {
      const kind = kindOf(listType)
      return (kind && hash && (kind === 'email' ? holders : phones).get(hash.toString('hex'))) || []
    }
    const missing = items.filter((item) => holdersOf(item).length === 0).map(({ id }) => id)
    await database.transaction((tx) => decide(tx, needs.clock, statuses.notFound, missing))
    for (const item of items) {
      const found = holdersOf(item)
      if (found.length > 0) await database.transaction((tx) => carryOut(tx, needs, item, found))
    }
  }
}

async function* undecided(db: Db, batchId: string): AsyncGenerator<DropItem[]> {
  for (let after = ''; ; ) {
    const items = await readUndecided(db, batchId, after, itemsAtOnce)
    if (items.length > 0) yield items
    if (items.length < itemsAtOnce) return
    after = items.at(-1)!.id
  }
}

/** Several people behind one identifier: nobody knows who asked, so all are opted out and nobody is deleted. */
async function carryOut(
  tx: Db,
  { clock, keys }: DropNeeds,
  { id, listType, hash }: DropItem,
  holders: Holder[],
): Promise<void> {
  const contactIds = [...new Set(holders.map(({ contactId }) => contactId))].sort()
  const isShared = new Set(holders.map(({ name }) => name)).size > 1
  if (isShared) {
    for (const contact of contactIds) await suppress(tx, keys, { contact })
    await markShared(tx, kindOf(listType)!, hash!)
  } else
    await erasePeople(
      tx,
      keys,
      contactIds.map((contact) => ({ contact })),
    )
  await decide(tx, clock, isShared ? statuses.optedOut : statuses.deleted, [id])
}

/** Corrects an answer that was given. False: there is no such item, or it has no answer yet. */
export async function amendItem(
  { database, clock, platform }: DropNeeds,
  id: string,
  status: number,
): Promise<boolean> {
  const item = await findItem(database, id)
  if (!item || item.status === null) return false
  await sendStatuses(platform, '/data/amend', [{ name: item.fileName, rows: [{ id, status }] }])
  await decide(database, clock, status, [id])
  return true
}

/** Against the platform's sandbox: looks and answers, and neither stores nor erases anything. */
export async function rehearseDrop({ database, keys, platform }: DropNeeds): Promise<DropResult> {
  const answered: Record<number, number> = {}
  try {
    const got = await download(platform)
    if (got.kind !== 'archive')
      return { state: got.kind === 'nothing' ? 'complete' : got.kind, message: got.kind, answered }
    const { items } = readArchive(got.bytes)
    const keyed = items.map((item) => {
      const kind = kindOf(item.listType)
      return { ...item, kind, key: kind ? keyPublished(keys, kind, item.hash) : null }
    })
    const ofKind = (kind: string) => keyed.flatMap((item) => (item.kind === kind && item.key ? [item.key] : []))
    const found = new Set(
      [
        ...(await findHoldersOfEmails(database, ofKind('email'))),
        ...(await findHoldersOfPhones(database, keys, new Set(ofKind('phone').map((hash) => hash.toString('hex'))))),
      ].map(({ hash }) => hash),
    )
    const rows = keyed.map(({ id, fileName, key }) => {
      const status = key && found.has(key.toString('hex')) ? statuses.deleted : statuses.notFound
      answered[status] = (answered[status] ?? 0) + 1
      return { id, status, fileName }
    })
    const files = [...Map.groupBy(rows, ({ fileName }) => fileName)].map(([name, given]) => ({ name, rows: given }))
    if (files.length > 0) await sendStatuses(platform, '/data/upload', files)
    return { state: 'complete', message: 'The sandbox took every answer. Nothing was stored or erased.', answered }
  } catch (error) {
    if (!(error instanceof PlatformFault || error instanceof BadArchive)) throw error
    return { state: 'fault', message: error.message, answered }
  }
}

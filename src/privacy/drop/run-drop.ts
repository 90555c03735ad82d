import type { Clock } from '../../base/clock.ts'
import { randomBase62 } from '../../base/ids.ts'
import type { ChannelKeys } from '../../catalog/channel-keys.ts'
import { listedKinds, markShared } from '../../catalog/deletion-lists.ts'
import { suppressContacts } from '../../catalog/suppressions.ts'
import type { Database, Db } from '../../db/database.ts'
import { erasePeople } from '../erasing/erase-people.ts'
import {
  findOpenBatch,
  giveUp,
  keepArchive,
  noteAsked,
  noteFault,
  noteReported,
  type OpenBatch,
  startRehearsal,
} from './batches.ts'
import { countAnswers, decide, findItem, itemStatuses, readStatusFiles, storeItems } from './items.ts'
import { decideUnmatched, type Match, matchItems, readMatches } from './matches.ts'
import { type DropPlatform, download, PlatformFault, type StatusFile, sendStatuses } from './platform.ts'
import { BadArchive, readArchive } from './read-archive.ts'

export type DropNeeds = { database: Database; clock: Clock; keys: ChannelKeys; platform: DropPlatform }

/** `state` in one word for the operator and for tests. */
export type DropResult = {
  state: 'complete' | 'preparing' | 'unanswered' | 'fault'
  message: string
  /** Items answered in this run, by their status (`itemStatuses`). */
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
      await database.transaction(async (tx) => {
        if (left?.fault) await giveUp(tx, clock, left.id)
        await keepArchive(tx, clock, needs.keys, id, got.bytes)
      })
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
  const { archive } = batch
  if (archive) {
    try {
      await database.transaction((tx) => storeItems(tx, clock, keys, batch.id, readArchive(archive)))
    } catch (error) {
      if (error instanceof BadArchive) await noteFault(database, batch.id, error.message)
      throw error
    }
  }
  await decideAll(database, needs, batch.id, (tx, matches) => carryOut(tx, keys, matches))
  const files = await readStatusFiles(database, batch.id)
  if (files.length > 0) await sendStatuses(platform, '/data/upload', files)
  addUp(answered, await countAnswers(database, batch.id))
  await database.transaction((tx) => noteReported(tx, clock, batch.id))
}

function addUp(answered: Record<number, number>, more: Record<number, number>): void {
  for (const [status, items] of Object.entries(more)) answered[+status] = (answered[+status] ?? 0) + items
}

/** `act` runs in the transaction that decides, a few hundred people at a time: the catalogue is not held for longer. */
async function decideAll(
  db: Db,
  { clock, keys }: DropNeeds,
  batchId: string,
  act: (tx: Db, matches: readonly Match[]) => Promise<void>,
): Promise<void> {
  await matchItems(db, keys, batchId)
  await decideUnmatched(db, clock, batchId, itemStatuses['not found'])
  for await (const matches of readMatches(db, batchId)) {
    const ids = (isShared: boolean) => matches.filter((one) => one.isShared === isShared).map(({ id }) => id)
    await db.transaction(async (tx) => {
      await act(tx, matches)
      await decide(tx, clock, itemStatuses['opted out'], ids(true))
      await decide(tx, clock, itemStatuses.deleted, ids(false))
    })
  }
}

/** Several people behind one identifier: nobody knows who asked, so all are opted out and nobody is deleted. */
async function carryOut(tx: Db, keys: ChannelKeys, matches: readonly Match[]): Promise<void> {
  const holders = (isShared: boolean) => [
    ...new Set(matches.flatMap((one) => (one.isShared === isShared ? one.contactIds : []))),
  ]
  await suppressContacts(tx, keys, holders(true))
  for (const kind of listedKinds) {
    const shared = matches.filter((one) => one.isShared && one.kind === kind)
    await markShared(
      tx,
      kind,
      shared.map(({ hash }) => hash),
    )
  }
  await erasePeople(
    tx,
    keys,
    holders(false).map((contact) => ({ contact })),
  )
}

/** Corrects an answer that was given. False: there is no such item, or it has no answer yet. */
/** `record` writes in the transaction of the new answer who gave it. */
export async function amendItem(
  { database, clock, platform }: DropNeeds,
  id: string,
  status: number,
  record: (tx: Db) => Promise<void> = async () => {},
): Promise<boolean> {
  const item = await findItem(database, id)
  if (!item || item.status === null) return false
  await sendStatuses(platform, '/data/amend', [{ name: item.fileName, lines: [`${id},${status}\n`] }])
  await database.transaction(async (tx) => {
    await decide(tx, clock, status, [id])
    await record(tx)
  })
  return true
}

/** Against the platform's sandbox: looks and answers, and neither stores nor erases anything. */
export async function rehearseDrop(needs: DropNeeds): Promise<DropResult> {
  const answered: Record<number, number> = {}
  try {
    const got = await download(needs.platform)
    if (got.kind !== 'archive')
      return { state: got.kind === 'nothing' ? 'complete' : got.kind, message: got.kind, answered }
    const { files, counts } = await rehearse(needs, got.bytes)
    if (files.length > 0) await sendStatuses(needs.platform, '/data/upload', files)
    addUp(answered, counts)
    return { state: 'complete', message: 'The sandbox took every answer. Nothing was stored or erased.', answered }
  } catch (error) {
    if (!(error instanceof PlatformFault || error instanceof BadArchive)) throw error
    return { state: 'fault', message: error.message, answered }
  }
}

type Rehearsal = { files: StatusFile[]; counts: Record<number, number> }

/** Everything as in a run but for acting on people, in a transaction that is rolled back. */
async function rehearse(needs: DropNeeds, archive: Buffer): Promise<Rehearsal> {
  const { database, clock, keys } = needs
  const rollBack = new Error('A rehearsal stores nothing.')
  let rehearsed: Rehearsal
  await database
    .transaction(async (tx) => {
      const id = await startRehearsal(tx, clock)
      await storeItems(tx, clock, keys, id, readArchive(archive))
      await decideAll(tx, needs, id, async () => {})
      rehearsed = { files: await readStatusFiles(tx, id), counts: await countAnswers(tx, id) }
      throw rollBack
    })
    .catch((error) => {
      if (error !== rollBack) throw error
    })
  return rehearsed!
}

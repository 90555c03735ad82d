/** Retention by source: what a source has not shown for `max_age_days` is retired, and its people are erased `erasedAfterDays` later. */
import type { Logger } from 'pino'
import type { Clock } from '../base/clock.ts'
import { type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import type { Queue } from '../queue/queue.ts'
import { noteChangedStores, raiseVersion } from './change-log.ts'
import type { ChannelKeys } from './channel-keys.ts'
import { sourceRun, sourceWroteAt } from './corrections.ts'
import { forgetPeople } from './erasure.ts'
import { holdCatalogue } from './lock-catalogue.ts'

/** Until then an import brings retired people back; after that they are gone. */
export const erasedAfterDays = 30
/** How often that is looked for. */
export const everyHours = 6

/** Looked at in one statement, and changed in one transaction. */
const storesAtOnce = 1_000
/** A pass that takes longer is continued by the next, which meets only what is left. */
const passMaxMs = 20 * 60_000

type ExpiryCounts = { stores: number; contacts: number; erased: number }

/** In the transaction that erases these contacts: what other modules keep of them. */
type OnForgotten = (tx: Db, contactIds: readonly string[]) => Promise<void>
type Expiry = { keys: ChannelKeys; onForgotten: OnForgotten }

export function scheduleExpiry(queue: Queue, db: Db, clock: Clock, { log, ...expiry }: Expiry & { log: Logger }) {
  queue.schedule('expiry', `20 */${everyHours} * * *`, async () => {
    const expired = await expireSources(db, clock, expiry)
    if (Object.values(expired).some((count) => count > 0)) log.info(expired, 'what sources no longer show was retired')
  })
}

/** Walks the catalogue store by store, in short transactions, and takes no lock where nothing is over its age. */
export async function expireSources(db: Db, clock: Clock, expiry: Expiry): Promise<ExpiryCounts> {
  const expired: ExpiryCounts = { stores: 0, contacts: 0, erased: 0 }
  if (!(await isAnyLimited(db))) return expired
  const endsAt = performance.now() + passMaxMs
  for (let after = ''; performance.now() < endsAt; ) {
    const [next] = await db.query<{ upTo: string | null }>(sql`
      SELECT max(store_id) AS "upTo" FROM (
        SELECT store_id FROM stores WHERE store_id > ${after} ORDER BY store_id LIMIT ${storesAtOnce}) part`)
    const { upTo } = next!
    if (upTo === null) break
    const part: Part = { after, upTo }
    if (!isEmpty(await findDue(db, clock, part))) {
      const done = await db.transaction((tx) => expirePart(tx, clock, expiry, part))
      for (const name of ['stores', 'contacts', 'erased'] as const) expired[name] += done[name]
    }
    after = upTo
  }
  return expired
}

const isAnyLimited = async (db: Db): Promise<boolean> =>
  (await db.query(sql`SELECT FROM sources WHERE max_age_days IS NOT NULL LIMIT 1`)).length > 0

/** Stores by id. */
type Part = { after: string; upTo: string }
type Due = { storeIds: string[]; contactIds: string[]; erasableIds: string[] }

const isEmpty = (due: Due): boolean => Object.values(due).every((ids) => ids.length === 0)

async function expirePart(tx: Db, clock: Clock, { keys, onForgotten }: Expiry, part: Part): Promise<ExpiryCounts> {
  await holdCatalogue(tx, keys)
  const { storeIds, contactIds, erasableIds } = await findDue(tx, clock, part)
  await tx.query(sql`UPDATE stores SET retired_at = ${clock.sql} WHERE store_id = ANY(${storeIds}::text[])`)
  const retired = await tx.query(sql`
    UPDATE contacts SET retired_at = ${clock.sql}
    WHERE retired_at IS NULL AND (contact_id = ANY(${contactIds}::text[]) OR store_id = ANY(${storeIds}::text[]))
    RETURNING 1`)
  await noteChangedStores(tx, { storeIds, contactIds })
  await tx.query(sql`UPDATE catalogue_state SET ${raiseVersion}`)
  if (erasableIds.length > 0) {
    await forgetPeople(tx, erasableIds)
    await onForgotten(tx, erasableIds)
  }
  return { stores: storeIds.length, contacts: retired.length, erased: erasableIds.length }
}

/** The import that last saw a contact, when, and its source; the same of a store. */
const sightingOfContact: Sql = sql`
  JOIN imports seen ON seen.import_run = CASE WHEN contact.seen_at IS NULL
    THEN coalesce(store.people_seen_run, ${sourceRun}) ELSE coalesce(contact.seen_run, ${sourceRun}) END
  JOIN sources source ON source.name = seen.source`
const sightingOfStore: Sql = sql`
  JOIN imports seen ON seen.import_run = coalesce(store.observed_run, store.import_run)
  JOIN sources source ON source.name = seen.source`

/** Not for sources without a greatest age: their interval is NULL. */
const isOverAge = (lastSeen: Sql, now: Sql): Sql =>
  sql`${lastSeen} < ${now} - make_interval(days => source.max_age_days)`
const isContactOverAge = (now: Sql): Sql =>
  isOverAge(sql`coalesce(contact.seen_at, store.people_seen_at, ${sourceWroteAt}, seen.observed_at)`, now)
const isStoreOverAge = (now: Sql): Sql => isOverAge(sql`coalesce(store.observed_at, seen.observed_at)`, now)

async function findDue(db: Db, clock: Clock, { after, upTo }: Part): Promise<Due> {
  const isInPart = sql`store.store_id > ${after} AND store.store_id <= ${upTo}`
  const stores = await db.query<{ id: string }>(sql`
    SELECT store.store_id AS id FROM stores store ${sightingOfStore}
    WHERE ${isInPart} AND store.retired_at IS NULL AND ${isStoreOverAge(clock.sql)}`)
  const contacts = await db.query<{ id: string; retired: boolean }>(sql`
    SELECT contact.contact_id AS id, contact.retired_at IS NOT NULL AS retired
    FROM stores store JOIN contacts contact USING (store_id) ${sightingOfContact}
    WHERE ${isInPart} AND contact.erased_at IS NULL AND ${isContactOverAge(clock.sql)}
      AND (contact.retired_at IS NULL OR contact.retired_at < ${clock.sql} - make_interval(days => ${erasedAfterDays}))`)
  return {
    storeIds: stores.map(({ id }) => id),
    contactIds: contacts.filter(({ retired }) => !retired).map(({ id }) => id),
    erasableIds: contacts.filter(({ retired }) => retired).map(({ id }) => id),
  }
}

/** What the next passes will retire and erase, by source. */
export type Expiring = { source: string; stores: number; contacts: number; retiredContacts: number }

export async function countExpiring(db: Db, clock: Clock, source: string | null = null): Promise<Expiring[]> {
  if (!(await isAnyLimited(db))) return []
  const isAsked = sql`source.max_age_days IS NOT NULL AND (${source}::text IS NULL OR source.name = ${source})`
  return db.query(sql`
    WITH of_stores AS (
      SELECT source.name, count(*)::integer AS stores FROM stores store ${sightingOfStore}
      WHERE ${isAsked} AND store.retired_at IS NULL AND ${isStoreOverAge(clock.sql)} GROUP BY source.name),
    of_contacts AS (
      SELECT source.name, count(*) FILTER (WHERE contact.retired_at IS NULL)::integer AS live,
        count(*) FILTER (WHERE contact.retired_at IS NOT NULL)::integer AS retired
      FROM stores store JOIN contacts contact USING (store_id) ${sightingOfContact}
      WHERE ${isAsked} AND contact.erased_at IS NULL AND ${isContactOverAge(clock.sql)} GROUP BY source.name)
    SELECT source.name AS source, coalesce(stores, 0) AS stores, coalesce(live, 0) AS contacts, coalesce(retired, 0) AS "retiredContacts"
    FROM sources source LEFT JOIN of_stores USING (name) LEFT JOIN of_contacts USING (name) WHERE ${isAsked} ORDER BY name`)
}

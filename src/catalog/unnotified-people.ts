/** People who have not been notified that their data is held: GDPR, article 14, allows a month from the collection on. */

import type { Clock } from '../base/clock.ts'
import { type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import type { ChannelKeys } from './channel-keys.ts'
import { normaliseEmail } from './channel-values.ts'
import { holdCatalogue } from './lock-catalogue.ts'
import { applyWithholding } from './withholding.ts'

export const noticeDays = 30

/** Hidden people asked for it themselves, and retired ones are on their way out. */
const isUnnotified = sql`contact.notified_at IS NULL AND NOT contact.suppressed AND contact.retired_at IS NULL AND contact.erased_at IS NULL`
/** Rows of earlier releases do not say when: they count as due. */
const dueAt = sql`coalesce(contact.collected_at, contact.added_at) + make_interval(days => ${noticeDays})`
const isOverdue = ({ sql: now }: Clock): Sql => sql`coalesce(${dueAt} < ${now}, true)`

export type UnnotifiedPerson = {
  contactId: string
  fullName: string | null
  emails: string[]
  country: string | null
  store: string
  source: string | null
  collectedAt: Date | null
  dueAt: Date | null
}
export type NoticeFilter = { country: string | null; overdueOnly: boolean }

type Row = Omit<UnnotifiedPerson, 'emails'> & { channels: Buffer | null; keyId: string | null }

const matches = (clock: Clock, { country, overdueOnly }: NoticeFilter): Sql =>
  sql`${isUnnotified} AND (${country}::text IS NULL OR store.country = ${country}) ${overdueOnly ? sql`AND ${isOverdue(clock)}` : sql``}`

/** By contact id, after the one given. */
export async function readUnnotified(
  db: Db,
  { clock, keys }: { clock: Clock; keys: ChannelKeys },
  filter: NoticeFilter,
  { after, limit }: { after: string; limit: number },
): Promise<UnnotifiedPerson[]> {
  const rows = await db.query<Row>(sql`
    SELECT contact_id AS "contactId", full_name AS "fullName", store.country, store.name AS store, channels,
      channels_key_id AS "keyId", coalesce(collected_at, added_at) AS "collectedAt", ${dueAt} AS "dueAt",
      (SELECT coalesce(label, sources.name) FROM imports JOIN sources ON sources.name = source
        WHERE imports.import_run = contact.import_run) AS source
    FROM contacts contact JOIN stores store USING (store_id)
    WHERE contact_id > ${after} AND ${matches(clock, filter)} ORDER BY contact_id LIMIT ${limit}`)
  return rows.map(({ channels, keyId, ...row }) => ({ ...row, emails: emailsIn(keys, { ...row, channels, keyId }) }))
}

type Sealed = { contactId: string; channels: Buffer | null; keyId: string | null }

/** Addresses that are known to fail are no way to tell anybody. */
function emailsIn(keys: ChannelKeys, { contactId, channels, keyId }: Sealed): string[] {
  const opened = channels && keyId && keys.holds(keyId) ? keys.open(contactId, keyId, channels) : null
  return (opened?.emails ?? []).filter(({ status }) => status !== 'bounced').map(({ email }) => email)
}

/** The hash of an address as it is held. */
export const hashOf = (keys: ChannelKeys, email: string): Buffer => keys.hash('email', normaliseEmail(email) ?? email)

/** The addresses of each person who holds this one, perhaps next to others, and has been notified. */
export async function emailsOfNotified(db: Db, keys: ChannelKeys, email: string): Promise<string[][]> {
  const rows = await db.query<Sealed>(sql`
    SELECT contact_id AS "contactId", channels, channels_key_id AS "keyId" FROM contacts
    WHERE email_hashes @> ARRAY[${hashOf(keys, email)}::bytea] AND notified_at IS NOT NULL AND erased_at IS NULL`)
  return rows.map((row) => emailsIn(keys, row))
}

type NoticeCount = { country: string | null; untold: number; overdue: number; withheld: number }

export const countUnnotified = (db: Db, clock: Clock): Promise<NoticeCount[]> =>
  db.query<NoticeCount>(sql`
    SELECT store.country, count(*)::int AS untold, (count(*) FILTER (WHERE ${isOverdue(clock)}))::int AS overdue,
      (count(*) FILTER (WHERE withheld))::int AS withheld
    FROM contacts contact JOIN stores store USING (store_id) WHERE ${isUnnotified}
    GROUP BY store.country ORDER BY untold DESC, store.country`)

/** Returns how many had not been notified before. They are no longer withheld. */
export async function markNotified(
  db: Db,
  { clock, keys }: { clock: Clock; keys: ChannelKeys },
  contactIds: readonly string[],
): Promise<number> {
  return db.transaction(async (tx) => {
    await holdCatalogue(tx, keys)
    const told = await tx.query<{ id: string }>(sql`
      UPDATE contacts SET notified_at = ${clock.sql}
      WHERE contact_id = ANY(${contactIds}::text[]) AND notified_at IS NULL AND erased_at IS NULL
      RETURNING contact_id AS id`)
    const ids = told.map(({ id }) => id)
    if (ids.length > 0) await applyWithholding(tx, sql`contact.contact_id = ANY(${ids}::text[])`)
    return ids.length
  })
}

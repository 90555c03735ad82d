import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import type { ChannelKeys } from './channel-keys.ts'
import { findCovered, readTarget, type SuppressionKind, type SuppressionTarget, type Target } from './covered-people.ts'
import { holdCatalogue } from './lock-catalogue.ts'
import { applySuppressions } from './suppression-marks.ts'

type Suppression = { kind: SuppressionKind; shown: string; createdAt: Date }

export type SuppressionResult = {
  kind: SuppressionKind
  shown: string
  /** Whether the list of suppressions changed: false if the entry already existed, or was already gone. */
  changed: boolean
  /** Contacts that the target covers. */
  contacts: number
  /** Those of them that were hidden, or came back, by this. */
  contactsChanged: number
}

/** Also for people in a later import. When it holds: SUPPRESS-2. */
export async function suppress(db: Db, keys: ChannelKeys, target: SuppressionTarget): Promise<SuppressionResult> {
  const { kind, bytes, shown } = readTarget(target, keys)
  return db.transaction(async (tx) => {
    await holdCatalogue(tx, keys)
    const added = await tx.query(sql`
      INSERT INTO suppressions (kind, target, shown) VALUES (${kind}, ${bytes}, ${shown})
      ON CONFLICT DO NOTHING RETURNING kind`)
    return { kind, shown, changed: added.length > 0, ...(await applyTo(tx, keys, { kind, bytes, shown })) }
  })
}

/** As `suppress`, for many contacts at once. */
export async function suppressContacts(tx: Db, keys: ChannelKeys, contactIds: readonly string[]): Promise<void> {
  if (contactIds.length === 0) return
  const named = contactIds.map((contact) => readTarget({ contact }, keys))
  await holdCatalogue(tx, keys)
  await tx.query(sql`
    INSERT INTO suppressions (kind, target, shown)
    SELECT 'contact', convert_to(id, 'UTF8'), id FROM unnest(${contactIds}::text[]) AS id ON CONFLICT DO NOTHING`)
  await applySuppressions(tx, await findCovered(tx, keys, named))
}

/** A contact that another suppression covers as well stays suppressed. */
export async function unsuppress(db: Db, keys: ChannelKeys, target: SuppressionTarget): Promise<SuppressionResult> {
  const { kind, bytes, shown } = readTarget(target, keys)
  return db.transaction(async (tx) => {
    await holdCatalogue(tx, keys)
    const removed = await tx.query(
      sql`DELETE FROM suppressions WHERE kind = ${kind} AND target = ${bytes} AND NOT erased RETURNING kind`,
    )
    return { kind, shown, changed: removed.length > 0, ...(await applyTo(tx, keys, { kind, bytes, shown })) }
  })
}

/** Newest first: all of them, or up to `limit`. */
export async function listSuppressions(db: Db, limit: number | null = null): Promise<Suppression[]> {
  return db.query<Suppression>(sql`
    SELECT kind, shown, created_at AS "createdAt" FROM suppressions ORDER BY created_at DESC, kind, target LIMIT ${limit}::int`)
}

async function applyTo(
  tx: Db,
  keys: ChannelKeys,
  target: Target,
): Promise<{ contacts: number; contactsChanged: number }> {
  const covered = await findCovered(tx, keys, [target])
  const changes = await applySuppressions(tx, covered)
  return { contacts: covered.length, contactsChanged: changes.length }
}

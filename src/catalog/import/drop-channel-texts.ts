/** Texts in which a contact's own channel stands in disguise, and which were stored before anybody looked at both together. */
import { type Sql, sql } from '../../base/sql.ts'
import type { Db } from '../../db/database.ts'
import { fillIn } from '../back-fill.ts'
import { noteChangedStores, raiseVersion } from '../change-log.ts'
import type { ChannelKeys } from '../channel-keys.ts'
import { isOrdinary } from '../channels-in-text.ts'
import { noteContacts } from '../contact-news.ts'
import { nameKey } from '../slug.ts'
import { forPreviews } from './person.ts'
import { type ContactTexts, withoutChannels } from './without-channels.ts'

const rowsAtOnce = 2_000
/** After every id. */
const theEnd = '~'

type Row = ContactTexts & { contactId: string; keyId: string; sealed: Buffer }

/**
 * Earlier releases judged a text by the channels of its own line alone: walks over all contacts once, after the upgrade.
 * Returns how many it looked at.
 */
export const dropChannelTexts = (db: Db, keys: ChannelKeys, signal?: AbortSignal): Promise<number> =>
  fillIn(
    db,
    keys,
    {
      isNeeded: async (reader) =>
        (await reader.query(sql`SELECT FROM catalogue_state WHERE texts_judged_to <> ${theEnd}`)).length > 0,
      fillSome: (tx) => judgeSome(tx, keys),
    },
    signal,
  )

async function judgeSome(tx: Db, keys: ChannelKeys): Promise<number> {
  const rows = await readRows(tx, sql`contact_id > (SELECT texts_judged_to FROM catalogue_state)`)
  const dropped = await dropFrom(tx, keys, rows)
  if (dropped > 0) await tx.query(sql`UPDATE catalogue_state SET ${raiseVersion}`)
  await tx.query(sql`UPDATE catalogue_state SET texts_judged_to = ${rows.at(-1)?.contactId ?? theEnd}`)
  return rows.length
}

/** The same for rows that are put back as they were before. The caller holds the row of catalogue_state, and raises the version. */
export async function dropChannelTextsOf(tx: Db, keys: ChannelKeys, contactIds: readonly string[]): Promise<void> {
  for (let at = 0; at < contactIds.length; at += rowsAtOnce) {
    const part = contactIds.slice(at, at + rowsAtOnce)
    await dropFrom(tx, keys, await readRows(tx, sql`contact_id = ANY(${part}::text[])`))
  }
}

const readRows = (tx: Db, which: Sql): Promise<Row[]> =>
  tx.query<Row>(sql`
    SELECT contact_id AS "contactId", first_name, last_name, full_name, title, role, channels_key_id AS "keyId", channels AS sealed
    FROM contacts WHERE ${which} AND channels IS NOT NULL ORDER BY contact_id LIMIT ${rowsAtOnce}`)

/** Says how many of them it changed. */
async function dropFrom(tx: Db, keys: ChannelKeys, rows: readonly Row[]): Promise<number> {
  const lines = rows.flatMap((row) => cleaned(row, keys) ?? [])
  if (lines.length === 0) return 0
  await tx.query(sql`
    UPDATE contacts SET first_name = line.first_name, last_name = line.last_name, full_name = line.full_name,
      title = line.title, role = line.role, name_hash = line.name_hash, channels = line.sealed, channels_key_id = line.key_id
    FROM json_to_recordset(${JSON.stringify(lines)}::json) AS line (id text, first_name text, last_name text, full_name text,
      title text, role text, name_hash bytea, sealed bytea, key_id text)
    WHERE contacts.contact_id = line.id`)
  const contactIds = lines.map(({ id }) => id)
  await noteChangedStores(tx, { contactIds })
  await noteContacts(tx, 'updated', contactIds)
  return lines.length
}

/** Null: nothing to drop. Of channels that are sealed under a key that is gone nothing is known. */
function cleaned({ contactId, keyId, sealed, ...shown }: Row, keys: ChannelKeys) {
  const isSuspect = Object.values(shown).some((text) => text !== null && !isOrdinary(text))
  if (!isSuspect || !keys.holds(keyId)) return null
  const { in_full: before, ...channels } = keys.open(contactId, keyId, sealed)
  const texts: ContactTexts = { ...shown, ...before }
  const kept = withoutChannels(texts, channels)
  if (kept === texts) return null
  const { in_full, ...next } = forPreviews(kept)
  const again = keys.seal(contactId, in_full ? { ...channels, in_full } : channels)
  const name = nameKey(next.full_name)
  return {
    id: contactId,
    ...next,
    name_hash: name === null ? null : `\\x${keys.hashHex('name', name)}`,
    sealed: `\\x${again.sealed.toString('hex')}`,
    key_id: again.keyId,
  }
}

import { sql } from '../../base/sql.ts'
import type { Db } from '../../db/database.ts'
import { fillIn } from '../back-fill.ts'
import type { ChannelKeys } from '../channel-keys.ts'
import { normaliseEmail } from '../channel-values.ts'
import { emailHashes } from '../email-hashes.ts'
import { markExcluded } from './match-exclusions.ts'

const rowsAtOnce = 2_000
/** After every id. */
const theEnd = '~'

type Row = { contactId: string; keyId: string; sealed: Buffer }

/**
 * Gives contacts of earlier releases the hashes by which the SHA-256 of an address finds them. Returns how many contacts it looked at.
 */
export const hashEmails = (db: Db, keys: ChannelKeys, signal?: AbortSignal): Promise<number> =>
  fillIn(
    db,
    keys,
    {
      isNeeded: async (reader) =>
        (await reader.query(sql`SELECT FROM catalogue_state WHERE sha256_hashed_to <> ${theEnd}`)).length > 0,
      fillSome: (tx) => hashSome(tx, keys),
    },
    signal,
  )

async function hashSome(tx: Db, keys: ChannelKeys): Promise<number> {
  const rows = await tx.query<Row>(sql`
    SELECT contact_id AS "contactId", channels_key_id AS "keyId", channels AS sealed FROM contacts
    WHERE contact_id > (SELECT sha256_hashed_to FROM catalogue_state) AND channels IS NOT NULL
    ORDER BY contact_id LIMIT ${rowsAtOnce}`)
  const hashed = rows.filter(({ keyId }) => keys.holds(keyId)).map((row) => ({ ...row, hashes: hashesOf(row, keys) }))
  await tx.query(sql`
    UPDATE contacts SET email_hashes = ARRAY(
      SELECT unnest(email_hashes) UNION SELECT decode(hash, 'hex') FROM unnest(string_to_array(hashed.hashes, ' ')) AS hash)
    FROM unnest(${hashed.map(({ contactId }) => contactId)}::text[], ${hashed.map(({ hashes }) => hashes.join(' '))}::text[])
      AS hashed (contact_id, hashes)
    WHERE contacts.contact_id = hashed.contact_id`)
  await markExcluded(tx, keys, { storeIds: [], contactIds: hashed.map(({ contactId }) => contactId) })
  await tx.query(sql`UPDATE catalogue_state SET sha256_hashed_to = ${rows.at(-1)?.contactId ?? theEnd}`)
  return rows.length
}

const hashesOf = ({ contactId, keyId, sealed }: Row, keys: ChannelKeys): string[] =>
  keys.open(contactId, keyId, sealed).emails.flatMap(({ email }) => emailHashes(normaliseEmail(email) ?? email, keys))

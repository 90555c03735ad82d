import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import type { ChannelKeys } from './channel-keys.ts'
import { syntheticOf } from './synthetic.ts'

export class MatchingKeyMissing extends Error {}

/**
 * Takes the row of catalogue_state, as suppressions and imports do before they touch a contact, and makes sure that both
 * match people by the key with which all the others were hashed. The first to come says which that is.
 */
export async function holdCatalogue(tx: Db, { matchingKeyId }: ChannelKeys): Promise<void> {
  const [state] = await tx.query<{ known: string }>(sql`
    UPDATE catalogue_state SET matching_key_id = coalesce(matching_key_id, ${matchingKeyId})
    RETURNING matching_key_id AS known`)
  if (state!.known === matchingKeyId) return
  throw new MatchingKeyMissing(
    `CHANNEL_KEY must end with the key that it ended with before (${state!.known}; now it is ${matchingKeyId}): people and ` +
      'opted-out addresses are recognised by it. Put that key back at the end. If it is lost, see "Secrets" in docs/operating.md.',
  )
}

/** For changes of exclusions: imports and erasures wait for them, and they for imports, but not for one another. */
export async function shareCatalogue(tx: Db, keys: ChannelKeys): Promise<void> {
  // Nobody imports into the synthetic one.
  if (syntheticOf(tx)) return
  const [state] = await tx.query<{ known: string | null }>(
    sql`SELECT matching_key_id AS known FROM catalogue_state FOR SHARE`,
  )
  if (state!.known !== keys.matchingKeyId) await holdCatalogue(tx, keys)
}

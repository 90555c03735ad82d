import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

type WithheldPeople = { domains: string[]; suppressed: string[]; erased: string[] }

/**
 * Whom a copy of an earlier state must not show: domains and contacts that are suppressed, and contacts erased since then.
 * Reads all contacts: for the operator alone.
 */
export async function listWithheld(db: Db, since: Date): Promise<WithheldPeople> {
  const domains = await db.query<{ domain: string }>(
    sql`SELECT shown AS domain FROM suppressions WHERE kind = 'domain' AND NOT erased ORDER BY 1`,
  )
  const contacts = await db.query<{ id: string; erased: boolean }>(sql`
    SELECT contact_id AS id, erased_at IS NOT NULL AS erased FROM contacts c
    WHERE erased_at >= ${since} OR (suppressed AND erased_at IS NULL AND NOT EXISTS (
      SELECT FROM stores s JOIN suppressions whole ON whole.kind = 'domain' AND whole.shown = s.domain
      WHERE s.store_id = c.store_id))
    ORDER BY contact_id`)
  const idsOf = (wanted: boolean) => contacts.filter(({ erased }) => erased === wanted).map(({ id }) => id)
  return { domains: domains.map(({ domain }) => domain), suppressed: idsOf(false), erased: idsOf(true) }
}

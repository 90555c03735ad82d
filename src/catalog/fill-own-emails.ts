import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { fillIn } from './back-fill.ts'
import { raiseVersion } from './change-log.ts'
import type { ChannelKeys } from './channel-keys.ts'
import { applyReports } from './email-reports.ts'

const rowsAtOnce = 500

/**
 * Says what is left of the emails of contacts for accounts that reported them to an earlier release. Each contact is looked at once: of
 * one whose channels can't be opened nothing is left to say. Returns how many there were.
 */
export function fillOwnEmails(db: Db, keys: ChannelKeys, signal?: AbortSignal): Promise<number> {
  let last = ''
  const next = (on: Db, limit: number) =>
    on.query<{ contactId: string }>(sql`
      SELECT DISTINCT contact_id COLLATE "C" AS "contactId" FROM email_reports
      JOIN contacts ON email_hashes @> ARRAY[email_hash]
      WHERE erased_at IS NULL AND contact_id COLLATE "C" > ${last}
        AND NOT EXISTS (
          SELECT FROM own_emails o WHERE o.account_id = email_reports.account_id AND o.contact_id = contacts.contact_id)
      ORDER BY 1 LIMIT ${limit}`)
  return fillIn(
    db,
    keys,
    {
      isNeeded: async (on) => (await next(on, 1)).length > 0,
      async fillSome(tx) {
        const ids = (await next(tx, rowsAtOnce)).map(({ contactId }) => contactId)
        if ((await applyReports(tx, keys, ids)) > 0) await tx.query(sql`UPDATE catalogue_state SET ${raiseVersion}`)
        last = ids.at(-1) ?? last
        return ids.length
      },
    },
    signal,
  )
}

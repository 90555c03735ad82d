import { sql } from '../base/sql.ts'
import { reportedWords } from '../base/work-fields.ts'
import type { Db } from '../db/database.ts'

const withoutReportedWords = reportedWords.reduce(
  (data, field) => sql`${data} #- ARRAY['changes', ${field}::text]`,
  sql`data::jsonb`,
)

/** Tags are words of the account's own, and may name the person: those of erased contacts leave its events. What happened, and when, stays. */
export async function forgetWordsOn(
  tx: Db,
  accountIds: readonly string[],
  contactIds: readonly string[],
): Promise<void> {
  if (accountIds.length === 0) return
  await tx.query(sql`
    UPDATE events SET data = (${withoutReportedWords})::json
    WHERE account_id = ANY(${accountIds}::text[]) AND type = 'work.changed' AND data ->> 'id' = ANY(${contactIds}::text[])`)
}

/** The same of an account that is erased: tags, and the names of its lists and saved searches. */
export async function forgetWordsOf(tx: Db, accountId: string): Promise<void> {
  await tx.query(sql`
    UPDATE events SET data = (CASE type WHEN 'work.changed' THEN ${withoutReportedWords} ELSE data::jsonb || '{"name": ""}' END)::json
    WHERE account_id = ${accountId} AND type IN ('work.changed', 'watch.matched')`)
}

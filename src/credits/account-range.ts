import { type Sql, sql } from '../base/sql.ts'

/** Accounts above `after` up to and including `to`, null being an open end; or only one. */
export type AccountRange = { after: string | null; to: string | null } | { only: string }

/** As a condition on a table without an alias. */
export function inRange(range: AccountRange): Sql {
  if ('only' in range) return sql`account_id = ${range.only}`
  const above = range.after === null ? sql`true` : sql`account_id > ${range.after}`
  return range.to === null ? above : sql`${above} AND account_id <= ${range.to}`
}

/** How operators find an account among many, page by page: by an index, but for names and statuses. */

import { planStatuses } from '../base/plan-statuses.ts'
import { type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { type Account, accountColumns } from './accounts.ts'
import { effectiveStatusSql } from './api-access.ts'

export type FoundAccount = Account & { createdAt: Date }

const columns = sql`${accountColumns}, a.created_at AS "createdAt"`

/** A status of the plan as of now, or `suspended`, whatever the plan says. */
export const listedStatuses = [...planStatuses, 'suspended'] as const
/** Null: any. */
export type ListedStatus = (typeof listedStatuses)[number] | null
type InStatus = { status: ListedStatus; now: Date }
type Page = InStatus & { after: string | null; limit: number }

/** Newest first, all of them or those in a status. `after`: the id of the last one of the page before. */
export const pageOfAccounts = (db: Db, { after, limit, ...wanted }: Page): Promise<FoundAccount[]> =>
  db.query<FoundAccount>(sql`
    SELECT ${columns} FROM accounts a
    WHERE a.live_account_id IS NULL AND ${inStatus(wanted)} AND ${
      after === null
        ? sql`true`
        : sql`(a.created_at, a.account_id) < (SELECT created_at, account_id FROM accounts WHERE account_id = ${after})`
    }
    ORDER BY a.created_at DESC, a.account_id DESC LIMIT ${limit}`)

const inStatus = ({ status, now }: InStatus): Sql => {
  if (status === null) return sql`true`
  if (status === 'suspended') return sql`a.suspended_at IS NOT NULL`
  return sql`${effectiveStatusSql(sql`${now}::timestamptz`)} = ${status}`
}

/**
 * Those of whose name a word begins with this, in the order of names, as the index has them: byte by byte. It reads names until a
 * page is full: all of them, for a word that is rare. Only operators ask for it.
 */
export const accountsByName = (db: Db, name: string, { after, limit, ...wanted }: Page): Promise<FoundAccount[]> =>
  db.query<FoundAccount>(sql`
    SELECT ${columns} FROM accounts a
    WHERE a.live_account_id IS NULL AND ${folded(sql`a.name`)} ~ ${folded(sql`${beginsWord(name)}::text`)}
      AND ${inStatus(wanted)} AND ${after === null ? sql`true` : isAfter(after)}
    ORDER BY lower(a.name) USING ~<~, a.account_id LIMIT ${limit}`)

const beginsWord = (text: string): string => `(^|[^[:alnum:]])${text.replaceAll(/[\\^$.|?*+()[\]{}]/g, '\\$&')}`

const apostrophes = '‘’ʼ´`'

/** In small letters, and however an apostrophe is written. */
const folded = (text: Sql): Sql => sql`translate(lower(${text}), ${apostrophes}, ${"'".repeat(apostrophes.length)})`

const isAfter = (id: string): Sql => {
  const last = sql`(SELECT lower(name) FROM accounts WHERE account_id = ${id})`
  return sql`lower(a.name) ~>=~ ${last} AND (lower(a.name) <> ${last} OR a.account_id > ${id})`
}

/** The live account that a test account belongs to. */
export const accountsByIds = (db: Db, ids: readonly string[], wanted: InStatus): Promise<FoundAccount[]> =>
  db.query<FoundAccount>(sql`
    SELECT ${columns} FROM accounts a
    WHERE a.account_id IN (SELECT coalesce(live_account_id, account_id) FROM accounts WHERE account_id = ANY(${ids}::text[]))
      AND ${inStatus(wanted)}
    ORDER BY a.created_at DESC, a.account_id DESC`)

type AccountCount = { planId: string; status: string; suspended: boolean; accounts: number }

/** How many are on which plan, in which status, as of the database. Reads every account: for a page that few people open. */
export const countAccounts = (db: Db): Promise<AccountCount[]> =>
  db.query<AccountCount>(sql`
    SELECT plan_id AS "planId", status, suspended_at IS NOT NULL AS suspended, count(*)::int AS accounts FROM accounts
    WHERE live_account_id IS NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`)

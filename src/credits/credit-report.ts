import { rawSql, type Sql, sql } from '../base/sql.ts'
import { ageOrder, sourceAndAge } from '../catalog/source-and-age.ts'
import type { Db } from '../db/database.ts'

/** Sums of ledger entries. Grants and refunds are positive, spends and what expired negative. */
type CreditSums = { month: string; plan: string; door: string; kind: string; entries: number; credits: number }

/** Reads the whole ledger: for reports, not for requests. `planOf` says which plan an account is on; null leaves it out. */
export const sumCredits = (db: Db, since: Date, planOf: (accountId: Sql) => Sql): Promise<CreditSums[]> =>
  db.query(sql`
    SELECT month, plan, door, kind, sum(entries)::integer AS entries, sum(credits)::bigint AS credits
    FROM (
      SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, ${planOf(rawSql('summed.account_id'))} AS plan,
        door, kind, entries, credits
      FROM (
        SELECT account_id, date_trunc('month', created_at, 'UTC') AS created_at, door, kind, count(*) AS entries,
          sum(amount) AS credits
        FROM credit_entries WHERE created_at >= ${since} GROUP BY 1, 2, 3, 4) AS summed) AS planned
    WHERE plan IS NOT NULL GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`)

/** `age`: how long before the reveal the newest fact about the contact was found or verified. */
type RevealSums = { month: string; source: string; age: string; reveals: number }

export const countReveals = (db: Db, since: Date, planOf: (accountId: Sql) => Sql): Promise<RevealSums[]> =>
  db.query(sql`
    SELECT to_char(revealed_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, about.source, about.age, count(*)::integer AS reveals
    FROM reveals CROSS JOIN LATERAL ${sourceAndAge(rawSql('reveals.contact_id'), rawSql('reveals.revealed_at'))} AS about
    WHERE revealed_at >= ${since} AND ${planOf(rawSql('reveals.account_id'))} IS NOT NULL
    GROUP BY 1, 2, 3 ORDER BY 1, 2, array_position(${ageOrder}::text[], about.age)`)

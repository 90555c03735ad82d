import type { Clock } from '../base/clock.ts'
import { type Sql, sql, template } from '../base/sql.ts'
import { isSupportView, type Principal } from '../call/principal.ts'
import { isExclusionVersionCurrent } from '../catalog/exclusions/excluded.ts'
import type { OnBatch } from '../db/batch.ts'
import type { BatchConnection } from '../db/batch-connection.ts'
import { batchedOver } from '../db/batched-over.ts'
import type { Database } from '../db/database.ts'
import { isLockTimeout } from '../db/wire/errors.ts'
import { grantSearchRows } from '../metering/search-rows.ts'
import {
  type AccountClaim,
  claimOf,
  joinedIds,
  type PageClaim,
  type PageSettlement,
  placesIn,
  revealedPlaces,
  type SettledRow,
} from './claims.ts'
import type { PageAdmission } from './page-admission.ts'

export type SearchSettlement = {
  /** Null, and no rows are counted, when something was suppressed or restored after the claim's version. */
  settle(principal: Principal, claim: PageClaim): Promise<PageSettlement | null>
  /** The same for a caller who has not been admitted yet, in one statement with admission. */
  admitWithPage: PageAdmission['admit']
  /** Rejects when a connection that settles pages is lost. */
  check(): Promise<void>
  close(): Promise<void>
}

type Batch = readonly AccountClaim[]

type Options = { pageAdmission: PageAdmission; batchMax?: number; waitingMax?: number; onBatch?: OnBatch }

/**
 * Asks the database everything about a page that the index found, in one statement for all searches that arrive together: the
 * rows that are left, which contacts the account has revealed, and whether a suppression came meanwhile (`isCurrent`, in SQL).
 */
export function createSearchSettlement(
  database: Database,
  clock: Clock,
  isCurrent: (suppressionVersion: Sql) => Sql,
  { pageAdmission, batchMax = 128, waitingMax = 4_096, onBatch }: Options,
): SearchSettlement {
  const statement = settleStatement(clock, isCurrent)
  const batched = batchedOver<AccountClaim, PageSettlement | null>(database, {
    // Waiting for the disk on every request would cost more than counters that a crashed machine loses.
    durable: false,
    keyOf: ({ accountId }) => accountId,
    batchMax,
    waitingMax,
    onBatch,
    runBatch: (connection, batch) =>
      settleTogether(connection, batch).then(
        (settled) => settled.map((output) => ({ output })),
        (error) => {
          // A counter that is locked must not keep the other accounts of the batch from theirs.
          if (!isLockTimeout(error) || batch.length === 1) throw error
          return batch.map(() => 'alone' as const)
        },
      ),
    runAlone: async (claim) => (await settleTogether(database, [claim]))[0]!,
  })

  async function settleTogether(
    on: Pick<BatchConnection, 'query'>,
    batch: AccountClaim[],
  ): Promise<(PageSettlement | null)[]> {
    const settled = new Map<number, PageSettlement>()
    for (const { slot, granted, left, revealed } of await on.query<SettledRow>(statement(batch))) {
      settled.set(slot, { granted, left, revealed: placesIn(revealed) })
    }
    return batch.map((_, at) => settled.get(at + 1) ?? null)
  }

  return {
    settle: async (principal, claim) => {
      if (!isSupportView(principal)) return batched.call(claimOf(principal, claim))
      const settled = await batched.call(claimOf(principal, { ...claim, rows: 0 }))
      return settled && { ...settled, granted: claim.rows, left: Math.max(settled.left, claim.rows) }
    },
    admitWithPage: pageAdmission.admit,
    check: async () => void (await Promise.all([batched.check(), pageAdmission.check()])),
    close: async () => {
      await pageAdmission.close()
      await batched.close()
    },
  }
}

function settleStatement({ sql: now }: Clock, isCurrent: (suppressionVersion: Sql) => Sql) {
  const column = (read: (claim: AccountClaim) => unknown) => (batch: Batch) => batch.map(read)
  return template<Batch>(
    'settle_searches',
    sql`
      WITH asked AS MATERIALIZED (
        SELECT * FROM unnest(
          ${column(({ accountId }) => accountId)}::text[], ${column(({ isWeb }) => isWeb)}::boolean[],
          ${column(({ periodStart }) => periodStart)}::timestamptz[],
          ${column(({ rows }) => rows)}::int[], ${column(({ rowLimit }) => rowLimit)}::int[],
          ${column((claim) => claim.suppressionVersion)}::bigint[],
          ${column((claim) => claim.exclusionVersion)}::bigint[],
          ${column(joinedIds)}::text[])
          WITH ORDINALITY AS asked (account_id, is_web, period_start, wanted, row_limit, version, exclusion_version, contact_ids,
            slot)
        WHERE ${isCurrent(sql`version`)} AND ${isExclusionVersionCurrent(sql`asked.account_id`, sql`asked.exclusion_version`)}
      ), ${grantSearchRows(now)}
      SELECT granted.slot::int, granted.granted, granted.left, ${revealedPlaces(sql`asked.contact_ids`)} AS revealed
      FROM granted JOIN asked USING (slot)`,
  )
}

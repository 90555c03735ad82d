/** The claim of a page on the database before it is shown, and the answer. */

import type { Clock } from '../base/clock.ts'
import { rawSql, type Sql, sql, template } from '../base/sql.ts'
import type { PresumedCaller } from '../call/entry.ts'
import { isSupportView, type Principal, requirePeriod } from '../call/principal.ts'
import { isExclusionVersionCurrent } from '../catalog/exclusions/excluded.ts'
import { isRevealedByColumn } from '../credits/reveals.ts'
import type { OnBatch } from '../db/batch.ts'
import type { BatchConnection } from '../db/batch-connection.ts'
import { batchedOver } from '../db/batched-over.ts'
import type { Database } from '../db/database.ts'
import { isLockTimeout } from '../db/wire/errors.ts'
import { grantSearchRows, type TakenRows } from '../metering/search-rows.ts'
import { rowCounterOf, rowLimitOf } from './quota.ts'

export type PageClaim = {
  /** How many rows the page would show; they are counted against the caller's usage month. */
  rows: number
  /** Contacts of the page, to learn which of them the account has revealed. */
  contactIds: readonly string[]
  /** Suppressions up to this version are in the page. */
  suppressionVersion: number
  /** What the account excludes, and what it knows of emails, is in the page as of this version; null: not asked for. */
  exclusionVersion?: number | null
}

export type PageSettlement = TakenRows & {
  /** The places in `contactIds` of those that the account has revealed. */
  revealed: ReadonlySet<number>
}

export type AccountClaim = { accountId: string; isWeb: boolean; periodStart: Date; rowLimit: number } & PageClaim
type SettledRow = TakenRows & { slot: number; revealed: string | null }

/** Null: not admitted this way. Without `settled` the caller was admitted, and the page must be settled by itself. */
export type AdmittedPage = { principal: Principal; settled: PageSettlement | null } | null

/** Settles a page in one statement with the admission of its caller. */
export type PageAdmission = {
  admit(caller: PresumedCaller, claim: PageClaim): Promise<AdmittedPage>
  check(): Promise<void>
  close(): Promise<void>
}

export type SearchSettlement = {
  /** Null, and no rows are counted, when a suppression or what the account excludes has changed since the claim. */
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
 * rows that are left, which contacts the account has revealed, and whether a suppression (`isCurrent`, in SQL) or what the account
 * excludes has changed meanwhile.
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
      SELECT granted.slot::int, granted.granted, granted.left, ${revealedPlaces(sql`granted.account_id`, sql`asked.contact_ids`)} AS revealed
      FROM granted JOIN asked USING (slot)`,
  )
}

export function claimOf(principal: Principal, claim: PageClaim): AccountClaim {
  const { start: periodStart } = requirePeriod(principal)
  return {
    ...claim,
    accountId: principal.account.id,
    isWeb: rowCounterOf(principal) === 'web',
    periodStart,
    rowLimit: rowLimitOf(principal),
  }
}

/** No id of a contact holds a comma. */
const idSeparator = ','

export const joinedIds = ({ contactIds }: PageClaim): string => contactIds.join(idSeparator)

/** Which of the joined ids the account has revealed, by their places from 1 on, joined as well. */
export const revealedPlaces = (accountId: Sql, contactIds: Sql): Sql => sql`(
        SELECT string_agg(shown.place::text, ',')
        FROM unnest(string_to_array(${contactIds}, ${rawSql(`'${idSeparator}'`)})) WITH ORDINALITY AS shown (contact_id, place)
        WHERE ${isRevealedByColumn(accountId, rawSql('shown.contact_id'))})`

export const placesIn = (places: string | null): ReadonlySet<number> =>
  places === null ? nowhere : toPlaces(places.split(','))
export const toPlaces = (places: readonly string[]): ReadonlySet<number> =>
  places.length === 0 ? nowhere : new Set(places.map((place) => Number(place) - 1))
const nowhere: ReadonlySet<number> = new Set()

import type { Clock } from '../base/clock.ts'
import { problems } from '../base/problems.ts'
import { type Sql, sql, template } from '../base/sql.ts'
import { type Principal, requirePeriod } from '../call/principal.ts'
import { createBatcher, type OnBatch } from '../db/batch.ts'
import { type BatchConnection, createBatchConnections } from '../db/batch-connection.ts'
import type { Database } from '../db/database.ts'
import { isLockTimeout } from '../db/wire/errors.ts'
import { grantSearchRows } from '../metering/search-rows.ts'
import type { PageAdmission } from './page-admission.ts'
import { NotAsPresumed, presumptionOf } from './presumed-callers.ts'
import {
  type Claimed,
  claimedBy,
  joinedIds,
  placesIn,
  revealedPlaces,
  type SearchClaim,
  type SettledRow,
  type SettledSearch,
} from './search-claims.ts'

export type SearchSettlement = {
  /**
   * Null, and no rows are counted, when something was suppressed or restored after the claim's version. A caller who was only
   * presumed is admitted here; throws `NotAsPresumed` if that is up to admission.
   */
  settle(principal: Principal, claim: SearchClaim): Promise<SettledSearch | null>
  /** Rejects when a connection that settles searches is lost. */
  check(): Promise<void>
  close(): Promise<void>
}

type Batch = readonly Claimed[]

type Options = {
  batchMax?: number
  waitingMax?: number
  onBatch?: OnBatch
  /** For callers that are only presumed. */
  pageAdmission?: PageAdmission
}

/**
 * Everything that the database has to say about a page that the index found, in one statement for all searches that
 * arrive together: the rows that are left, which contacts the account has revealed, and that nothing was suppressed
 * meanwhile, which `isCurrent` says of a suppression version, in SQL.
 */
export function createSearchSettlement(
  database: Database,
  clock: Clock,
  isCurrent: (suppressionVersion: Sql) => Sql,
  { batchMax = 128, waitingMax = 4_096, onBatch, pageAdmission }: Options = {},
): SearchSettlement {
  // Counters may be lost with a crashed machine: waiting for the disk on every request would cost more.
  const connections = createBatchConnections(database, { durable: false })
  const statement = settleStatement(clock, isCurrent)
  const batcher = createBatcher<Claimed, SettledSearch | null>({
    connections: connections.count,
    keyOf: ({ accountId }) => accountId,
    batchMax,
    waitingMax,
    onBatch,
    whenFull: () => problems.serviceUnavailable(1),
    runBatch: (place, batch) =>
      settleTogether(connections.at(place), batch).then(
        (settled) => settled.map((output) => ({ output })),
        (error) => {
          // A counter that is locked must not keep the other accounts of the batch from theirs.
          if (!isLockTimeout(error) || batch.length === 1) throw error
          return batch.map(() => 'alone' as const)
        },
      ),
    runAlone: async (claimed) => (await settleTogether(database, [claimed]))[0]!,
  })

  async function settleTogether(
    on: Pick<BatchConnection, 'query'>,
    batch: Claimed[],
  ): Promise<(SettledSearch | null)[]> {
    const settled = new Map<number, SettledSearch>()
    for (const { slot, granted, left, revealed } of await on.query<SettledRow>(statement(batch))) {
      settled.set(slot, { granted, left, revealed: placesIn(revealed) })
    }
    return batch.map((_, at) => settled.get(at + 1) ?? null)
  }

  const settleAdmitted = (principal: Principal, claim: SearchClaim) => batcher.call(claimedBy(principal, claim))
  return {
    async settle(principal, claim) {
      const presumption = presumptionOf(principal)
      if (presumption === undefined) return settleAdmitted(principal, claim)
      if (presumption.admitted !== null) return settleAdmitted(presumption.admitted, claim)
      const { end: periodEnd } = requirePeriod(principal)
      const page = await pageAdmission!.admit({ ...claimedBy(principal, claim), periodEnd, presumption })
      if (page === null) throw new NotAsPresumed()
      presumption.admitted = page.principal
      presumption.onAdmitted(page.principal)
      // Something about the account has changed, or somebody was suppressed: the caller is admitted, the page is not settled.
      return page.settled ?? settleAdmitted(page.principal, claim)
    },
    check: async () => void (await Promise.all([connections.check(), pageAdmission?.check()])),
    close: async () => {
      await pageAdmission?.close()
      await batcher.drain()
      await connections.close()
    },
  }
}

function settleStatement({ sql: now }: Clock, isCurrent: (suppressionVersion: Sql) => Sql) {
  const column = (read: (claimed: Claimed) => unknown) => (batch: Batch) => batch.map(read)
  return template<Batch>(
    'settle_searches',
    sql`
      WITH asked AS MATERIALIZED (
        SELECT * FROM unnest(
          ${column(({ accountId }) => accountId)}::text[], ${column(({ isWeb }) => isWeb)}::boolean[],
          ${column(({ periodStart }) => periodStart)}::timestamptz[],
          ${column(({ rows }) => rows)}::int[], ${column(({ rowLimit }) => rowLimit)}::int[],
          ${column((claimed) => claimed.suppressionVersion)}::bigint[],
          ${column(joinedIds)}::text[])
          WITH ORDINALITY AS asked (account_id, is_web, period_start, wanted, row_limit, version, contact_ids, slot)
        WHERE ${isCurrent(sql`version`)}
      ), ${grantSearchRows(now)}
      SELECT granted.slot::int, granted.granted, granted.left, ${revealedPlaces(sql`asked.contact_ids`)} AS revealed
      FROM granted JOIN asked USING (slot)`,
  )
}

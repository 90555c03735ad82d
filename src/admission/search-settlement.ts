import type { Clock } from '../clock.ts'
import { isRevealedByColumn } from '../credits/reveals.ts'
import { createBatcher, type OnBatch } from '../db/batch.ts'
import { createBatchConnection } from '../db/batch-connection.ts'
import type { Database } from '../db/database.ts'
import { rawSql, type Sql, sql, template } from '../db/sql.ts'
import { grantSearchRows, type TakenRows } from '../metering/search-rows.ts'
import { type Principal, requirePeriod } from '../principal.ts'
import { problems } from '../problems.ts'
import { rowCounterOf, rowLimitOf } from './search-quota.ts'

type SearchClaim = {
  /** How many rows the page would show; they are counted against the caller's usage month. */
  rows: number
  /** Contacts of the page, to learn which of them the account has revealed. */
  contactIds: readonly string[]
  /** Suppressions up to this version are in the page. */
  suppressionVersion: number
}

type SettledSearch = TakenRows & {
  /** The places in `contactIds` of those that the account has revealed. */
  revealed: ReadonlySet<number>
}

export type SearchSettlement = {
  /** Null, and nothing is counted, when something was suppressed or restored after the claim's version. */
  settle(principal: Principal, claim: SearchClaim): Promise<SettledSearch | null>
  /** Rejects when the connection that settles searches is lost. */
  check(): Promise<void>
  close(): Promise<void>
}

type Claimed = { accountId: string; isWeb: boolean; periodStart: Date; rowLimit: number } & SearchClaim
type Batch = readonly Claimed[]
type Row = TakenRows & { slot: number; revealed: string | null }

/**
 * Everything that the database has to say about a page that the index found, in one statement for all searches that
 * arrive together: the rows that are left, which contacts the account has revealed, and that nothing was suppressed
 * meanwhile, which `isCurrent` says of a suppression version, in SQL.
 */
export function createSearchSettlement(
  database: Database,
  clock: Clock,
  isCurrent: (suppressionVersion: Sql) => Sql,
  { batchMax = 128, waitingMax = 4_096, onBatch }: { batchMax?: number; waitingMax?: number; onBatch?: OnBatch } = {},
): SearchSettlement {
  // Counters may be lost with a crashed machine: waiting for the disk on every request would cost more.
  const connection = createBatchConnection(database, { durable: false })
  const statement = settleStatement(clock, isCurrent)
  const batcher = createBatcher<Claimed, SettledSearch | null>({
    batchMax,
    waitingMax,
    onBatch,
    whenFull: () => problems.serviceUnavailable(1),
    runBatch: async (_, batch) => {
      const settled = new Map<number, SettledSearch>()
      for (const { slot, granted, left, revealed } of await connection.query<Row>(statement(batch))) {
        settled.set(slot, { granted, left, revealed: placesIn(revealed) })
      }
      return batch.map((_, at) => ({ output: settled.get(at + 1) ?? null }))
    },
  })
  return {
    settle(principal, claim) {
      const { start: periodStart } = requirePeriod(principal)
      return batcher.call({
        accountId: principal.account.id,
        isWeb: rowCounterOf(principal) === 'web',
        periodStart,
        rowLimit: rowLimitOf(principal),
        ...claim,
      })
    },
    check: connection.check,
    close: async () => {
      await batcher.drain()
      await connection.close()
    },
  }
}

const placesIn = (places: string | null): ReadonlySet<number> =>
  places === null ? nowhere : new Set(places.split(',').map((place) => Number(place) - 1))
const nowhere: ReadonlySet<number> = new Set()

/** No id of a contact holds a comma. */
const idSeparator = ','

function settleStatement({ sql: now }: Clock, isCurrent: (suppressionVersion: Sql) => Sql) {
  const column = (read: (claimed: Claimed) => unknown) => (batch: Batch) => batch.map(read)
  const isRevealed = isRevealedByColumn(rawSql('granted.account_id'), rawSql('shown.contact_id'))
  return template<Batch>(
    'settle_searches',
    sql`
      WITH asked AS MATERIALIZED (
        SELECT * FROM unnest(
          ${column(({ accountId }) => accountId)}::text[], ${column(({ isWeb }) => isWeb)}::boolean[],
          ${column(({ periodStart }) => periodStart)}::timestamptz[],
          ${column(({ rows }) => rows)}::int[], ${column(({ rowLimit }) => rowLimit)}::int[],
          ${column((claimed) => claimed.suppressionVersion)}::bigint[],
          ${column(({ contactIds }) => contactIds.join(idSeparator))}::text[])
          WITH ORDINALITY AS asked (account_id, is_web, period_start, wanted, row_limit, version, contact_ids, slot)
        WHERE ${isCurrent(sql`version`)}
      ), ${grantSearchRows(now)}
      SELECT granted.slot::int, granted.granted, granted.left, (
        SELECT string_agg(shown.place::text, ',')
        FROM unnest(string_to_array(asked.contact_ids, ${rawSql(`'${idSeparator}'`)})) WITH ORDINALITY AS shown (contact_id, place)
        WHERE ${isRevealed}) AS revealed
      FROM granted JOIN asked USING (slot)`,
  )
}

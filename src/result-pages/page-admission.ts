import type { JointAdmission } from '../admission/joint-admission.ts'
import type { LoneAdmission, LoneRequest } from '../admission/lone-admission.ts'
import type { Group, GroupAdmission } from '../admission/ordinary-admission.ts'
import type { Clock } from '../base/clock.ts'
import { type Sql, sql, template } from '../base/sql.ts'
import type { PresumedCaller } from '../call/entry.ts'
import { requirePeriod } from '../call/principal.ts'
import { isExclusionVersionCurrent } from '../catalog/exclusions/excluded.ts'
import type { BatchOutcome, OnBatch } from '../db/batch.ts'
import type { BatchConnection } from '../db/batch-connection.ts'
import { batchedOver } from '../db/batched-over.ts'
import type { Database } from '../db/database.ts'
import { isLockTimeout } from '../db/wire/errors.ts'
import { grantSearchRows, takeSearchRows } from '../metering/search-rows.ts'
import {
  type AccountClaim,
  type AdmittedPage,
  claimOf,
  joinedIds,
  type PageAdmission,
  type PageSettlement,
  placesIn,
  revealedPlaces,
  toPlaces,
} from './settlement.ts'

type EarlyClaim = AccountClaim & { caller: PresumedCaller; periodEnd: Date }

type Options = { onBatch?: OnBatch; batchMax?: number; waitingMax?: number }
type Batch = { groups: Group[]; claims: EarlyClaim[]; placeOf: number[] }
/** A caller with all its pages that were settled: `slot,granted,left` and the places of revealed contacts, `;` between pages. */
type Row = GroupAdmission & { pages: string | null }
/** Null: the page was not settled. */
type LoneRow = LoneAdmission & { left: number | null; revealed: string | null }

/**
 * Admits callers and settles the pages that were found for them meanwhile, in one statement: a search of a key that was admitted
 * a moment ago waits for one answer of the database instead of two. The statement decides as the two would: callers that it does
 * not admit, for whatever reason, get no rows, are not counted, and go through admission.
 */
export function createPageAdmission(
  database: Database,
  clock: Clock,
  isCurrent: (suppressionVersion: Sql) => Sql,
  admission: JointAdmission,
  { onBatch, batchMax = 128, waitingMax = 4_096 }: Options = {},
): PageAdmission {
  const forMany = admitAndSettle(clock, isCurrent, admission)
  const forOne = admitAndSettleOne(clock, isCurrent, admission)
  const batched = batchedOver<EarlyClaim, AdmittedPage>(database, {
    // Waiting for the disk on every request would cost more than counters that a crashed machine loses.
    durable: false,
    keyOf: ({ accountId }) => accountId,
    batchMax,
    waitingMax,
    onBatch,
    runBatch: async (connection, claims) => {
      const { now, later } = oneGroupAnAccount(claims)
      const pages = await admitTogether(connection, now).catch((error) => {
        if (!isLockTimeout(error)) throw error
        // Admission knows what to do about a counter that is locked.
        admission.forget(now.map(({ caller }) => caller))
        return new Map<EarlyClaim, AdmittedPage>()
      })
      return claims.map(
        (claim): BatchOutcome<AdmittedPage> => (later.has(claim) ? 'later' : { output: pages.get(claim) ?? null }),
      )
    },
  })

  async function admitTogether(
    connection: BatchConnection,
    claims: EarlyClaim[],
  ): Promise<Map<EarlyClaim, AdmittedPage>> {
    const lone = await admitLone(connection, claims)
    if (lone) return lone
    const groups = admission.group(claims.map(({ caller }) => caller))
    const pages = new Map<EarlyClaim, AdmittedPage>()
    const statement = forMany({ groups, claims, placeOf: placesOf(groups) })
    for (const row of await connection.query<Row>(statement)) {
      const settled = readPages(row.pages)
      for (const [slot, principal] of admission.read(groups, row)) {
        pages.set(claims[slot]!, { principal, settled: settled.get(slot) ?? null })
      }
    }
    return pages
  }

  /** Null unless it is one page alone, and its caller admitted. */
  async function admitLone(
    connection: BatchConnection,
    [claim, ...others]: EarlyClaim[],
  ): Promise<Map<EarlyClaim, AdmittedPage> | null> {
    if (!claim || others.length > 0 || claim.rows === 0) return null
    const request = admission.alone(claim.caller)
    if (!request) return null
    const [row] = await connection.query<LoneRow>(forOne({ request, claim }))
    const principal = admission.readAlone(request, row)
    if (!row || !principal) return null
    const { left, revealed } = row
    const settled = left === null ? null : { granted: claim.rows, left, revealed: placesIn(revealed) }
    return new Map([[claim, { principal, settled }]])
  }

  return {
    admit(caller, claim) {
      const { end: periodEnd } = requirePeriod(caller.principal)
      return batched.call({ ...claimOf(caller.principal, claim), caller, periodEnd })
    },
    check: batched.check,
    close: batched.close,
  }
}

/** A statement counts the requests of one group an account; those of another key or scope go with the next. */
function oneGroupAnAccount(claims: EarlyClaim[]): { now: EarlyClaim[]; later: ReadonlySet<EarlyClaim> } {
  const groupOf = new Map<string, string>()
  const later = new Set<EarlyClaim>()
  const now = claims.filter((claim) => {
    const group = claim.caller.name
    if ((groupOf.get(claim.accountId) ?? group) !== group) later.add(claim)
    else groupOf.set(claim.accountId, group)
    return !later.has(claim)
  })
  return { now, later }
}

/** The place of the group of each slot. */
function placesOf(groups: Group[]): number[] {
  const placeOf: number[] = []
  for (const [place, { slots }] of groups.entries()) for (const slot of slots) placeOf[slot] = place
  return placeOf
}

function readPages(pages: string | null): Map<number, PageSettlement> {
  const settled = new Map<number, PageSettlement>()
  for (const page of pages?.split(';') ?? []) {
    const [slot, granted, left, ...places] = page.split(',')
    settled.set(Number(slot) - 1, { granted: Number(granted), left: Number(left), revealed: toPlaces(places) })
  }
  return settled
}

/**
 * One row per caller with all its pages: one row per page would cost more to read than it says. A claim's assumptions about the
 * account hold if the account's rows are unchanged and the period has not ended.
 */
function admitAndSettle(clock: Clock, isCurrent: (suppressionVersion: Sql) => Sql, admission: JointAdmission) {
  const { sql: now } = clock
  const column = (read: (claim: EarlyClaim) => unknown) => (batch: Batch) => batch.claims.map(read)
  return template<Batch>(
    'admit_and_settle',
    sql`
      WITH admitted AS (${admission.sql(({ groups }: Batch) => groups)}),
      claimed AS MATERIALIZED (
        SELECT * FROM unnest(
          ${({ placeOf }: Batch) => placeOf}::int[], ${column(({ caller }) => caller.version)}::text[],
          ${column(({ accountId }) => accountId)}::text[],
          ${column(({ periodStart }) => periodStart)}::timestamptz[], ${column(({ periodEnd }) => periodEnd)}::timestamptz[],
          ${column(({ rows }) => rows)}::int[], ${column(({ rowLimit }) => rowLimit)}::int[],
          ${column((one) => one.suppressionVersion)}::bigint[], ${column((one) => one.exclusionVersion)}::bigint[],
          ${column(joinedIds)}::text[])
          WITH ORDINALITY AS claimed (place, rows_version, account_id, period_start, period_end, wanted, row_limit, version,
            exclusion_version, contact_ids, slot)
      ), asked AS MATERIALIZED (
        SELECT claimed.slot, claimed.account_id, false AS is_web, claimed.period_start, claimed.wanted, claimed.row_limit
        FROM claimed JOIN admitted ON admitted.place = claimed.place AND admitted.version = claimed.rows_version
        WHERE ${now} < claimed.period_end AND ${isCurrent(sql`claimed.version`)}
          AND ${isExclusionVersionCurrent(sql`claimed.account_id`, sql`claimed.exclusion_version`)}
      ), ${grantSearchRows(now)}
      SELECT admitted.*, (
        SELECT string_agg(
          concat_ws(',', claimed.slot, granted.granted, granted.left, ${revealedPlaces(sql`granted.account_id`, sql`claimed.contact_ids`)}), ';')
        FROM claimed JOIN granted USING (slot) WHERE claimed.place = admitted.place) AS pages
      FROM admitted`,
  )
}

type LonePage = { request: LoneRequest; claim: EarlyClaim }

/**
 * The same for a page alone, with a third of the steps: setting up a plan is most of what a lone search costs the database. Where
 * fewer rows are left than the page has, the caller is admitted and the page settled by itself.
 */
function admitAndSettleOne(
  { sql: now }: Clock,
  isCurrent: (suppressionVersion: Sql) => Sql,
  admission: JointAdmission,
) {
  const value =
    (read: (claim: EarlyClaim) => unknown) =>
    ({ claim }: LonePage) =>
      read(claim)
  const accountId = sql`${value((claim) => claim.accountId)}::text`
  return template<LonePage>(
    'admit_and_settle_one',
    sql`
      WITH admitted AS (${admission.sqlAlone(({ request }: LonePage) => request)}),
      ${takeSearchRows(now, {
        from: sql`admitted`,
        where: sql`${now} < ${value(({ periodEnd }) => periodEnd)}::timestamptz
          AND ${isCurrent(sql`${value((claim) => claim.suppressionVersion)}::bigint`)}
          AND ${isExclusionVersionCurrent(accountId, sql`${value((claim) => claim.exclusionVersion)}::bigint`)}`,
        accountId,
        periodStart: sql`${value(({ periodStart }) => periodStart)}::timestamptz`,
        wanted: sql`${value(({ rows }) => rows)}::int`,
        rowLimit: sql`${value(({ rowLimit }) => rowLimit)}::int`,
      })}
      SELECT admitted.*, granted.left, ${revealedPlaces(accountId, sql`${value(joinedIds)}::text`)} AS revealed
      FROM admitted LEFT JOIN granted ON true`,
  )
}

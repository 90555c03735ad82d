import type { Plans } from '../accounts/plan.ts'
import type { Clock } from '../base/clock.ts'
import { problems } from '../base/problems.ts'
import { type Sql, sql, template } from '../base/sql.ts'
import type { Principal } from '../call/principal.ts'
import { type BatchOutcome, createBatcher, type OnBatch } from '../db/batch.ts'
import { type BatchConnection, createBatchConnections } from '../db/batch-connection.ts'
import type { Database } from '../db/database.ts'
import { isLockTimeout } from '../db/wire/errors.ts'
import { grantSearchRows } from '../metering/search-rows.ts'
import type { KnownCallers } from './known-callers.ts'
import { type Admitted, admitGroups, type Group, groupOrdinary } from './ordinary-admission.ts'
import type { PresumedCallers, Presumption } from './presumed-callers.ts'
import { type Claimed, joinedIds, revealedPlaces, type SettledSearch } from './search-claims.ts'
import { noteUse, toPrincipal, windowsBefore } from './to-principal.ts'

type ClaimedAhead = Claimed & { presumption: Presumption; periodEnd: Date }

/** Null: not admitted this way. Without `settled` the caller was admitted, and the page must be settled by itself. */
type AdmittedPage = { principal: Principal; settled: SettledSearch | null } | null

export type PageAdmission = {
  admit(claimed: ClaimedAhead): Promise<AdmittedPage>
  check(): Promise<void>
  close(): Promise<void>
}

type Options = {
  plans: Plans
  known: KnownCallers
  presumed: PresumedCallers
  onBatch?: OnBatch
  batchMax?: number
  waitingMax?: number
}
type Batch = { groups: Group[]; claimed: ClaimedAhead[]; placeOf: number[] }
/** A caller with all its pages that were settled: `slot,granted,left` and the places of revealed contacts, `;` between pages. */
type Row = Admitted & { pages: string | null }

/**
 * Admits callers and settles the pages that were found for them meanwhile, in one statement: a search of somebody who was let in
 * a moment ago waits for one answer of the database instead of two. The statement decides as the two would: whom it does
 * not admit, for whatever reason, gets no rows and is not counted, and asks admission.
 */
export function createPageAdmission(
  database: Database,
  clock: Clock,
  isCurrent: (suppressionVersion: Sql) => Sql,
  { plans, known, presumed, onBatch, batchMax = 128, waitingMax = 4_096 }: Options,
): PageAdmission {
  // Counters may be lost with a crashed machine: waiting for the disk on every request would cost more.
  const connections = createBatchConnections(database, { durable: false })
  const statement = admitAndSettle(clock, plans, isCurrent)
  const batcher = createBatcher<ClaimedAhead, AdmittedPage>({
    connections: connections.count,
    keyOf: ({ accountId }) => accountId,
    batchMax,
    waitingMax,
    onBatch,
    whenFull: () => problems.serviceUnavailable(1),
    runBatch: async (place, calls) => {
      const { now, later } = oneGroupAnAccount(calls)
      const answers = await admitTogether(connections.at(place), now).catch((error) => {
        if (!isLockTimeout(error)) throw error
        // Admission knows what to do about a counter that is locked.
        for (const { presumption } of now) presumed.forget(presumption.asked)
        return new Map<ClaimedAhead, AdmittedPage>()
      })
      return calls.map(
        (call): BatchOutcome<AdmittedPage> => (later.has(call) ? 'later' : { output: answers.get(call) ?? null }),
      )
    },
  })

  async function admitTogether(
    connection: BatchConnection,
    claimed: ClaimedAhead[],
  ): Promise<Map<ClaimedAhead, AdmittedPage>> {
    const batch = toBatch(claimed, known)
    const answers = new Map<ClaimedAhead, AdmittedPage>()
    for (const row of await connection.query<Row>(statement(batch))) {
      const { now, version } = row
      const { credential, slots, known: found } = batch.groups[row.place]!
      const caller = known.read(credential, found, row)
      noteUse(database, clock, { caller, now })
      const settled = readPages(row.pages)
      slots.forEach((slot, at) => {
        const { asked } = claimed[slot]!.presumption
        const windows = windowsBefore(row, slots.length - 1 - at)
        const principal = toPrincipal({ caller, now, passed: true, windows }, asked, 'api', plans)
        presumed.remember(asked, principal, version)
        answers.set(claimed[slot]!, { principal, settled: settled.get(slot) ?? null })
      })
    }
    return answers
  }

  return {
    admit: batcher.call,
    check: connections.check,
    close: async () => {
      await batcher.drain()
      await connections.close()
    },
  }
}

/** A statement counts the requests of one group an account; those of another key or scope go with the next. */
function oneGroupAnAccount(calls: ClaimedAhead[]): { now: ClaimedAhead[]; later: ReadonlySet<ClaimedAhead> } {
  const groupOf = new Map<string, string>()
  const later = new Set<ClaimedAhead>()
  const now = calls.filter((call) => {
    const { credential, scope } = call.presumption.asked
    const group = `${scope} ${credential.kind === 'api_key' ? credential.name : ''}`
    if ((groupOf.get(call.accountId) ?? group) !== group) later.add(call)
    else groupOf.set(call.accountId, group)
    return !later.has(call)
  })
  return { now, later }
}

function toBatch(claimed: ClaimedAhead[], known: KnownCallers): Batch {
  const groups = groupOrdinary(
    claimed.map(({ presumption }) => presumption.asked),
    known,
  )
  const placeOf: number[] = []
  for (const [place, { slots }] of groups.entries()) for (const slot of slots) placeOf[slot] = place
  return { groups, claimed, placeOf }
}

function readPages(pages: string | null): Map<number, SettledSearch> {
  const settled = new Map<number, SettledSearch>()
  for (const page of pages?.split(';') ?? []) {
    const [slot, granted, left, ...revealed] = page.split(',').map(Number)
    settled.set(slot! - 1, { granted: granted!, left: left!, revealed: new Set(revealed.map((place) => place - 1)) })
  }
  return settled
}

/**
 * A row for each caller, with all its pages: a row for each page would have more to read than to say. What a page's claim
 * presumes about the account holds if its rows are still the same and the period goes on.
 */
function admitAndSettle(clock: Clock, plans: Plans, isCurrent: (suppressionVersion: Sql) => Sql) {
  const { sql: now } = clock
  const column = (read: (claimed: ClaimedAhead) => unknown) => (batch: Batch) => batch.claimed.map(read)
  return template<Batch>(
    'admit_and_settle',
    sql`
      WITH admitted AS (${admitGroups(clock, plans, ({ groups }: Batch) => groups)}),
      claimed AS MATERIALIZED (
        SELECT * FROM unnest(
          ${({ placeOf }: Batch) => placeOf}::int[], ${column(({ presumption }) => presumption.version)}::text[],
          ${column(({ accountId }) => accountId)}::text[],
          ${column(({ periodStart }) => periodStart)}::timestamptz[], ${column(({ periodEnd }) => periodEnd)}::timestamptz[],
          ${column(({ rows }) => rows)}::int[], ${column(({ rowLimit }) => rowLimit)}::int[],
          ${column((one) => one.suppressionVersion)}::bigint[],
          ${column(joinedIds)}::text[])
          WITH ORDINALITY AS claimed (place, rows_version, account_id, period_start, period_end, wanted, row_limit, version,
            contact_ids, slot)
      ), asked AS MATERIALIZED (
        SELECT claimed.slot, claimed.account_id, false AS is_web, claimed.period_start, claimed.wanted, claimed.row_limit
        FROM claimed JOIN admitted ON admitted.place = claimed.place AND admitted.version = claimed.rows_version
        WHERE ${now} < claimed.period_end AND ${isCurrent(sql`claimed.version`)}
      ), ${grantSearchRows(now)}
      SELECT admitted.*, (
        SELECT string_agg(
          concat_ws(',', claimed.slot, granted.granted, granted.left, ${revealedPlaces(sql`claimed.contact_ids`)}), ';')
        FROM claimed JOIN granted USING (slot) WHERE claimed.place = admitted.place) AS pages
      FROM admitted`,
  )
}

import { type PreparedStatement, prepared, rawSql, type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { endOf, numberOf, unused, type Windows, windowSeconds, windowsBefore, windowsIn } from './windows.ts'

/** Meters with a counter per account, made with the account. */
export const accountMeters = ['request', 'own', 'billing', 'session', 'feed'] as const

/** What a request is counted as. The sample of the catalogue is only for people, and counted per member. */
export type Meter = (typeof accountMeters)[number] | 'sample'

/** `minuteName`: what the window of the minute is called, in errors, headers and usage alike (LIMIT-4). */
export type MeterLimits = { minute: number; day: number | null; minuteName: MinuteName }
type MinuteName = `${'' | 'own_' | 'billing_' | 'session_' | 'feed_' | 'sample_' | 'web_'}requests_per_minute`

/** The window of a member that a request is counted in: for work, for managing oneself, for the sample; null: the account's. */
export function memberWindowOf(meter: Meter): 'work' | 'session' | 'sample' | null {
  if (meter === 'billing') return null
  return meter === 'session' || meter === 'sample' ? meter : 'work'
}

type MemberCounter = `web:${string}:${string}`

/** `memberCounter` outside a statement. */
const memberCounterOf = (window: string, userId: string): MemberCounter => `web:${window}:${userId}`

/** The counter of the window that a member's work is counted in. */
export const workCounterOf = (userId: string): MemberCounter => memberCounterOf('work', userId)

/** The counter of a member's window, in SQL. */
export const memberCounter = (window: Sql, userId: Sql): Sql => sql`'web:' || ${window} || ':' || ${userId}`

const secondsIn = { minute: rawSql(`${windowSeconds.minute}`), day: rawSql(`${windowSeconds.day}`) }

export type WindowState = {
  name: MinuteName | 'requests_per_day'
  seconds: number
  limit: number
  used: number
  resetsAt: Date
}
export type CounterState = { minute: WindowState; day: WindowState | null }

/** Called once, when an account is made: counting then never has to insert. */
export async function openCounters(db: Db, accountId: string): Promise<void> {
  await db.query(sql`
    WITH requests AS (
      INSERT INTO request_counters (account_id, meter) SELECT ${accountId}, unnest(${[...accountMeters]}::text[])
    )
    INSERT INTO search_row_counters (account_id) VALUES (${accountId})`)
}

/**
 * The minute and the day that it is. OFFSET 0 keeps it a row of its own: written out in all places that need it, it made a
 * twentieth of what admission costs the database. Not extract(): its numeric answer made a tenth.
 */
const current = (now: Sql): Sql => sql`(
      SELECT floor(date_part('epoch', ${now}))::bigint / ${secondsIn.minute} AS minute, floor(date_part('epoch', ${now}))::bigint / ${secondsIn.day} AS day
      OFFSET 0) AS current`

const windows = windowsIn({ minute: sql`current.minute`, day: sql`current.day` })

/**
 * Counts, in the plan's windows, every caller in `from` whose requests all fit. `from` gives its rows in
 * ascending order of `accountId`, the order in which the counters are locked.
 */
export function countWhole(
  now: Sql,
  callers: { from: Sql; accountId: Sql; requests: Sql; limits: { minute: Sql; day: Sql }; returning: Sql },
): Sql {
  const { minute, minuteUsed, day, dayUsed } = windows
  const { requests, limits } = callers
  return sql`
    UPDATE request_counters c
    SET minute = ${minute}, minute_used = ${minuteUsed} + ${requests}, day = ${day}, day_used = ${dayUsed} + ${requests}
    FROM ${current(now)}, ${callers.from}
    WHERE c.account_id = ${callers.accountId} AND c.meter = 'request'
      AND ${minuteUsed} + ${requests} <= ${limits.minute} AND ${dayUsed} + ${requests} <= ${limits.day}
    RETURNING c.minute, c.minute_used AS "minuteUsed", c.day, c.day_used AS "dayUsed", ${callers.returning}`
}

/**
 * The counting part of admission, as a CTE to stand behind one named `caller (account_id, counter, eligible,
 * minute_limit, day_limit)`. One row per account and counter comes back, in `counted`, with how many of its requests were granted and the
 * windows after them; none for those who were granted nothing, because whoever is refused writes nothing. Rows are taken
 * in ascending order and judged as they are once locked, so any number of nodes counts exactly.
 */
export function countRequests(now: Sql): Sql {
  const { minute, minuteUsed, day, dayUsed } = windows
  const granted = sql`least(d.requests, d.minute_limit - ${minuteUsed}, d.day_limit - ${dayUsed})`
  return sql`
    counted AS (
      UPDATE request_counters c
      SET minute = ${minute}, minute_used = ${minuteUsed} + ${granted}, day = ${day}, day_used = ${dayUsed} + ${granted},
        granted = ${granted}
      FROM ${current(now)}, (
        SELECT account_id, counter, count(*)::int AS requests, min(minute_limit) AS minute_limit, min(day_limit) AS day_limit
        FROM caller WHERE eligible GROUP BY account_id, counter ORDER BY account_id, counter
      ) d
      WHERE c.account_id = d.account_id AND c.meter = d.counter AND ${granted} > 0
      RETURNING c.account_id, c.meter AS counter, c.granted, c.minute, c.minute_used, c.day, c.day_used
    )`
}

/** A caller as `countRequests` was given it, with its answer. */
export type CountedCaller = { [Column in keyof Windows]: number | null } & {
  id: string
  now: Date
  /** The counter its request is counted in: that of its meter, or the member's own. */
  counter: string
  minuteLimit: number
  dayLimit: number | null
  /** False when the request was not to be counted: wrong scope or no API access. */
  eligible: boolean
  /** How many of the account's requests in this batch went through; null, as the windows after them, when none did. */
  granted: number | null
}

/** An account and one of its counters, as text. */
export const counterOf = ({ id, counter }: Pick<CountedCaller, 'id' | 'counter'>): string => `${id} ${counter}`

export const isRefused = ({ eligible, granted }: CountedCaller): boolean => eligible && granted === null

/** A window with room, of somebody whom the statement granted nothing, was opened after the statement began. */
export function isFull({ now, minuteLimit, dayLimit }: CountedCaller, held: Windows): boolean {
  const { minuteUsed, dayUsed } = asOf(now, held)
  return minuteUsed >= minuteLimit || (dayLimit !== null && dayUsed >= dayLimit)
}

/**
 * What was granted to a counter goes to its requests in the order of `callers`. `full` has the windows of those who were
 * granted nothing.
 */
export function shareGranted<Caller extends CountedCaller>(
  callers: readonly Caller[],
  full: ReadonlyMap<string, Windows>,
): { caller: Caller; passed: boolean; windows: Windows }[] {
  const places = new Map<string, number>()
  return callers.map((caller) => {
    const counter = counterOf(caller)
    const place = (places.get(counter) ?? 0) + (caller.eligible ? 1 : 0)
    places.set(counter, place)
    const granted = caller.granted ?? 0
    const held = caller.granted === null ? asOf(caller.now, full.get(counter) ?? unused) : (caller as Windows)
    const windows = windowsBefore(held, granted - Math.min(place, granted))
    return { caller, passed: caller.eligible && place <= granted, windows }
  })
}

/** The windows of those who were granted nothing, to tell them which one is full. */
export const readWindows = (of: { id: string; counter: string }[]): PreparedStatement =>
  prepared(
    'read_windows',
    sql`
    SELECT account_id AS id, meter AS counter, minute, minute_used AS "minuteUsed", day, day_used AS "dayUsed"
    FROM request_counters
    WHERE (account_id, meter) IN (
      SELECT * FROM unnest(${of.map(({ id }) => id)}::text[], ${of.map(({ counter }) => counter)}::text[]))`,
  )

/** For members who have not been counted before. */
export const openWindows = (of: { id: string; counter: string }[]): PreparedStatement =>
  prepared(
    'open_windows',
    sql`
    INSERT INTO request_counters (account_id, meter)
    SELECT * FROM unnest(${of.map(({ id }) => id)}::text[], ${of.map(({ counter }) => counter)}::text[])
    ON CONFLICT DO NOTHING`,
  )

/** The windows as they stand, without counting: what getUsage shows. */
export async function readCounters(
  db: Db,
  { id, clockAheadSeconds }: { id: string; clockAheadSeconds: number },
  counter: Meter | MemberCounter,
  limits: MeterLimits,
  now: Date,
): Promise<CounterState> {
  const [row] = await db.query<Windows>(sql`
    SELECT minute, minute_used AS "minuteUsed", day, day_used AS "dayUsed"
    FROM request_counters WHERE account_id = ${id} AND meter = ${counter}`)
  const databaseNow = new Date(now.getTime() - clockAheadSeconds * 1_000)
  return counterState(limits, asOf(databaseNow, row ?? unused), clockAheadSeconds)
}

/** `windows`, for those who were not counted. */
function asOf(now: Date, held: Windows): Windows {
  const minute = numberOf('minute', now)
  const day = numberOf('day', now)
  const isAhead = held.minute > minute + 1
  return {
    minute: isAhead ? minute : Math.max(minute, held.minute),
    minuteUsed: held.minute >= minute && !isAhead ? held.minuteUsed : 0,
    day: isAhead ? day : Math.max(day, held.day),
    dayUsed: held.day === day || (held.day > day && !isAhead) ? held.dayUsed : 0,
  }
}

/** Windows follow the database's clock; an account whose clock is ahead gets their ends in its own time. */
export function counterState(limits: MeterLimits, windows: Windows, clockAheadSeconds = 0): CounterState {
  const aheadMs = clockAheadSeconds * 1_000
  return {
    minute: {
      name: limits.minuteName,
      seconds: windowSeconds.minute,
      limit: limits.minute,
      used: windows.minuteUsed,
      resetsAt: endOf('minute', windows.minute, aheadMs),
    },
    day:
      limits.day === null
        ? null
        : {
            name: 'requests_per_day',
            seconds: windowSeconds.day,
            limit: limits.day,
            used: windows.dayUsed,
            resetsAt: endOf('day', windows.day, aheadMs),
          },
  }
}

/**
 * Takes one request back out of the windows that it was counted in, as far as they are still the current ones. `memberId` is
 * whoever has windows of their own; null: a key or a connection.
 */
export async function uncount(
  db: Db,
  { id, clockAheadSeconds }: { id: string; clockAheadSeconds: number },
  { meter, memberId }: { meter: Meter; memberId: string | null },
  { minute, day }: CounterState,
): Promise<CounterState> {
  const window = memberWindowOf(meter)
  const counter = memberId !== null && window !== null ? memberCounterOf(window, memberId) : meter
  const without = (window: WindowState): WindowState => ({ ...window, used: Math.max(0, window.used - 1) })
  const numberIn = ({ resetsAt, seconds }: WindowState): number =>
    Math.round((resetsAt.getTime() / 1_000 - clockAheadSeconds) / seconds) - 1
  await db.query(
    prepared(
      'uncount',
      sql`
    UPDATE request_counters SET
      minute_used = minute_used - (minute = ${numberIn(minute)}::bigint AND minute_used > 0)::int,
      day_used = day_used - (coalesce(day = ${day && numberIn(day)}::bigint, false) AND day_used > 0)::int
    WHERE account_id = ${id} AND meter = ${counter}`,
    ),
  )
  return { minute: without(minute), day: day && without(day) }
}

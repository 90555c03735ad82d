import type { Plans } from '../accounts/plan.ts'
import { accountTime } from '../accounts/test-account.ts'
import type { Clock } from '../base/clock.ts'
import { problems } from '../base/problems.ts'
import type { Principal } from '../call/principal.ts'
import type { BatchOutcome, OnBatch } from '../db/batch.ts'
import type { BatchConnection } from '../db/batch-connection.ts'
import { batchedOver } from '../db/batched-over.ts'
import type { Database } from '../db/database.ts'
import { createQueueByKey } from '../db/queue-by-key.ts'
import { createStuckKeys } from '../db/stuck-keys.ts'
import { isLockTimeout } from '../db/wire/errors.ts'
import { counterOf, isFull, isRefused, openWindows, readWindows, shareGranted } from '../metering/request-counters.ts'
import type { Windows } from '../metering/windows.ts'
import type { ProtectedResource } from '../oauth/resources.ts'
import { type AdmissionRequest, type AdmissionRow, admissionStatement, type Demand } from './admission-statement.ts'
import { createEntries, type Enter } from './enter.ts'
import { createJointAdmission, type JointAdmission } from './joint-admission.ts'
import { createKnownCallers, type KnownCallers } from './known-callers.ts'
import { askAlone, countLone, type LoneAdmission, loneAdmission } from './lone-admission.ts'
import { countGroup, type GroupAdmission, groupKeys, ordinaryAdmission, ordinaryKeyOf } from './ordinary-admission.ts'
import { type AdmittedKey, createPresumedCallers, keyOf } from './presumed-callers.ts'
import { notValid, refuseRate, requireRight } from './refusals.ts'
import { type CountedRequest, noteUse, toCaller, toPrincipal } from './to-principal.ts'

export type Admission = {
  enter: Enter
  /** For modules whose statement admits callers along with its own work. */
  joint: JointAdmission
  /** Rejects when a connection that admissions use is lost. */
  check(): Promise<void>
  close(): Promise<void>
}

type Options = {
  plans: Plans
  publicUrl: string
  /** How long a session may lie unused. */
  sessionIdleDays?: number | undefined
  /** How long a caller who was let in is presumed to be let in again. */
  presumedForMs?: number | undefined
  batchMax?: number
  waitingMax?: number
  onBatch?: OnBatch
}

/**
 * Who, may they, how much is left: one statement for all ordinary requests that arrive together (a shorter one for a request alone), and
 * a second one only for those that it left out. No answer relies on a cache of credentials, so a revoked key is refused on the next request, on
 * every node. Admitted keys are cached for a few seconds, so that their next search can begin while it is admitted.
 */
export function createAdmission(database: Database, clock: Clock, options: Options): Admission {
  const { plans, publicUrl, batchMax = 256, waitingMax = 8_192, onBatch } = options
  const known = createKnownCallers()
  const admitOrdinary = admitKeys(clock, plans, known)
  const presumed = createPresumedCallers(options.presumedForMs)
  const stuck = createStuckKeys()
  const whenFull = () => problems.serviceUnavailable(1)
  const oneAtATime = createQueueByKey({ waitingMax, whenFull })
  const batched = batchedOver<AdmissionRequest, CountedRequest | null>(database, {
    // Waiting for the disk on every request would cost more than counters that a crashed machine loses.
    durable: false,
    keyOf: nameOf,
    isAlone: (asked) => stuck.isSuspect(nameOf(asked)),
    batchMax,
    waitingMax,
    onBatch,
    runBatch: admitTogether,
    runAlone: (asked) => oneAtATime(queueAlone(asked), () => stuck.guard(nameOf(asked), () => admitAlone(asked))),
  })

  /** Batches that time out on a locked counter are split: callers that were not counted yet are admitted alone. */
  async function admitTogether(
    connection: BatchConnection,
    asked: AdmissionRequest[],
  ): Promise<BatchOutcome<CountedRequest | null>[]> {
    const counted = new Map<number, CountedRequest>()
    try {
      await admitOrdinary(connection, asked, counted)
      if (counted.size < asked.length) await admitTheRest(connection, asked, counted)
      return asked.map((_, slot) => ({ output: counted.get(slot) ?? null }))
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      const left = asked.filter((_, slot) => !counted.has(slot))
      stuck.suspect(left.map(nameOf))
      for (const key of left.map(keyOf)) if (key) presumed.forget(key)
      return asked.map((_, slot) => (counted.has(slot) ? { output: counted.get(slot)! } : 'alone'))
    }
  }

  async function admitAlone(asked: AdmissionRequest): Promise<CountedRequest | null> {
    const counted = new Map<number, CountedRequest>()
    await admitTheRest(database, [asked], counted)
    return counted.get(0) ?? null
  }

  async function admitTheRest(connection: Queryable, asked: AdmissionRequest[], counted: CountedBySlot): Promise<void> {
    const slots = asked.flatMap((_, slot) => (counted.has(slot) ? [] : [slot]))
    const rest = slots.map((slot) => asked[slot]!)
    const found = await connection.query<AdmissionRow>(admissionStatement(clock, plans, rest))
    const full = await readFullWindows(connection, found)
    const uncounted = found.filter((one) => isRefused(one) && !full.has(counterOf(one)))
    const inOrder = found.toSorted((a, b) => a.slot - b.slot)
    for (const { caller: row, passed, windows } of shareGranted(inOrder, full)) {
      if (uncounted.includes(row)) continue
      counted.set(slots[row.slot]!, { caller: toCaller(row), now: row.now, passed, windows })
    }
    if (uncounted.length === 0) return
    // A member's window is made by their first request, here or on another node, and is then counted in like any other.
    await connection.query(openWindows(uncounted))
    await admitTheRest(connection, asked, counted)
  }

  /** Resolves to the caller, or throws the Problem to answer with. What it lets through has been counted. */
  async function admit(
    asked: AdmissionRequest,
    demand: Demand,
    resource: ProtectedResource,
    key: AdmittedKey | null,
  ): Promise<Principal> {
    const counted = await batched.call(asked)
    if (!counted) throw notValid(asked.credential, { publicUrl, resource })
    const { caller, now, version } = counted
    requireRight(caller, demand, accountTime(caller.account, now), { publicUrl, resource })
    const principal = toPrincipal(counted, demand, resource, plans)
    if (!counted.passed) throw refuseRate(principal.counters, principal.admittedAt)
    noteUse(database, clock, counted, options.sessionIdleDays)
    if (key && version !== undefined) presumed.remember(key, principal, version)
    return principal
  }

  return {
    enter: createEntries({ database, clock, publicUrl, presumed, admit }),
    joint: createJointAdmission(database, clock, { plans, known, presumed }),
    check: batched.check,
    close: batched.close,
  }
}

type CountedBySlot = Map<number, CountedRequest>

/** Keys with nothing in their way, and first of all one that comes alone and is as this node has read it. */
function admitKeys(clock: Clock, plans: Plans, known: KnownCallers) {
  const alone = loneAdmission(clock)
  const ordinary = ordinaryAdmission(clock, plans)
  return async (connection: BatchConnection, asked: AdmissionRequest[], counted: CountedBySlot): Promise<void> => {
    const keys = asked.map(ordinaryKeyOf)
    const lone = keys.length === 1 && keys[0] ? askAlone(keys[0], plans, known) : null
    if (lone) {
      const [row] = await connection.query<LoneAdmission>(alone(lone))
      if (row) return void counted.set(0, countLone(lone, row, known))
      known.forget(lone.credential)
    }
    const groups = groupKeys(keys, known)
    if (groups.length === 0) return
    const rows = await connection.query<GroupAdmission>(ordinary(groups))
    for (const [slot, one] of rows.flatMap((row) => countGroup(groups[row.place]!, row, known))) counted.set(slot, one)
  }
}

/** A batch's connection, or any of the pool. */
type Queryable = Pick<BatchConnection, 'query'>

/** The credential as text: calls of one credential never overtake each other, and are refused together while its counter is locked. */
function nameOf({ credential }: AdmissionRequest): string {
  if (credential.kind === 'api_key') return credential.name
  return credential.kind === 'access_token' ? `${credential.clientId} ${credential.userId}` : credential.token
}

/** Four of them, so that however many keys a locked account has, they hold at most four connections of the pool. */
const queueAlone = (asked: AdmissionRequest): string => String(nameOf(asked).charCodeAt(0) % 4)

/** Those who were granted nothing cost a second look, at which of their windows is full. */
async function readFullWindows(connection: Queryable, found: AdmissionRow[]): Promise<Map<string, Windows>> {
  const refused = new Map(found.filter(isRefused).map((one) => [counterOf(one), one]))
  if (refused.size === 0) return new Map()
  const rows = await connection.query<Windows & Pick<AdmissionRow, 'id' | 'counter'>>(
    readWindows([...refused.values()]),
  )
  return new Map(rows.flatMap((row) => (isFull(refused.get(counterOf(row))!, row) ? [[counterOf(row), row]] : [])))
}

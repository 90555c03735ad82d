import pg from 'pg'
import type { Clock } from '../base/clock.ts'
import { problems } from '../base/problems.ts'
import type { BatchOutcome, OnBatch } from '../db/batch.ts'
import type { BatchConnection } from '../db/batch-connection.ts'
import { batchedOver } from '../db/batched-over.ts'
import type { Database } from '../db/database.ts'
import { createQueueByKey } from '../db/queue-by-key.ts'
import { createStuckKeys } from '../db/stuck-keys.ts'
import { isDatabaseAway, isLockTimeout, isUniqueViolation } from '../db/wire/errors.ts'
import { spendAlone } from './spend-alone.ts'
import { createSpendBatch } from './spend-batch.ts'
import { createSpendEach } from './spend-each.ts'
import type { SpendOutcome, SpendRequest } from './spend-request.ts'

export type Spending = {
  spend(request: SpendRequest): Promise<SpendOutcome>
  /** Rejects when a connection that spends use is lost. */
  check(): Promise<void>
  close(): Promise<void>
}

/** After this many lost races with other nodes the requests of a batch run alone. */
const batchTries = 3

type SpendingOptions = {
  batchMax?: number
  waitingMax?: number
  onBatch?: OnBatch
  /** Hears of the credits that were taken, for those who watch. */
  onSpent?: ((credits: number) => void) | undefined
}

/**
 * Spends credits for contacts, each contact once per account forever. Requests go through in batches. Those that a batch
 * leaves out (they are refused, repeat an Idempotency-Key, open a period, take from several lots, or report that credits are low) each
 * run alone, so that one caller's refusal never touches another's request. An account whose balance another transaction keeps locked is
 * kept out of the batches, and answered with 503, until it is free again.
 */
export function createSpending(
  database: Database,
  clock: Clock,
  { batchMax = 256, waitingMax = 4_096, onBatch, onSpent }: SpendingOptions = {},
): Spending {
  const whenFull = () => problems.serviceUnavailable(1)
  const spendEach = createSpendEach(clock)
  const spendBatch = createSpendBatch(clock)
  const oneAtATime = createQueueByKey({ waitingMax, whenFull })
  const stuck = createStuckKeys()

  /** Those that `spend-each.ts` serves, then the others; whom a statement leaves out, or who made it fail, runs alone. */
  async function runBatch(
    connection: BatchConnection,
    requests: SpendRequest[],
  ): Promise<BatchOutcome<SpendOutcome>[]> {
    const outcomes: BatchOutcome<SpendOutcome>[] = requests.map(() => 'alone')
    const served = await unlessRefused(requests, () => spendEach(connection, requests))
    if (served === null) return outcomes
    for (const [place, output] of served) outcomes[place] = { output }
    const left = requests.flatMap((_, place) => (served.has(place) ? [] : [place]))
    if (left.length === 0) return outcomes
    const others = left.map((place) => requests[place]!)
    const answers = await unlessRefused(others, () => spendBatch(connection, others)).catch((error: unknown) => {
      // What has been committed is answered, whatever becomes of the others.
      if (served.size === 0) throw error
      return null
    })
    answers?.forEach((answer, at) => {
      outcomes[left[at]!] = answer
    })
    return outcomes
  }

  /** Tries again where another node was faster. Null: the database refused the statement, which did nothing. */
  async function unlessRefused<T>(requests: SpendRequest[], work: () => Promise<T>): Promise<T | null> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work()
      } catch (error) {
        if (isUniqueViolation(error) && tries < batchTries) continue
        if (!isRefusedStatement(error)) throw error
        // One of the accounts is locked, and the statement does not say which: each finds out for itself.
        if (isLockTimeout(error)) stuck.suspect(requests.map(({ accountId }) => accountId))
        return null
      }
    }
  }

  const batched = batchedOver<SpendRequest, SpendOutcome>(database, {
    batchMax,
    waitingMax,
    onBatch,
    keyOf: ({ accountId }) => accountId,
    // Reveals of a job come one after the other: they gain nothing by a batch, whose statement need not know of jobs.
    isAlone: ({ accountId, job }) => job !== undefined || stuck.isSuspect(accountId),
    runBatch,
    runAlone: (request) =>
      oneAtATime(request.accountId, () => stuck.guard(request.accountId, () => spendAlone(database, clock, request))),
  })
  return {
    async spend(request) {
      const outcome = await batched.call(request)
      if (outcome.kind === 'spent' && !outcome.replayed) onSpent?.(outcome.spent)
      return outcome
    },
    check: batched.check,
    close: batched.close,
  }
}

/** The database refused the statement and rolled it back: one of the requests is at fault, and only that one may fail. */
const isRefusedStatement = (error: unknown): boolean => error instanceof pg.DatabaseError && !isDatabaseAway(error)

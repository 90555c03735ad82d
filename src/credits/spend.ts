import pg from 'pg'
import type { Clock } from '../clock.ts'
import { createBatcher } from '../db/batch.ts'
import { createBatchConnection } from '../db/batch-connection.ts'
import type { Database } from '../db/database.ts'
import { isDatabaseAway } from '../db/wire/errors.ts'
import { problems } from '../problems.ts'
import { createQueueByKey } from './queue-by-key.ts'
import { spendAlone } from './spend-alone.ts'
import { createSpendBatch } from './spend-batch.ts'
import type { SpendOutcome, SpendRequest } from './spend-request.ts'

export type Spending = {
  spend(request: SpendRequest): Promise<SpendOutcome>
  /** Rejects when a connection that spends use is lost. */
  check(): Promise<void>
  close(): Promise<void>
}

/**
 * Spends credits for contacts, each contact once per account for ever. Requests that can't fail go through in batches;
 * the others (a balance near zero, a new period, a known idempotency key, an actor's limit) each get a transaction of
 * their own, so that one caller's refusal never touches another's request.
 */
export function createSpending(
  database: Database,
  clock: Clock,
  { queues = 1, maxBatch = 256, maxWaiting = 4_096 } = {},
): Spending {
  const whenFull = () => problems.serviceUnavailable(1)
  const spendBatch = createSpendBatch(clock)
  const queue = createQueueByKey({ maxWaiting, whenFull })
  const connections = Array.from({ length: queues }, () => createBatchConnection(database))
  const batcher = createBatcher<SpendRequest, SpendOutcome>({
    queues,
    maxBatch,
    maxWaiting,
    whenFull,
    queueKey: (request) => request.accountId,
    exclusiveKey: (request) =>
      request.idempotencyKey === null ? undefined : `${request.accountId} ${request.idempotencyKey}`,
    runBatch: (queue, requests) =>
      spendBatch(connections[queue]!, requests).catch((error) => {
        if (!isRefusedStatement(error)) throw error
        return requests.map(() => 'alone' as const)
      }),
    runAlone: (request) => queue(request.accountId, () => spendAlone(database, clock, request)),
  })
  return {
    spend: (request) => batcher.call(request),
    check: async () => void (await Promise.all(connections.map((connection) => connection.check()))),
    close: async () => {
      await batcher.drain()
      await Promise.all(connections.map((connection) => connection.close()))
    },
  }
}

/** The database refused the statement and rolled it back: one of the requests is at fault, and only that one may fail. */
const isRefusedStatement = (error: unknown): boolean => error instanceof pg.DatabaseError && !isDatabaseAway(error)

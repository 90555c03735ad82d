import pg from 'pg'
import type { Clock } from '../clock.ts'
import { createBatcher } from '../db/batch.ts'
import { type Database, isDatabaseAway } from '../db/database.ts'
import { createLane } from '../db/lane.ts'
import { problems } from '../problems.ts'
import type { CountedActor } from './actor-spends.ts'
import type { Actor, Door } from './ledger.ts'
import type { Period } from './periods.ts'
import { spendAlone } from './spend-alone.ts'
import { createSpendBatch } from './spend-batch.ts'
import { createTurns } from './turns.ts'

export type SpendItem = {
  contactId: string
  /** Can be bought now: in the catalogue, not suppressed, with an exportable channel. */
  purchasable: boolean
  /** May be shown to an account that owns it: known and not suppressed. */
  readable: boolean
}

export type SpendRequest = {
  accountId: string
  period: Period
  door: Door
  actor: Actor
  countsFor: CountedActor[]
  requestId: string
  idempotencyKey: string | null
  /** Every contact asked for, once each, in the order asked. */
  items: SpendItem[]
}

/** `revealedAt` is null for an item that this account can't have. */
export type SpentItem = { contactId: string; revealedAt: Date | null; charged: boolean }

export type SpendOutcome =
  | { kind: 'spent'; items: SpentItem[]; spent: number; remaining: number; replayed: boolean }
  | { kind: 'insufficient_credits'; required: number; remaining: number; periodCredits: number }
  | { kind: 'actor_limit_reached'; actor: CountedActor['type']; limit: number; periodCredits: number }
  | { kind: 'idempotency_conflict' }

export type Spending = {
  spend(request: SpendRequest): Promise<SpendOutcome>
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
  { lanes = 1, maxBatch = 256, maxWaiting = 4_096 } = {},
): Spending {
  const whenFull = () => problems.serviceUnavailable(1)
  const spendBatch = createSpendBatch(clock)
  const turns = createTurns({ maxWaiting, whenFull })
  const connections = Array.from({ length: lanes }, () => createLane(database))
  const batcher = createBatcher<SpendRequest, SpendOutcome>({
    lanes,
    maxBatch,
    maxWaiting,
    whenFull,
    laneKey: (request) => request.accountId,
    exclusiveKey: (request) =>
      request.idempotencyKey === null ? undefined : `${request.accountId} ${request.idempotencyKey}`,
    runBatch: (lane, requests) =>
      spendBatch(connections[lane]!, requests).catch((error) => {
        if (!isRefusedStatement(error)) throw error
        return requests.map(() => 'alone' as const)
      }),
    runAlone: (request) => turns(request.accountId, () => spendAlone(database, clock, request)),
  })
  return {
    spend: (request) => batcher.call(request),
    close: async () => {
      await batcher.drain()
      await Promise.all(connections.map((connection) => connection.close()))
    },
  }
}

/** The database refused the statement and rolled it back: one of the requests is at fault, and it shall be the only one to know. */
const isRefusedStatement = (error: unknown): boolean => error instanceof pg.DatabaseError && !isDatabaseAway(error)

/**
 * What an operator can do, as data and a function: the same object is an endpoint of `/admin/v1` for programs with an operator
 * key, and what a page of the console shows or does. Like an operation of an account (`call/operation.ts`), without an account.
 */
import { type Static, type TSchema, Type } from 'typebox'
import type { Plans } from '../accounts/plan.ts'
import type { Clock } from '../base/clock.ts'
import type { CursorSealer } from '../base/seal.ts'
import type { LivePlans } from '../billing/plans/live-plans.ts'
import type { BillingServices } from '../billing/sync/billing-services.ts'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import type { Database } from '../db/database.ts'
import type { Queue } from '../queue/queue.ts'
import type { OperatorCaller } from './caller.ts'
import type { Finding } from './health/finding.ts'

export type OperatorNeeds = {
  database: Database
  /** For what reads much: apart from the connections of requests. */
  background: Database
  queue: Queue
  clock: Clock
  plans: Plans
  livePlans: LivePlans
  channelKeys: ChannelKeys
  /** The synthetic catalogue of test mode. */
  makeTestCatalogue(): object
  cursors: CursorSealer
  billing: BillingServices
  /** Where a node keeps its files; null where nobody knows. */
  dataDir: string | null
  /** The findings of `prospector doctor`, at most a minute old. */
  examine(): Promise<Finding[]>
}

type Part = TSchema | undefined
type Read<P extends Part> = P extends TSchema ? Static<P> : Record<never, never>

type OperatorOperation<
  Reply extends TSchema,
  Body extends Part,
  Query extends Part,
  Params extends Part,
  Id extends string = string,
> = {
  id: Id
  method: 'GET' | 'POST'
  /** Relative to `/admin/v1`; parameters in braces. */
  path: string
  summary: string
  request: { body?: Body; query?: Query; params?: Params }
  /** An allow-list, as everywhere. `request_id` is added to it. */
  reply: Reply
  run(
    call: { by: OperatorCaller; body: Read<Body>; query: Read<Query>; params: Read<Params> },
    needs: OperatorNeeds,
  ): Promise<Static<Reply>>
}

/** Ties the schemas to the types of `run`, and keeps the id as a type: what is said after an act is looked up by it. */
export const defineOperatorOperation = <
  Reply extends TSchema,
  Body extends Part = undefined,
  Query extends Part = undefined,
  Params extends Part = undefined,
  Id extends string = string,
>(
  operation: OperatorOperation<Reply, Body, Query, Params, Id>,
): OperatorOperation<Reply, Body, Query, Params, Id> => operation

/** An operation as the interfaces see it, whatever its types. */
export type AnyOperatorOperation = Omit<OperatorOperation<TSchema, Part, Part, Part>, 'run'> & {
  run(call: never, needs: OperatorNeeds): Promise<unknown>
}

export const idLengthMax = 64
export const accountParams = Type.Object({ account_id: Type.String({ maxLength: idLengthMax }) })

export const reasonLengthMax = 500
/** Why: in the audit log, and in the ledger where credits move. One line, so that lists stay lists. */
export const reason = Type.String({
  minLength: 1,
  maxLength: reasonLengthMax,
  pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*\\S[^\\u0000-\\u001f\\u007f-\\u009f]*$',
})

import { type Static, type TSchema, Type } from 'typebox'
import type { ProblemCode } from '../base/problems.ts'
import type { Scope, SessionScope } from '../base/scopes.ts'
import type { Meter } from '../metering/request-counters.ts'
import type { AdmittedCaller, EnteringCaller } from './entry.ts'

/** Where a request came from, for the audit log. */
export type CallerOrigin = { address: string; userAgent: string | null }

/** What REST or MCP passes to an operation: the admitted caller and the validated parts of the request. */
export type Call<Body, Query, Params, Headers> = AdmittedCaller & Request<Body, Query, Params, Headers>

/** What REST passes to an operation that runs before its caller is admitted. */
type EarlyCall<Body, Query, Params, Headers> = { caller: EnteringCaller } & Request<Body, Query, Params, Headers>

type Request<Body, Query, Params, Headers> = {
  requestId: string
  from: CallerOrigin
  body: Body
  query: Query
  params: Params
  headers: Headers
  /** Sets a header of the reply. */
  setHeader(name: string, value: string): void
  /**
   * Before waiting for something that is not work: the request no longer counts as one that the node is busy with. Absent where
   * nobody can wait aside.
   */
  stepAside?: (() => void) | undefined
  /** A creating operation made nothing new (a replay, a dry run): the answer is a 200 instead of a 201. */
  answerOk(): void
}

export type Example = { summary: string; request?: unknown; reply: unknown }

type Part = TSchema | undefined
type Read<P extends Part> = P extends TSchema ? Static<P> : Record<never, never>

type Operation<
  Needs = never,
  Reply extends TSchema = TSchema,
  Body extends Part = Part,
  Query extends Part = Part,
  Params extends Part = Part,
  Headers extends Part = Part,
> = {
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to the base address; parameters in braces, as OpenAPI writes them. */
  path: string
  summary: string
  /** What it does, for every caller: nothing about headers, encodings or statuses. */
  description: string
  /** What only callers over HTTP need to know. */
  overHttp?: string
  /** Who may call it: the scope a credential needs. */
  scope: Scope | SessionScope
  /** Scopes that are as good as `scope` here. */
  orScopes?: readonly Scope[]
  /** A call may cost contact credits: MCP asks for a confirmation first, with the quote of this operation. */
  spends?: {
    quotedBy: string
    /** Arguments of the quoting call beyond the caller's, where the operation quotes itself. */
    quoteWith?: object
    /** Whether a call with these arguments can't cost anything. */
    isFree?(body: never): boolean
  }
  /** It changes something of the account beyond spending credits: tools are annotated so. */
  changes?: true
  /** Not a tool for agents: it spends without a quote of its own, or decides about money. */
  forPeople?: true
  /** A POST that changes nothing: clients may send it again after any failure. */
  readsOnly?: true
  /** Which window it is counted in. */
  meter: Meter
  /** It makes something: the answer is a 201, unless `run` says that it made nothing new (`answerOk`). */
  creates?: true
  /** The body may have `largeBodyBytesMax` instead of `bodyBytesMax`, for operations that take long lists. */
  takesLargeBody?: true
  /**
   * A billing operation that is no way back in: without API access it is closed to keys and integrations. People reach it in
   * the web application.
   */
  closedWithoutAccess?: true
  /** People in the web application reach it without API access: it is about what they keep or have paid for. */
  openToPeople?: true
  /** Lets members of a suspended account switch to another one. */
  openWhenSuspended?: true
  /** Pasted text is looked up, never stored: what no database can hold is simply not found. */
  takesAnyText?: true
  request: {
    body?: Body
    query?: Query
    params?: Params
    headers?: Headers
    /** Headers that are options of the operation: what tools take as arguments instead. */
    headerArguments?: { fields: TSchema; toHeaders(given: never): object }
  }
  /** The reply is an allow-list: what is not in this schema can't leave. `request_id` is added to it. */
  reply: Reply
  /**
   * The reply holds a credential, or channels next to text that the caller chose. It is never compressed: its length would
   * give away what a guess has in common with it (BREACH).
   */
  neverCompressed?: true
  /** Headers that only this reply carries, and that the description names. One with an ETag can answer 304. */
  replyHeaders?: readonly ('ETag' | 'Idempotent-Replayed' | 'Original-Request-Id')[]
  /** Every problem `run` may raise, beyond those that its scope, meter and schema imply. */
  problems: ProblemCode[]
  example: Example
  run(
    call: Call<Read<Body>, Read<Query>, Read<Params>, Read<Headers>>,
    needs: Needs,
  ): Promise<Omit<Static<Reply>, 'request_id'>>
  /**
   * The same answer over REST, for requests that come often: it begins before the caller is admitted. It may read meanwhile, but
   * admits the caller before it returns. Bytes are sent as they are, `request_id` included; a test holds them, byte for byte,
   * against what the reply's schema lets through of the answer of `run`.
   */
  runEarly?(
    call: EarlyCall<Read<Body>, Read<Query>, Read<Params>, Read<Headers>>,
    needs: Needs,
  ): Promise<Omit<Static<Reply>, 'request_id'> | Buffer>
  /** The same answer as a spreadsheet, for callers that ask for text/csv: every row, streamed. */
  csv?: {
    /** Unset: the first row names them. */
    columns?: string[] | ((call: Call<Read<Body>, Read<Query>, Read<Params>, Read<Headers>>) => string[])
    rows(call: Call<Read<Body>, Read<Query>, Read<Params>, Read<Headers>>, needs: Needs): AsyncIterable<string[]>
  }
  /** The whole answer as JSON Lines, streamed, unless the caller asks for text/csv or application/json. */
  lines?: {
    /** The allow-list of a line. */
    line: TSchema
    rows(call: Call<Read<Body>, Read<Query>, Read<Params>, Read<Headers>>, needs: Needs): AsyncIterable<unknown>
  }
}

/** Ties the schemas to the types of `run`. An operation without a scope, a meter or its problems does not compile. */
export function defineOperation<
  Needs,
  Reply extends TSchema,
  Body extends Part = undefined,
  Query extends Part = undefined,
  Params extends Part = undefined,
  Headers extends Part = undefined,
>(
  operation: Operation<Needs, Reply, Body, Query, Params, Headers>,
): Operation<Needs, Reply, Body, Query, Params, Headers> {
  return operation
}

/** An operation as REST and MCP see it: data and a function, whatever its types. */
export type AnyOperation<Needs> = Omit<Operation<Needs>, 'run' | 'runEarly' | 'csv' | 'lines'> & {
  run(call: never, needs: Needs): Promise<object>
  runEarly?(call: never, needs: Needs): Promise<object>
  csv?: {
    columns?: string[] | ((call: never) => string[])
    rows(call: never, needs: Needs): AsyncIterable<string[]>
  }
  lines?: { line: TSchema; rows(call: never, needs: Needs): AsyncIterable<unknown> }
}

/** The body of a POST that has nothing to say: it may be left out (HTTP-9). */
export const emptyBody = Type.Object({}, { additionalProperties: false })

/**
 * Ways back in are asked for by buttons and scripts with nothing to say, and some operations take nothing: there no body is
 * an empty one. Everywhere else a POST says what it wants (HTTP-9).
 */
export function mayOmitBody({ meter, request: { body } }: Pick<AnyOperation<never>, 'meter' | 'request'>): boolean {
  const { required = [], properties } = (body ?? {}) as { required?: string[]; properties?: object }
  const takesNothing = properties !== undefined && Object.keys(properties).length === 0
  return takesNothing || ((meter === 'billing' || meter === 'feed') && required.length === 0)
}

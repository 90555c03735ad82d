import { type Parts, ProspectorError, sendOperation } from '../../../sdk/transport.ts'
import { type Operations, type Problem, routes, type SessionProblem } from './generated.ts'
import { whilePending } from './pending.ts'

type OperationId = keyof Operations
export type Reply<Id extends OperationId> = Operations[Id]['reply']
export type Body<Id extends OperationId> = Operations[Id]['body']

type Refusal = (Problem | SessionProblem)['error']
/** The way out that an error offers. */
export type BillingAction = NonNullable<Refusal['billing']>

/** A refusal or a failure of the API, in its own words. Offline and unreadable answers take the same form. */
export class ApiError extends ProspectorError {
  declare readonly code: Refusal['code'] | 'offline' | 'no_answer' | 'unreadable_answer'
  declare readonly billing: BillingAction | undefined
  /** Which limit was exceeded, and when it resets. */
  declare readonly limit: Refusal['limit']

  /** The outcome is unknown, and a reveal may have happened: retrying the same request is safe. Below 400 the answer broke off. */
  get isRetryable(): boolean {
    return this.status < 400 || this.status === 429 || this.status >= 500
  }
}

type CallParts<Id extends OperationId> = Omit<Parts, 'params' | 'query' | 'body'> & {
  params?: Operations[Id]['params']
  query?: Operations[Id]['query']
  body?: Body<Id>
}

/** Calls an operation with the session's cookie. The browser vouches for the origin, so nothing else is needed. */
export async function call<Id extends OperationId>(id: Id, given: CallParts<Id> = {}): Promise<Reply<Id>> {
  const response = await send(id, given, 'application/json')
  return (await response.json().catch(() => {
    throw unreadable(response.status, response.headers.get('X-Request-Id'))
  })) as Reply<Id>
}

/**
 * The same operation as a spreadsheet, in the parts in which the server sends it. `onPart` hears of each. A connection that
 * breaks on the way leaves no half a file.
 */
export async function download<Id extends OperationId>(
  id: Id,
  given: CallParts<Id> = {},
  onPart: (part: Uint8Array) => void = () => {},
): Promise<Uint8Array<ArrayBuffer>[]> {
  const { body } = await send(id, given, 'text/csv')
  const parts: Uint8Array<ArrayBuffer>[] = []
  const reader = body!.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw offline()
    })
    if (done) return parts
    parts.push(value)
    onPart(value)
  }
}

/** One attempt: whether to try again is decided by those who show the outcome. */
const sending = {
  retries: 0,
  waitSecondsMax: 0,
  credentials: 'same-origin',
  fetch: (...request: Parameters<typeof fetch>) => fetch(...request),
} as const

async function send<Id extends OperationId>(id: Id, given: CallParts<Id>, accept: string): Promise<Response> {
  return whilePending(given.signal, unanswered, async (signal) => {
    const parts = { ...given, signal, headers: { Accept: accept, ...given.headers } }
    return sendOperation(routes[id], parts as Parts, { ...sending, origin: location.origin })
  }).catch((error: unknown) => {
    if (given.signal?.aborted || error instanceof ApiError) throw error
    throw error instanceof ProspectorError ? toApiError(error) : offline()
  })
}

export const offline = () =>
  new ApiError(0, { code: 'offline', message: 'The server can’t be reached. Check your connection.' })

/** Somebody stopped waiting. The request may have been carried out. */
const unanswered = () =>
  new ApiError(0, { code: 'no_answer', message: 'The server did not answer. It may be busy, or restarting.' })

const unreadable = (status: number, requestId: string | null | undefined) =>
  new ApiError(status, { message: 'The server’s answer could not be read.', request_id: requestId ?? undefined })

function toApiError(refused: ProspectorError): ApiError {
  const { status, code, message, type, param, billing, limit, requestId, retryAfterSeconds } = refused
  if (code === 'unreadable_answer') return unreadable(status, requestId)
  return new ApiError(status, { code, message, type, param, billing, limit, request_id: requestId }, retryAfterSeconds)
}

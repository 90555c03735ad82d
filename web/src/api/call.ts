import { type Operations, type Problem, routes, type SessionProblem } from './generated.ts'

type OperationId = keyof Operations
export type Reply<Id extends OperationId> = Operations[Id]['reply']
export type Body<Id extends OperationId> = Operations[Id]['body']

type Refusal = (Problem | SessionProblem)['error']
/** The way out that an error offers. */
export type BillingAction = NonNullable<Refusal['billing']>
type ErrorCode = Refusal['code'] | 'offline' | 'unreadable_answer'

/** What is known of a refusal: everything, what this application says itself, or nothing of an unreadable answer. */
type Said = Partial<Pick<Refusal, 'message' | 'param' | 'billing' | 'limit' | 'request_id'>> & { code?: ErrorCode }

/** A refusal or a failure of the API, in its own words. Offline and unreadable answers take the same form. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly param: string | undefined
  readonly billing: BillingAction | undefined
  /** Which limit was exceeded, and when it resets. */
  readonly limit: Refusal['limit']
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, said: Said, requestId?: string, retryAfterSeconds?: number) {
    super(said.message ?? 'The server’s answer could not be read.')
    this.status = status
    this.code = said.code ?? 'unreadable_answer'
    this.param = said.param
    this.billing = said.billing
    this.limit = said.limit
    this.requestId = said.request_id ?? requestId
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** Nothing says that the request was refused: the same request may succeed, and a reveal may have happened. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }
}

type Given<Id extends OperationId> = {
  params?: Operations[Id]['params']
  query?: Operations[Id]['query']
  body?: Body<Id>
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
}

/** Calls an operation with the session's cookie. The browser vouches for the origin, so nothing else is needed. */
export async function call<Id extends OperationId>(id: Id, given: Given<Id> = {}): Promise<Reply<Id>> {
  const response = await send(id, given, 'application/json')
  return (await response.json().catch(() => {
    throw new ApiError(response.status, {}, response.headers.get('X-Request-Id') ?? undefined)
  })) as Reply<Id>
}

/** The same operation as a spreadsheet. */
export async function download<Id extends OperationId>(id: Id, given: Given<Id> = {}): Promise<Blob> {
  const response = await send(id, given, 'text/csv')
  return response.blob()
}

async function send<Id extends OperationId>(id: Id, given: Given<Id>, accept: string): Promise<Response> {
  const { method } = routes[id]
  const response = await fetch(addressOf(id, given), {
    method,
    credentials: 'same-origin',
    signal: given.signal ?? null,
    headers: {
      Accept: accept,
      ...(method === 'POST' && { 'Content-Type': 'application/json' }),
      ...given.headers,
    },
    ...(method === 'POST' && { body: JSON.stringify(given.body ?? {}) }),
  }).catch((error: unknown) => {
    if (given.signal?.aborted) throw error
    throw offline()
  })
  if (!response.ok) throw await toApiError(response)
  return response
}

export const offline = () =>
  new ApiError(0, { code: 'offline', message: 'The server can’t be reached. Check your connection.' })

async function toApiError(response: Response): Promise<ApiError> {
  const { error = {} } = (await response.json().catch(() => ({}))) as { error?: Said }
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return new ApiError(
    response.status,
    error,
    response.headers.get('X-Request-Id') ?? undefined,
    Number.isFinite(retryAfter) ? retryAfter : undefined,
  )
}

function addressOf<Id extends OperationId>(id: Id, { params = {}, query = {} }: Given<Id>): string {
  const values = params as Record<string, string>
  const path = routes[id].path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) asked.set(name, String(value))
  return asked.size > 0 ? `${path}?${asked}` : path
}

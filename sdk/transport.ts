/** One call of an operation over HTTP: its address, its body, its retries and its errors. Every client of the API uses it. */
import type { BillingAction, ExceededLimit } from './generated.ts'

type Route = { method: string; path: string }

export type Parts = {
  params?: Record<string, unknown> | undefined
  query?: Record<string, unknown> | undefined
  body?: unknown
  headers?: Record<string, string> | undefined
  signal?: AbortSignal | undefined
}

type TransportOptions = {
  /** The address of the service, without /api/v1. */
  origin: string
  /** How often a request is sent again. */
  retries: number
  /** The longest wait before a retry, in seconds. When the service asks for more, the error comes at once. */
  waitSecondsMax: number
  /** How long one attempt may take, in seconds. Of a body that is read piece by piece, until it begins. */
  timeoutSeconds?: number
  /** The whole body belongs to the attempt: a connection that is lost within it is a failure like any other. */
  isReadWhole?: boolean
  /** Sending it twice does no harm, so it is sent again also when nobody knows whether the first attempt did something. */
  isRepeatable?: boolean
  fetch: typeof fetch
  /** For pages of the service itself, which have a cookie. */
  credentials?: 'same-origin'
}

/** The service refused, in the words of its error envelope. */
export class ProspectorError extends Error {
  readonly status: number
  readonly type: string
  readonly code: string
  /** The part of the request that is wrong, as a dotted path. */
  readonly param: string | undefined
  /** How a person can fix it, where paying or subscribing helps. */
  readonly billing: BillingAction | undefined
  /** The quota that is used up, and when it renews. */
  readonly limit: ExceededLimit | undefined
  /** When a retry can succeed, as the service said; undefined when it said nothing. */
  readonly retryAfterSeconds: number | undefined
  /** Names the request, for support. */
  readonly requestId: string | undefined
  /** The page of the docs about this code. */
  readonly docUrl: string | undefined
  /** The key that the request carried: send it again under the same one, and nothing is charged twice. */
  idempotencyKey: string | undefined

  constructor(status: number, error: Record<string, unknown>, retryAfterSeconds?: number) {
    super(String(error.message ?? `The service answered with status ${status}.`))
    this.name = new.target.name
    this.status = status
    this.type = String(error.type ?? 'server_error')
    this.code = String(error.code ?? 'unreadable_answer')
    this.param = error.param as string | undefined
    this.billing = error.billing as BillingAction | undefined
    this.limit = error.limit as ExceededLimit | undefined
    this.retryAfterSeconds = retryAfterSeconds
    this.requestId = error.request_id as string | undefined
    this.docUrl = error.doc_url as string | undefined
  }
}

type ErrorClass = new (...given: ConstructorParameters<typeof ProspectorError>) => ProspectorError

/** Transient failures: timeouts, rate limits, and errors of proxies or of the service. Other clients follow (`scripts/stated-numbers.ts`). */
export const passing: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504])

/**
 * Answers with a reply of success; anything else throws. A network failure throws what `fetch` threw. What changes something and
 * carries no key is sent again only when the service says that it did nothing, which a 429 does.
 */
export async function sendOperation(
  route: Route,
  parts: Parts,
  sending: TransportOptions,
  errorClassOf: (error: Record<string, unknown>) => ErrorClass = () => ProspectorError,
): Promise<Response> {
  const { retries, waitSecondsMax, isRepeatable = route.method === 'GET' } = sending
  const { signal } = parts
  for (let attempt = 0; ; attempt += 1) {
    const answer = await attemptOnce(route, parts, sending).catch((failure: unknown) => {
      if (!isRepeatable || attempt >= retries || signal?.aborted) throw failure
      return null
    })
    if (answer?.ok) return answer
    const seconds = waitSeconds(answer, attempt)
    const mayPass = !answer || (passing.has(answer.status) && (isRepeatable || answer.status === 429))
    if (answer && !(mayPass && attempt < retries && seconds <= waitSecondsMax))
      throw await readError(answer, errorClassOf)
    await pause(seconds, signal)
  }
}

async function attemptOnce(
  route: Route,
  parts: Parts,
  { origin, credentials, timeoutSeconds, isReadWhole, fetch: request }: TransportOptions,
): Promise<Response> {
  const hasBody = route.method !== 'GET' && (parts.body !== undefined || route.method === 'POST')
  const { signal, end } = limitTime(parts.signal, timeoutSeconds)
  try {
    const answer = await request(addressOf(route, parts, origin), {
      method: route.method,
      headers: { Accept: 'application/json', ...(hasBody && { 'Content-Type': 'application/json' }), ...parts.headers },
      ...(hasBody && { body: JSON.stringify(parts.body ?? {}) }),
      ...(credentials && { credentials }),
      ...(signal && { signal }),
    })
    if (isReadWhole) await answer.clone().arrayBuffer()
    return answer
  } finally {
    end(isReadWhole)
  }
}

/**
 * Aborts when the caller does, and when the time is up. After `end` time plays no part, and the caller's signal only while there is
 * something left to read. By hand: Node 20.0 has no `AbortSignal.any`.
 */
function limitTime(given: AbortSignal | undefined, seconds: number | undefined) {
  if (seconds === undefined) return { signal: given, end: () => {} }
  const late = AbortSignal.timeout(seconds * 1_000)
  const either = new AbortController()
  const abort = () => either.abort(given?.aborted ? given.reason : late.reason)
  for (const one of [late, given]) one?.addEventListener('abort', abort)
  if (given?.aborted) abort()
  return {
    signal: either.signal,
    end(isRead: boolean | undefined) {
      late.removeEventListener('abort', abort)
      if (isRead) given?.removeEventListener('abort', abort)
    },
  }
}

function addressOf({ path }: Route, { params = {}, query = {} }: Parts, origin: string): URL {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
  const address = new URL(filled, origin)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) address.searchParams.set(name, String(value))
  }
  return address
}

/** An answer without a readable envelope came from something in between; its header may still name the request. */
async function readError(
  answer: Response,
  errorClassOf: (error: Record<string, unknown>) => ErrorClass,
): Promise<ProspectorError> {
  const { error = {} } = (await answer.json().catch(() => ({}))) as { error?: Record<string, unknown> }
  const requestId = error.request_id ?? answer.headers.get('X-Request-Id') ?? undefined
  const type = error.type ?? (answer.status >= 500 ? 'server_error' : undefined)
  return new (errorClassOf({ ...error, type }))(answer.status, { ...error, request_id: requestId }, retryAfter(answer))
}

export const firstRetrySeconds = 0.25

/** As the service asks; otherwise a little longer each time, spread so that many clients do not come back at once. */
const waitSeconds = (answer: Response | null, attempt: number): number =>
  (answer && retryAfter(answer)) ?? firstRetrySeconds * 2 ** attempt * (0.5 + Math.random() / 2)

/** The header holds seconds, or a date when a proxy wrote it. */
function retryAfter({ headers }: Response): number | undefined {
  const text = headers.get('Retry-After')
  if (text === null) return undefined
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1_000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

export function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, seconds * 1_000)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop)
  })
}

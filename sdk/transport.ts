/** One call of an operation over HTTP: its address, its body, its retries and its errors. Every client of the API uses it. */
type Route = { method: string; path: string }

export type Parts = {
  params?: Record<string, unknown> | undefined
  query?: Record<string, unknown> | undefined
  body?: unknown
  headers?: Record<string, string> | undefined
  signal?: AbortSignal | undefined
}

type Sending = {
  /** The address of the service, without /api/v1. */
  origin: string
  /** How often a request is sent again after a network failure, a 429 or a 503. */
  retries: number
  /** The longest wait before a retry, in seconds. When the service asks for more, the error comes at once. */
  waitSecondsMax: number
  fetch: typeof fetch
  /** For pages of the service itself, which have a cookie. */
  credentials?: 'same-origin'
}

/** The service refused, in the words of its error envelope. */
export class ProspectorError extends Error {
  readonly status: number
  readonly type: string
  readonly code: string
  readonly param: string | undefined
  readonly billing: unknown
  /** The quota that is used up, and when it renews. */
  readonly limit: unknown
  /** When a retry can succeed, as the service said; undefined when it said nothing. */
  readonly retryAfterSeconds: number | undefined
  readonly requestId: string | undefined

  constructor(status: number, error: Record<string, unknown>, retryAfterSeconds?: number) {
    super(String(error.message ?? `The service answered with status ${status}.`))
    this.name = 'ProspectorError'
    this.status = status
    this.type = String(error.type ?? 'server_error')
    this.code = String(error.code ?? 'unreadable_answer')
    this.param = error.param as string | undefined
    this.billing = error.billing
    this.limit = error.limit
    this.retryAfterSeconds = retryAfterSeconds
    this.requestId = error.request_id as string | undefined
  }
}

/** Answers with a reply of success; anything else throws. A network failure throws what `fetch` threw. */
export async function sendOperation(route: Route, parts: Parts, sending: Sending): Promise<Response> {
  const { retries, waitSecondsMax, credentials, fetch: request } = sending
  const { signal } = parts
  const hasBody = parts.body !== undefined || route.method === 'POST'
  for (let attempt = 0; ; attempt += 1) {
    const answer = await request(addressOf(route, parts, sending.origin), {
      method: route.method,
      headers: { ...(hasBody && { 'Content-Type': 'application/json' }), ...parts.headers },
      ...(hasBody && { body: JSON.stringify(parts.body ?? {}) }),
      ...(credentials && { credentials }),
      ...(signal && { signal }),
    }).catch((failure: unknown) => {
      if (attempt >= retries || signal?.aborted) throw failure
      return null
    })
    if (answer?.ok) return answer
    const seconds = waitSeconds(answer, attempt)
    const isWorthwhile = attempt < retries && seconds <= waitSecondsMax
    if (answer && !(isPassing(answer) && isWorthwhile)) throw await readError(answer)
    await pause(seconds, signal)
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

const isPassing = ({ status }: Response): boolean => status === 429 || status === 503

/** An answer without a readable envelope came from something in between; its header may still name the request. */
async function readError(answer: Response): Promise<ProspectorError> {
  const { error = {} } = (await answer.json().catch(() => ({}))) as { error?: Record<string, unknown> }
  const requestId = error.request_id ?? answer.headers.get('X-Request-Id') ?? undefined
  return new ProspectorError(answer.status, { ...error, request_id: requestId }, retryAfter(answer))
}

/** As the service asks; after a network failure, or without a readable answer to that, a little longer each time. */
const waitSeconds = (answer: Response | null, attempt: number): number =>
  (answer && retryAfter(answer)) ?? 0.25 * 2 ** attempt

/** The header holds seconds, or a date when a proxy wrote it. */
function retryAfter({ headers }: Response): number | undefined {
  const text = headers.get('Retry-After')
  if (text === null) return undefined
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1_000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1_000)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}

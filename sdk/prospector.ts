import { type Operations, routes } from './generated.ts'

/** The TypeScript client of the Prospector API: every operation by its name, with the types of the description. */
export type Prospector = { [Id in keyof Operations]: (...given: Given<Id>) => Promise<Operations[Id]['reply']> } & {
  /** Every item of a list operation, page after page. */
  each<Id extends ListOperation>(id: Id, request?: ListRequest<Id>): AsyncGenerator<Item<Id>>
}

export type Options = {
  /** An API key or an OAuth access token. Keep it on a server. */
  apiKey: string
  /** The address of the service, without /api/v1. */
  origin: string
  /** How often a request is sent again after a network failure, a 429 or a 503. Default 3. */
  retries?: number
  /**
   * The longest wait before a retry, in seconds. Default 60, which is enough for a limit by the minute. When the service
   * asks for more, as it does for a daily or monthly quota, the error comes at once: its `retryAfterSeconds` says when.
   */
  waitSecondsMax?: number
  fetch?: typeof fetch
}

type Empty = Record<never, never>
type Parts<Id extends keyof Operations> = Operations[Id]['params'] &
  Operations[Id]['query'] &
  (Operations[Id]['body'] extends undefined ? Empty : Operations[Id]['body'])
/** One object: what stands in the path, the query string or the body is the description's business. */
type Given<Id extends keyof Operations> =
  Empty extends Parts<Id> ? [request?: Parts<Id>, options?: CallOptions] : [request: Parts<Id>, options?: CallOptions]

export type CallOptions = {
  /** For reveals: made for each call if you give none, so that a retry never spends twice. */
  idempotencyKey?: string
  signal?: AbortSignal
}

type ListOperation = {
  [Id in keyof Operations]: Operations[Id]['reply'] extends { object: 'list' } ? Id : never
}[keyof Operations]
type ListRequest<Id extends ListOperation> = Omit<Parts<Id>, 'cursor'>
type Item<Id extends ListOperation> = Operations[Id]['reply']['data'][number]

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

export function createProspector(options: Options): Prospector {
  const call = (id: string, request: object = {}, given: CallOptions = {}) =>
    send(options, id as keyof Operations, request as Record<string, unknown>, given)

  async function* each(id: string, request: object = {}): AsyncGenerator<unknown> {
    let cursor: string | null = null
    do {
      const page = (await call(id, cursor === null ? request : { ...request, cursor })) as {
        data: unknown[]
        next_cursor: string | null
      }
      yield* page.data
      cursor = page.next_cursor
    } while (cursor !== null)
  }

  const operations = Object.keys(routes).map((id) => [
    id,
    (request?: object, given?: CallOptions) => call(id, request, given),
  ])
  return { ...Object.fromEntries(operations), each } as Prospector
}

async function send(
  { apiKey, origin, retries = 3, waitSecondsMax = 60, fetch: request = fetch }: Options,
  id: keyof Operations,
  parts: Record<string, unknown>,
  { idempotencyKey, signal }: CallOptions,
): Promise<unknown> {
  const { method, path } = routes[id]
  const rest = { ...parts }
  const address = new URL(
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = encodeURIComponent(String(rest[name]))
      delete rest[name]
      return value
    }),
    origin,
  )
  const isPost: boolean = method === 'POST'
  if (!isPost) for (const [name, value] of Object.entries(rest)) address.searchParams.set(name, String(value))
  const spends = id === 'revealContacts'
  const headers: Record<string, string> = {
    Authorization: `Bearer ${apiKey}`,
    ...(isPost && { 'Content-Type': 'application/json' }),
    ...(spends && { 'Idempotency-Key': idempotencyKey ?? crypto.randomUUID() }),
  }
  for (let attempt = 0; ; attempt += 1) {
    const answer = await request(address, {
      method,
      headers,
      ...(isPost && { body: JSON.stringify(rest) }),
      ...(signal && { signal }),
    }).catch((failure: unknown) => {
      if (attempt >= retries || signal?.aborted) throw failure
      return null
    })
    if (answer?.ok) return answer.json()
    const seconds = waitSeconds(answer, attempt)
    const isWorthwhile = attempt < retries && seconds <= waitSecondsMax
    if (answer && !(isPassing(answer) && isWorthwhile)) throw await readError(answer)
    await pause(seconds, signal)
  }
}

const isPassing = ({ status }: Response): boolean => status === 429 || status === 503

async function readError(answer: Response): Promise<ProspectorError> {
  const body = (await answer.json().catch(() => ({}))) as { error?: Record<string, unknown> }
  return new ProspectorError(answer.status, body.error ?? {}, retryAfter(answer))
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

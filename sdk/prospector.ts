import { type Operations, routes } from './generated.ts'
import { sendOperation } from './transport.ts'

export { ProspectorError } from './transport.ts'

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
  const route = routes[id]
  const inPath = new Set([...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!))
  const rest = Object.fromEntries(Object.entries(parts).filter(([name]) => !inPath.has(name)))
  const hasBody: boolean = route.method !== 'GET'
  const spends = id === 'revealContacts'
  const headers = {
    Authorization: `Bearer ${apiKey}`,
    ...(spends && { 'Idempotency-Key': idempotencyKey ?? crypto.randomUUID() }),
  }
  const answer = await sendOperation(
    route,
    { params: parts, headers, signal, ...(hasBody ? { body: rest } : { query: rest }) },
    { origin, retries, waitSecondsMax, fetch: request },
  )
  return answer.json()
}

import { type Call, type CallOptions, callDefaults, type SendOptions } from './call.ts'
import { ConnectionError, errorClassOf } from './errors.ts'
import { createEvents, createJobs, type Events, type Jobs } from './following.ts'
import {
  type ContactRevealResult,
  contactsPerReveal,
  type Methods,
  type Operations,
  routes,
  version,
} from './generated.ts'
import { ProspectorError, sendOperation } from './transport.ts'

export type * from './call.ts'
export * from './errors.ts'
export type * from './following.ts'
export type * from './generated.ts'
export { ProspectorError } from './transport.ts'
export * from './webhooks.ts'

/** The client of the Prospector API: every operation by its name, with the types of the description. */
export type Prospector = Methods & {
  /** Every item of a list operation, page after page. */
  each<Id extends ListOperation>(id: Id, request?: ListRequest<Id>, options?: CallOptions): AsyncGenerator<Item<Id>>
  /** The same list as a spreadsheet, all of it: read it with `text()`, or piece by piece from `body`. */
  csv<Id extends CsvOperation>(id: Id, request?: PartsOf<Id>, options?: CallOptions): Promise<Response>
  /**
   * Reveals any number of contacts, 10 a request. Each request has a key of its own, made from `idempotencyKey`: after a failure
   * call again with the same contacts and `error.idempotencyKey`, and nothing is charged twice. `error.partial` holds what was
   * revealed before.
   */
  revealMany(contactIds: readonly string[], options?: RevealManyOptions): Promise<RevealedMany>
  jobs: Jobs
  events: Events
}

export type Options = SendOptions & {
  /** An API key or an OAuth access token. Keep it on a server. Default: the environment variable PROSPECTOR_KEY. */
  apiKey?: string
  /** The address of the service, without /api/v1. Default: the environment variable PROSPECTOR_URL. */
  origin?: string
  fetch?: typeof fetch
}

export type RevealManyOptions = CallOptions & {
  /** Called after each request with everything so far. */
  onProgress?: (soFar: RevealedMany) => void
}

export type RevealedMany = {
  data: ContactRevealResult['data']
  unavailable_contact_ids: string[]
  excluded_contact_ids: string[]
  /** What all requests spent, and what was left after the last. */
  credits: ContactRevealResult['credits'] | null
}

type Empty = Record<never, never>
type PartsOf<Id extends keyof Operations> = Operations[Id]['params'] &
  Operations[Id]['query'] &
  (Operations[Id]['body'] extends undefined ? Empty : Operations[Id]['body'])
type ListOperation = {
  [Id in keyof Operations]: Operations[Id]['reply'] extends { object: 'list' } ? Id : never
}[keyof Operations]
type CsvOperation = {
  [Id in keyof Operations]: Operations[Id] extends { csv: true } ? Id : never
}[keyof Operations]
type ListRequest<Id extends ListOperation> = Omit<PartsOf<Id>, 'cursor'>
type Item<Id extends ListOperation> = Operations[Id]['reply']['data'][number]

export function createProspector(options: Options = {}): Prospector {
  const settings = {
    apiKey: options.apiKey ?? environment('PROSPECTOR_KEY'),
    origin: options.origin ?? environment('PROSPECTOR_URL'),
  }
  if (!settings.apiKey) throw new TypeError('Pass apiKey, or set PROSPECTOR_KEY.')
  if (!settings.origin) throw new TypeError('Pass origin, or set PROSPECTOR_URL.')
  if (!/^https?:\/\//.test(settings.origin))
    throw new TypeError('origin (PROSPECTOR_URL) begins with https:// or http://.')
  const client = { ...options, ...settings } as Client
  const call = (id: string, request: object = {}, given: CallOptions = {}) =>
    toCall(send(client, id as keyof Operations, request as Record<string, unknown>, given))

  async function* each(id: string, request: object = {}, given: CallOptions = {}): AsyncGenerator<unknown> {
    for (let rest = {}, isOver = false; !isOver; ) {
      const page = (await call(id, { ...request, ...rest }, given)) as Page
      yield* page.data
      isOver = !page.has_more
      // The feed of events is read by sequence.
      rest = page.next_after === undefined ? { cursor: page.next_cursor } : { after: page.next_after }
    }
  }

  const methods = Object.keys(routes).map((id) => [
    id,
    (request?: object, given?: CallOptions) => call(id, request, given),
  ])
  return {
    ...Object.fromEntries(methods),
    each,
    csv: (id: keyof Operations, request: Record<string, unknown> = {}, given: CallOptions = {}) =>
      send(client, id, request, { ...given, headers: { Accept: 'text/csv', ...given.headers } }, true),
    revealMany: (ids: readonly string[], given?: RevealManyOptions) => revealMany(client, ids, given),
    jobs: createJobs(call),
    events: createEvents(call),
  } as Prospector
}

type Page = { data: unknown[]; has_more: boolean; next_cursor?: string | null; next_after?: number }

type Client = Options & { apiKey: string; origin: string }

const environment = (name: string): string | undefined =>
  (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.[name]

function toCall(sent: Promise<Response>): Call<unknown> {
  const reply = sent.then((response) => response.json())
  const withResponse = async () => ({ data: await reply, response: await sent })
  return Object.assign(reply, { withResponse })
}

/** Browsers name themselves, and would ask the server for leave to send another name. */
const userAgent = !('document' in globalThis) ? { 'User-Agent': `prospector-client-js/${version}` } : {}

async function send(
  client: Client,
  id: keyof Operations,
  parts: Record<string, unknown>,
  given: CallOptions,
  isSpreadsheet = false,
): Promise<Response> {
  const route = routes[id] as (typeof routes)[keyof Operations] & { keyed?: true; reads?: true }
  if (!route) throw new TypeError(`There is no operation ${id}.`)
  const inPath = new Set([...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!))
  const rest = Object.fromEntries(Object.entries(parts).filter(([name]) => !inPath.has(name)))
  for (const name of inPath) {
    if (!parts[name]) throw new TypeError(`${id} needs ${name}: ${id}({ ${name}: '…' }).`)
  }
  const hasBody = (route.method as string) !== 'GET'
  if (given.idempotencyKey !== undefined && !route.keyed) throw new TypeError(`${id} takes no idempotencyKey.`)
  const idempotencyKey = given.idempotencyKey ?? (route.keyed ? crypto.randomUUID() : undefined)
  const headers = {
    ...userAgent,
    ...client.headers,
    ...given.headers,
    Authorization: `Bearer ${client.apiKey}`,
    ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
  }
  const sending = {
    origin: client.origin,
    retries: given.retries ?? client.retries ?? callDefaults.retries,
    waitSecondsMax: given.waitSecondsMax ?? client.waitSecondsMax ?? callDefaults.waitSecondsMax,
    timeoutSeconds: given.timeoutSeconds ?? client.timeoutSeconds ?? callDefaults.timeoutSeconds,
    isRepeatable: !hasBody || route.reads === true || idempotencyKey !== undefined,
    isReadWhole: !isSpreadsheet,
    fetch: client.fetch ?? fetch,
  }
  const sent = { params: parts, headers, signal: given.signal, ...(hasBody ? { body: rest } : { query: rest }) }
  try {
    return await sendOperation(route, sent, sending, errorClassOf)
  } catch (failure) {
    if (given.signal?.aborted) throw failure
    const error = failure instanceof ProspectorError ? failure : noAnswer(failure, client.origin)
    error.idempotencyKey = idempotencyKey
    throw error
  }
}

function noAnswer(failure: unknown, origin: string): ConnectionError {
  const isLate = failure instanceof Error && failure.name === 'TimeoutError'
  const message = isLate ? 'The service did not answer in time.' : `The service could not be reached at ${origin}.`
  const error = new ConnectionError(0, { code: isLate ? 'timeout' : 'connection_failed', message })
  error.cause = failure
  return error
}

async function revealMany(
  client: Client,
  contactIds: readonly string[],
  { onProgress, idempotencyKey = crypto.randomUUID(), ...given }: RevealManyOptions = {},
): Promise<RevealedMany> {
  const ids = [...new Set(contactIds)]
  const all: RevealedMany = { data: [], unavailable_contact_ids: [], excluded_contact_ids: [], credits: null }
  for (let at = 0; at < ids.length; at += contactsPerReveal) {
    const chunk = ids.slice(at, at + contactsPerReveal)
    const options = { ...given, idempotencyKey: `${idempotencyKey}-${at / contactsPerReveal}` }
    try {
      const response = await send(client, 'revealContacts', { contact_ids: chunk }, options)
      const reply = (await response.json()) as ContactRevealResult
      all.data.push(...reply.data)
      all.unavailable_contact_ids.push(...reply.unavailable_contact_ids)
      all.excluded_contact_ids.push(...reply.excluded_contact_ids)
      all.credits = { ...reply.credits, spent: (all.credits?.spent ?? 0) + reply.credits.spent }
    } catch (error) {
      if (!(error instanceof ProspectorError)) throw error
      if (error.code !== 'no_revealable_contacts') throw Object.assign(error, { idempotencyKey, partial: all })
      all.unavailable_contact_ids.push(...chunk)
    }
    onProgress?.(all)
  }
  return all
}

/** Sends what the schemas of the operations suggest, and holds every reply against the description. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { basePath, sessionBasePath } from '../../src/base/api-paths.ts'
import { sql } from '../../src/base/sql.ts'
import type { AnyOperation } from '../../src/call/operation.ts'
import { describeApi, describeSessionApi } from '../../src/http/openapi.ts'
import { operations, sessionOperations } from '../../src/operations.ts'
import type { ServedApp } from '../support/browser.ts'
import { createRandom, hostile, type KnownIds, nearlyValid, type Random, type Schema, valid } from './values.ts'

type Kind = 'valid' | 'nearly valid' | 'hostile'
export type FuzzResult = {
  requests: number
  statuses: Record<string, number>
  slowestMs: number
  slowest: string
  /** Requests that were answered with 200, by operation: one without any was never really tried. */
  succeeded: Map<string, number>
  findings: string[]
}

type Surface = 'api' | 'session'
type Target = { operation: AnyOperation<never>; path: string; responses: Record<string, Response>; surface: Surface }
type Response = { content?: Record<string, { schema: object }> }
type Options = {
  requests: number
  seed: number
  atOnce?: number
  credentials: Record<Surface, object>
  known: KnownIds
  /** What must never stand in a reply: other accounts' words. */
  secrets: readonly string[]
  /** Operations that are asked. Unset: all. */
  asks?: (operation: AnyOperation<never>) => boolean
  /** No reply may take longer. */
  hangMs: number
}

const findingsMax = 20
/** Windows are emptied so often, so that most requests get beyond them. */
const forgiveEvery = 20

export async function fuzz(test: ServedApp, options: Options): Promise<FuzzResult> {
  allTargets ??= readTargets()
  const targets = allTargets.filter(({ operation }) => options.asks?.(operation) ?? true)
  const result: FuzzResult = {
    requests: 0,
    statuses: {},
    slowestMs: 0,
    slowest: '',
    succeeded: new Map(),
    findings: [],
  }
  const judge = createJudge(options, result)
  // Two: an account may run two exports at once (RUN-10), and a third would be refused with a 429 on purpose.
  const { atOnce = 2 } = options
  let next = 0

  async function work(): Promise<void> {
    while (next < options.requests && result.findings.length < findingsMax) {
      const number = next
      next += 1
      if (number % forgiveEvery === 0) await forgive(test)
      const random = createRandom(`${options.seed} ${number}`)
      const target = targets[number % targets.length]!
      const kind = random.pick<Kind>(['valid', 'valid', 'nearly valid', 'nearly valid', 'hostile'])
      const request = compose(random, target, kind, options)
      const begun = performance.now()
      const answer = await test.app.http.server.inject(request as never)
      judge(target, `request ${number} (${kind})`, request, answer, performance.now() - begun)
    }
  }

  await Promise.all(Array.from({ length: atOnce }, work))
  return result
}

/** What a request is counting in is left to the next time: waiting for it could end in a deadlock. */
export const forgive = async ({ app }: Pick<ServedApp, 'app'>): Promise<void> => {
  await app.database.query(sql`
    UPDATE request_counters SET minute_used = 0, day_used = 0
    WHERE ctid = ANY(ARRAY(SELECT ctid FROM request_counters FOR UPDATE SKIP LOCKED))`)
  await app.database.query(sql`
    UPDATE search_row_counters SET rows_used = 0, web_rows_used = 0
    WHERE ctid = ANY(ARRAY(SELECT ctid FROM search_row_counters FOR UPDATE SKIP LOCKED))`)
}

/** Read once, and so is each schema compiled once: that would be a third of a short run's work. */
let allTargets: Target[] | null = null

function readTargets(): Target[] {
  const surfaces = [
    { of: operations, base: basePath, description: describeApi(operations), surface: 'api' },
    {
      of: sessionOperations,
      base: sessionBasePath,
      description: describeSessionApi(sessionOperations),
      surface: 'session',
    },
  ] as const
  return surfaces.flatMap(({ of, base, description, surface }) => {
    const { paths, components } = description as {
      paths: Record<string, Record<string, { responses: never }>>
      components: object
    }
    return of.map((operation) => ({
      operation: operation as AnyOperation<never>,
      path: base + operation.path,
      surface,
      responses: inline(paths[operation.path]![operation.method.toLowerCase()]!.responses, components),
    }))
  })
}

/** The responses with what they refer to. */
function inline(responses: Record<string, { $ref?: string }>, components: object): Record<string, Response> {
  const resolve = (reference: string): unknown =>
    reference
      .split('/')
      .slice(2)
      .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], components)
  const follow = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(follow)
    if (typeof value !== 'object' || value === null) return value
    const { $ref } = value as { $ref?: string }
    if ($ref) return follow(resolve($ref))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, follow(inner)]))
  }
  return follow(responses) as Record<string, Response>
}

type Request = { method: string; url: string; headers: Record<string, string>; payload?: string }

function compose(
  random: Random,
  { operation, path, surface }: Target,
  kind: Kind,
  { known, credentials }: Options,
): Request {
  const { params, query, body, headers: ownHeaders } = operation.request as Record<string, Schema | undefined>
  const make = (schema: Schema | undefined): unknown => {
    if (kind === 'hostile' && random.chance(0.6)) return hostile(random)
    const value = valid(random, schema ?? { type: 'object' }, known)
    return kind === 'nearly valid' && random.chance(0.7) ? nearlyValid(random, value) : value
  }
  const inPath = make(params) as Record<string, unknown>
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => spell(random, kind, asText(inPath?.[name])) || 'x')
  const asked = query || (kind === 'hostile' && random.chance(0.3)) ? toQuery(make(query)) : ''
  const headers: Record<string, string> = { ...credentials[surface], ...oddHeaders(random, kind) }
  if (ownHeaders && random.chance(0.3)) headers['idempotency-key'] = printable(asText(make({ type: 'string' })))
  if (operation.csv && random.chance(0.2)) headers.accept = 'text/csv'
  if (operation.method === 'GET') return { method: random.chance(0.03) ? 'HEAD' : 'GET', url: url + asked, headers }
  headers['content-type'] ??= 'application/json'
  const text = JSON.stringify(make(body)) ?? ''
  return {
    method: operation.method,
    url: url + asked,
    headers,
    payload: kind === 'hostile' ? spoil(random, text) : text,
  }
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** Percent-encoded; now and then in a way that no careful client would. */
function spell(random: Random, kind: Kind, text: string): string {
  const careful = encodeURIComponent(text.toWellFormed()).slice(0, 2_000)
  if (kind !== 'hostile' || random.chance(0.6)) return careful
  return random.pick(['%2e%2e%2f', '%5c..%5c', '%00', '%ff', '%', '%C0%AF', '%252e', ';a=b', '.%2e']) + careful
}

function toQuery(value: unknown): string {
  if (typeof value !== 'object' || value === null)
    return `?${encodeURIComponent(asText(value).toWellFormed()).slice(0, 3_000)}`
  const pairs = Object.entries(value).map(([name, inner]): [string, string] => [name, asText(inner).slice(0, 2_000)])
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
}

const printable = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 400)

function oddHeaders(random: Random, kind: Kind): Record<string, string> {
  if (kind !== 'hostile' || random.chance(0.7)) return {}
  return random.pick<Record<string, string>>([
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-encoding': 'gzip' },
    { accept: 'text/csv;q=0.1, */*;q=nonsense' },
    { 'if-none-match': '*, "x", W/"y"' },
    { authorization: 'Bearer psk_live_00000000000000000000000000000000AAAAAA' },
    { authorization: 'Basic YTpi' },
    { cookie: 'prospector.session_token=%00; =; a' },
    { 'x-forwarded-for': '::1, 999.1.1.1, \u0041' },
    { expect: 'nonsense' },
    { 'x-http-method-override': 'DELETE' },
    { origin: 'null' },
    { 'idempotency-key': 'a'.repeat(256) },
  ])
}

function spoil(random: Random, text: string): string {
  if (random.chance(0.7)) return text
  return random.pick([
    text.slice(0, -1),
    `${text}${text}`,
    `\ufeff${text}`,
    '{"a":1,"a":2}',
    '{"__proto__":{"admin":true}}',
    '',
    'NaN',
    '\u0000',
    `"${'a'.repeat(70_000)}"`,
    '['.repeat(5_000),
    '{"limit":1e999}',
  ])
}

type Answer = { statusCode: number; headers: Record<string, unknown>; body: string }

/** Optimising its code takes longer than running it a few times. */
const ajv = new Ajv2020({ strict: false, validateFormats: false, code: { optimize: false } })

function createJudge({ hangMs, secrets }: Options, result: FuzzResult) {
  function fault({ responses }: Target, method: string, { statusCode, headers, body }: Answer): string | null {
    if (statusCode >= 500) return `answered ${statusCode}`
    const secret = secrets.find((word) => body.includes(word))
    if (secret) return `leaked ${secret}`
    if (/node_modules|\.ts:\d+:\d+|SELECT .* FROM |relation "/.test(body)) return 'showed its inside'
    if (!headers['x-request-id']) return `answered ${statusCode} without a request id`
    // A path that no route takes is answered for no operation.
    const isRoute = body.includes('"route_not_found"') || body.includes('"method_not_allowed"')
    const described = responses[String(statusCode)]
    if (!described) return isRoute ? null : `answered ${statusCode}, which is not described`
    if (method === 'HEAD' || statusCode === 304) return null
    const type = String(headers['content-type']).split(';')[0]!
    const schema = described.content?.[type]?.schema
    if (!schema) return `answered ${statusCode} as ${type}, which is not described`
    if (type !== 'application/json' || isRoute) return null
    // Compiled at its first use, and known from then on.
    return ajv.validate(schema, JSON.parse(body)) ? null : `answered ${statusCode} with a body that is not described`
  }

  return (target: Target, name: string, request: Request, answer: Answer, elapsedMs: number): void => {
    const { id } = target.operation
    result.requests += 1
    result.statuses[answer.statusCode] = (result.statuses[answer.statusCode] ?? 0) + 1
    if (answer.statusCode === 200) result.succeeded.set(id, (result.succeeded.get(id) ?? 0) + 1)
    if (elapsedMs > result.slowestMs) Object.assign(result, { slowestMs: elapsedMs, slowest: `${id}, ${name}` })
    const found = elapsedMs > hangMs ? `took ${Math.round(elapsedMs)} ms` : fault(target, request.method, answer)
    if (!found) return
    const shown = JSON.stringify({ ...request, headers: undefined }).slice(0, 400)
    result.findings.push(`${id}, ${name}: ${found}\n  ${shown}\n  ${answer.body.slice(0, 300)}`)
  }
}

/** What can be seen without a server: errors by class, options of a call, and the pauses between attempts. */
import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { type ProblemCode, problemCatalogue } from '../src/base/problems.ts'
import {
  ApiAccessRequiredError,
  AuthenticationError,
  CreditLimitReachedError,
  createProspector,
  IdempotencyConflictError,
  InsufficientCreditsError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitedError,
  ServerError,
} from './prospector.ts'

const manifest = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))

const origin = 'http://service.example'

type ErrorClass = typeof ServerError

/** The class by code where the code has one of its own, else by type. */
const byCode: Partial<Record<ProblemCode, ErrorClass>> = {
  insufficient_contact_credits: InsufficientCreditsError,
  key_credit_limit_reached: CreditLimitReachedError,
  member_credit_limit_reached: CreditLimitReachedError,
  connection_credit_limit_reached: CreditLimitReachedError,
  api_access_required: ApiAccessRequiredError,
  idempotency_conflict: IdempotencyConflictError,
}
const byType: Record<string, ErrorClass> = {
  authentication_error: AuthenticationError,
  permission_error: PermissionError,
  invalid_request_error: InvalidRequestError,
  rate_limit_error: RateLimitedError,
  not_found_error: NotFoundError,
  server_error: ServerError,
}
const classOf = (code: ProblemCode) => byCode[code] ?? byType[problemCatalogue[code].type]!

it('SDK-2: every code of the catalogue has the class of its code, or of its type', async () => {
  for (const [code, { status, type }] of Object.entries(problemCatalogue)) {
    const answer = async () => Response.json({ error: { type, code, message: 'No.' } }, { status })
    const prospector = createProspector({ origin, apiKey: 'psk', fetch: answer, retries: 0 })
    const error = await prospector.getUsage().catch((one: unknown) => one)
    const expected = classOf(code as ProblemCode)
    expect([code, (error as Error).constructor]).toEqual([code, expected])
    expect(error).toMatchObject({ name: expected.name, code, status, message: 'No.' })
  }
})

it('SDK-2: headers and options of a call go before those of the client', async () => {
  const sent: Headers[] = []
  const answer: typeof fetch = async (_address, init) => {
    sent.push(new Headers(init!.headers))
    return Response.json({ error: { code: 'x' } }, { status: 503 })
  }
  const headers = { 'Prospector-Reference': 'client', 'X-Team': 'sales' }
  const prospector = createProspector({ origin, apiKey: 'psk', fetch: answer, retries: 0, headers })
  const given = { headers: { 'Prospector-Reference': 'call' }, idempotencyKey: 'order-7' }
  await prospector.revealContacts({ contact_ids: [] }, given).catch(() => {})
  const names = ['Prospector-Reference', 'X-Team', 'Idempotency-Key', 'Authorization', 'User-Agent']
  const agent = `prospector-client-js/${manifest.version}`
  expect(names.map((name) => sent[0]!.get(name))).toEqual(['call', 'sales', 'order-7', 'Bearer psk', agent])
  expect(sent).toHaveLength(1)
})

it('SDK-3: pauses grow from attempt to attempt, and are spread, so that many clients do not come back at once', async () => {
  const pauses: number[] = []
  const set = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms: number) => {
    pauses.push(ms)
    return set(work, 0)
  }) as typeof setTimeout)
  const answer = async () => Response.json({}, { status: 503 })
  const prospector = createProspector({ origin, apiKey: 'psk', fetch: answer })
  for (let times = 0; times < 20; times += 1) await prospector.getUsage().catch(() => {})
  vi.restoreAllMocks()
  const [first, second, third] = [0, 1, 2].map((attempt) => pauses.filter((_, at) => at % 3 === attempt))
  for (const [waited, shortest] of [
    [first!, 125],
    [second!, 250],
    [third!, 500],
  ] as const) {
    expect(waited).toHaveLength(20)
    expect(Math.min(...waited)).toBeGreaterThanOrEqual(shortest)
    expect(Math.max(...waited)).toBeLessThanOrEqual(shortest * 2)
    expect(new Set(waited).size).toBeGreaterThan(10)
  }
})

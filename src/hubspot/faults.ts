import { secondMs } from '../base/durations.ts'
import { OutgoingFault } from '../outgoing/outgoing-fault.ts'
import { readRetryAfter } from '../outgoing/retry-after.ts'

/**
 * `token`, `scopes`: nothing works until a person does something. `limited`, `unavailable`: later. `conflict`: there is such a record
 * already. `refused`: what we sent is not valid.
 */
type FaultKind = 'token' | 'scopes' | 'limited' | 'unavailable' | 'conflict' | 'refused'

/** What HubSpot answered instead of doing it. Its own words may hold an address, so they are not kept. */
export class HubspotFault extends Error {
  readonly kind: FaultKind
  readonly retryAfterMs: number
  readonly missingScopes: string[]
  /** HubSpot's category, such as `VALIDATION_ERROR`; of an address that it does not take `INVALID_EMAIL`. */
  readonly code: string

  constructor(kind: FaultKind, details: { code?: string; retryAfterMs?: number; missingScopes?: string[] } = {}) {
    super(`HubSpot: ${kind}${details.code ? ` (${details.code})` : ''}`)
    this.kind = kind
    this.code = details.code ?? ''
    this.retryAfterMs = details.retryAfterMs ?? 0
    this.missingScopes = details.missingScopes ?? []
  }
}

/** A window of HubSpot's lasts ten seconds, a day's limit at most a day: by then it is worth another try. */
export const burstPauseMs = 10 * secondMs
export const dayPauseMs = 60 * 60 * secondMs

type Reply = { status: number; headers: Record<string, unknown>; body: Buffer }
type ErrorBody = {
  category?: string
  message?: string
  policyName?: string
  context?: Record<string, unknown>
  errors?: { context?: Record<string, unknown> }[]
}

/** Null for a success. */
export function readFault({ status, headers, body }: Reply, now: Date): HubspotFault | null {
  if (status >= 200 && status < 300) return null
  const told = readBody(body)
  const code = told.category ?? String(status)
  if (status === 401) return new HubspotFault('token', { code })
  if (status === 403) return new HubspotFault('scopes', { code, missingScopes: readScopes(told) })
  if (status === 429) {
    const pauseMs = told.policyName === 'DAILY' ? dayPauseMs : burstPauseMs
    const asked = readRetryAfter(headers['retry-after'] as string | undefined, now)
    return new HubspotFault('limited', { code: told.policyName ?? code, retryAfterMs: asked || pauseMs })
  }
  // 423: the record is locked for a moment. 477: the portal moves between data centres.
  if (status >= 500 || status === 423 || status === 477 || status === 408) {
    return new HubspotFault('unavailable', {
      code,
      retryAfterMs: readRetryAfter(headers['retry-after'] as string | undefined, now),
    })
  }
  return refusal(status === 409 ? 'CONFLICT' : code, told.message ?? '')
}

/** A fault of a whole request, or of one item of a batch. */
export function refusal(category: string, message: string): HubspotFault {
  const isTaken =
    category === 'CONFLICT' || /already (has|exists)|already exist|CONFLICTING_UNIQUE_VALUE/i.test(message)
  if (isTaken) return new HubspotFault('conflict', { code: 'CONFLICT' })
  return new HubspotFault('refused', { code: message.includes('INVALID_EMAIL') ? 'INVALID_EMAIL' : category })
}

export const unreachable = (error: unknown): HubspotFault =>
  new HubspotFault('unavailable', { code: error instanceof OutgoingFault ? error.message : 'unreachable' })

function readBody(body: Buffer): ErrorBody {
  try {
    return (JSON.parse(body.toString('utf8')) ?? {}) as ErrorBody
  } catch {
    return {}
  }
}

/** HubSpot names them in several ways. */
function readScopes({ context, errors = [] }: ErrorBody): string[] {
  const told = [context, ...errors.map((one) => one.context)].flatMap((one) => [
    one?.missingScopes,
    one?.requiredScopes,
    one?.requiredGranularScopes,
  ])
  return [...new Set(told.flat().filter((scope): scope is string => typeof scope === 'string'))]
}

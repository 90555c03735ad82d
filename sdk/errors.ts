import type { BillingAction, ExceededLimit, Problem } from './generated.ts'
import { ProspectorError } from './transport.ts'

type Code = Problem['error']['code']

/** The account does not have enough contact credits. Nothing was spent. `billing` says how to get more, where that helps. */
export class InsufficientCreditsError extends ProspectorError {}
/** The limit of this key, member or connection is reached, although the account has credits. Nothing was spent. */
export class CreditLimitReachedError extends ProspectorError {}
/** A limit by the minute, day or month is used up. `retryAfterSeconds` says when it renews. */
export class RateLimitedError extends ProspectorError {
  /** Which limit, for example `requests_per_minute`. */
  get window(): ExceededLimit['name'] | undefined {
    return this.limit?.name
  }
}
/** The request is malformed; `param` names the part. Sending it again can't help. */
export class InvalidRequestError extends ProspectorError {}
/** The credential is missing, unknown, revoked or expired. */
export class AuthenticationError extends ProspectorError {}
/** The credential may not do this. */
export class PermissionError extends ProspectorError {}
/** The account has no active plan. `billing.url` is the way back. */
export class ApiAccessRequiredError extends PermissionError {}
/** The object does not exist, or belongs to another account. */
export class NotFoundError extends ProspectorError {}
/** The Idempotency-Key was used before for other contacts. Never retried. */
export class IdempotencyConflictError extends ProspectorError {}
/** The service failed. With an Idempotency-Key, or for a read, the client has already tried again. */
export class ServerError extends ProspectorError {}
/** No answer arrived: the connection failed or the time was up. A reveal may have happened: call again with `idempotencyKey`. */
export class ConnectionError extends ProspectorError {}

type ErrorClass = new (...given: ConstructorParameters<typeof ProspectorError>) => ProspectorError

const byCode: Partial<Record<Code, ErrorClass>> = {
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

/** The class of an error envelope: by its code, else by its type, where all codes of a type have one class. Of anything newer than this client, `ProspectorError`. */
export function errorClassOf(error: Record<string, unknown>): ErrorClass {
  return byCode[error.code as Code] ?? byType[error.type as string] ?? ProspectorError
}

export type { BillingAction, ExceededLimit }

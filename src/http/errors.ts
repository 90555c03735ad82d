import type { ErrorObject } from 'ajv'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { needsApiAccess } from '../accounts/api-access.ts'
import { Problem, type ProblemCode, problems } from '../base/problems.ts'
import type { Entry } from '../call/entry.ts'
import type { AnyOperation } from '../call/operation.ts'
import { isUnavailable } from '../db/wire/errors.ts'
import { rateLimitHeaders } from '../metering/rate-limit-headers.ts'
import { lingerOnClose } from './linger.ts'
import { validationProblem } from './validation.ts'

/** Errors that an operation need not list: its method, scope, meter, schema and the server itself imply them. */
export function impliedProblems(
  operation: Pick<AnyOperation<never>, 'method' | 'meter' | 'request' | 'closedWithoutAccess' | 'openWhenSuspended'>,
): ProblemCode[] {
  const ofBody: ProblemCode[] = ['invalid_json', 'request_timeout', 'request_too_large', 'unsupported_media_type']
  const needsAccess = needsApiAccess(operation.meter) || operation.closedWithoutAccess
  return [
    'invalid_request',
    'missing_credentials',
    'invalid_credentials',
    ...(operation.openWhenSuspended ? [] : (['account_suspended'] as const)),
    ...(needsAccess ? (['api_access_required'] as const) : []),
    'insufficient_scope',
    'host_not_allowed',
    'uri_too_long',
    'headers_too_large',
    // Also a DELETE that takes no body can be sent one.
    ...(operation.method === 'GET' ? [] : ofBody),
    'rate_limit_exceeded',
    'internal_error',
    'service_unavailable',
  ]
}

/** Every error leaves through here, in the envelope of ERR-1. */
export function answerErrors(server: FastifyInstance): void {
  server.setNotFoundHandler(async () => {
    throw problems.routeNotFound()
  })
  function answer(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const problem = toProblem(error, request.routeOptions.bodyLimit)
    request.problemCode = problem.code
    lingerOnClose(request.raw)
    // A deliberate refusal (stopping, overloaded) is not a fault to investigate.
    if (problem.status >= 500 && problem !== error) request.log.error({ err: error }, problem.code)
    const { operation } = request
    if (operation && ![...operation.problems, ...impliedProblems(operation)].includes(problem.code)) {
      request.log.error({ operation: operation.id, code: problem.code }, 'unlisted_problem')
    }
    // A caller whose right ended after admission sees the same reply as one who was never admitted.
    if (problem.status === 401) reply.removeHeader('RateLimit').removeHeader('RateLimit-Policy')
    return reply
      .status(problem.status)
      .headers(problem.details.headers ?? {})
      .header('Content-Type', 'application/json; charset=utf-8')
      .header('Cache-Control', 'no-store')
      .serializer((body: unknown) => JSON.stringify(body))
      .send(problem.toBody(request.id, server.docsUrl))
  }

  server.setErrorHandler((error: FastifyError, request, reply) => {
    const { entry, principal } = request
    if (!entry) return answer(error, request, reply)
    // A refusal by admission comes before any error of the body, and replaces it.
    if (!principal) {
      return entry.admit().then(
        () => answer(error, request, reply),
        (refusal) => answer(refusal, request, reply),
      )
    }
    if (!isOverLimit(error)) return answer(error, request, reply)
    return giveBack(entry, request, reply).then(() => answer(error, request, reply))
  })
}

/** Search rows or exports were used up: the request itself was counted by then. The answer does not depend on whether this works. */
export async function giveBack(
  { uncount }: Pick<Entry, 'uncount'>,
  { log }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  try {
    const { counters, admittedAt } = await uncount()
    reply.headers(rateLimitHeaders(counters, admittedAt))
  } catch (failure) {
    log.warn({ err: failure }, 'a refused request stays counted')
  }
}

export const isOverLimit = (error: unknown): boolean => error instanceof Problem && error.status === 429

export function toProblem(error: unknown, bodyBytesMax?: number): Problem {
  if (error instanceof Problem) return error
  const { validation, validationContext = 'body', code, statusCode } = (error ?? {}) as Partial<FastifyError>
  if (validation) return validationProblem(validation as ErrorObject[], validationContext)
  if (isUnavailable(error)) return problems.serviceUnavailable()
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return problems.requestTooLarge(bodyBytesMax)
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return problems.unsupportedMediaType()
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return problems.invalidJson()
    case 'FST_ERR_BAD_URL':
      return problems.routeNotFound()
  }
  if (error instanceof SyntaxError || statusCode === 400) return problems.invalidJson()
  return problems.internalError()
}

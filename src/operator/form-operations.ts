/** An operation behind a form of the console: the same schema, the same refusals, once for each form. */
import type { ErrorObject } from 'ajv'
import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { Problem, problems } from '../base/problems.ts'
import { validationProblem } from '../http/validation.ts'
import { type Console, type ConsolePage, consolePath, type Visitor } from './console.ts'
import type { AnyOperatorOperation, OperatorNeeds } from './operation.ts'
import { runOperation } from './serve-admin.ts'

type Parts = { needs: OperatorNeeds; site: Console }

/**
 * Serves the form of an operation at the path that it has in the API. Afterwards the browser is led to the page that `next` names; a
 * refusal shows that page again, with the reason and what was `given`.
 */
export function serveForm(
  { needs, site }: Parts,
  operation: AnyOperatorOperation,
  next: {
    path(params: Record<string, string>): string
    refused(
      visitor: Visitor,
      params: Record<string, string>,
      reason: string,
      given: URLSearchParams,
    ): Promise<ConsolePage>
  },
): void {
  const path = (consolePath + operation.path).replaceAll(/\{(\w+)\}/g, ':$1')
  site.act(path, async (visitor, given, request) => {
    const params = request.params as Record<string, string>
    try {
      const once = given.get('once') ?? ''
      if (!/^\w{20}$/.test(once)) throw problems.invalidRequest('once', 'The form lacks its key. Load the page again.')
      const by = site.callerOf(visitor, once)
      const body = readBody(operation.request.body, given, request)
      await runOperation(operation, { by, body, query: {}, params: readParams(operation, request) }, needs)
      return `${next.path(params)}?done=${operation.id}`
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error
      const reason = error.code === 'idempotency_conflict' ? sentBefore : error.message
      return { ...(await next.refused(visitor, params, reason, given)), status: error.status }
    }
  })
}

const sentBefore = 'This form was sent before, with other input. Nothing was done this time: fill it in again.'

/** The parameters in the path, validated as the API does. */
export function readParams(
  { request: { params } }: AnyOperatorOperation,
  request: FastifyRequest,
): Record<string, string> {
  const check = params && request.compileValidationSchema(params)
  if (check && !check(request.params)) throw validationProblem((check.errors ?? []) as ErrorObject[], 'params')
  return request.params as Record<string, string>
}

/** The same of the query. */
export function readQuery({ request: { query } }: AnyOperatorOperation, request: FastifyRequest): unknown {
  const check = query && request.compileValidationSchema(query)
  if (check && !check(request.query)) throw validationProblem((check.errors ?? []) as ErrorObject[], 'querystring')
  return request.query
}

type BodySchema = { properties?: Record<string, { type?: string }> }

/** Reads a form as the schema of its body: integers from text; a field left empty was not given, but a list of boxes, none of them ticked, is empty. */
export function readBody(schema: TSchema | undefined, given: URLSearchParams, request: FastifyRequest): object {
  if (schema === undefined) return {}
  const { properties = {} } = schema as BodySchema
  const read = Object.entries(properties).flatMap(([name, { type }]): [string, unknown][] => {
    if (type === 'array') return given.has(name) ? [[name, given.getAll(name).filter((one) => one !== '')]] : []
    const text = (given.get(name) ?? '').trim()
    if (text === '') return []
    return [[name, type === 'integer' && /^-?\d{1,15}$/.test(text) ? Number(text) : text]]
  })
  const body = Object.fromEntries(read) as object
  const check = request.compileValidationSchema(schema)
  if (!check(body)) throw validationProblem((check.errors ?? []) as ErrorObject[], 'body')
  return body
}

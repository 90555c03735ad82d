import { Ajv, type ErrorObject } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifyInstance } from 'fastify'
import { type Problem, type ProblemCode, problems } from '../problems.ts'

/** Unknown properties and wrong types are errors, never silently mended: Fastify's own defaults would drop and coerce. */
const strict = { removeAdditional: false, useDefaults: false, allErrors: false, verbose: true, strict: false } as const

/** Query strings and path parameters arrive as text, so numbers and booleans are read out of it; bodies never are. */
export function validateStrictly(server: FastifyInstance): void {
  const body = withFormats(new Ajv({ ...strict, coerceTypes: false }))
  const text = withFormats(new Ajv({ ...strict, coerceTypes: true }))
  server.setValidatorCompiler(({ schema, httpPart }) => (httpPart === 'body' ? body : text).compile(schema as object))
}

function withFormats(ajv: Ajv): Ajv {
  addFormats.default(ajv)
  return ajv
}

const fixedProblems: Partial<Record<ProblemCode, () => Problem>> = {
  invalid_contact_id: problems.invalidContactId,
  invalid_idempotency_key: problems.invalidIdempotencyKey,
}

/** A schema may say with which problem a value that breaks it is answered (`x-problem`); otherwise it is `invalid_request`. */
export function validationProblem(errors: ErrorObject[], part: string): Problem {
  const error = errors[0]!
  const named = (error.parentSchema as { 'x-problem'?: ProblemCode } | undefined)?.['x-problem']
  const fixed = named && fixedProblems[named]
  if (fixed) return fixed()
  const param = pathOf(error)
  if (param === '') return problems.invalidRequest(undefined, `The request ${part} ${error.message}.`)
  return problems.invalidRequest(param, explain(error, param))
}

function explain(error: ErrorObject, param: string): string {
  switch (error.keyword) {
    case 'additionalProperties':
      return `${param} is not a known parameter.`
    case 'required':
      return `${param} is required.`
    case 'enum':
      return `${param} must be one of ${(error.params as { allowedValues: unknown[] }).allowedValues.join(', ')}.`
    default:
      return `${param} ${error.message}.`
  }
}

/** `/store/apps/any/0` becomes `store.apps.any[0]`; an unknown or missing property is named itself. */
function pathOf(error: ErrorObject): string {
  const { additionalProperty, missingProperty } = error.params as Record<string, string | undefined>
  const steps = error.instancePath.split('/').slice(1).map(unescapePointer)
  const last = additionalProperty ?? missingProperty
  return joinPath(last === undefined ? steps : [...steps, last])
}

const unescapePointer = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~')

/** A caller's own names come back in it, so it is kept readable: no broken characters, and of bounded length. */
const joinPath = (steps: string[]): string =>
  steps
    .reduce((path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : path === '' ? step : `${path}.${step}`), '')
    .slice(0, 200)
    .toWellFormed()

type Fault = { what: string; steps: string[] }

/** No request of ours is half as deep; what goes through a body level by level needs an end. */
const depthMax = 32

/** The database stores no NUL, and UTF-8 has no lone surrogates: such text is refused wherever it stands. */
export function refuseUnstorableText(value: unknown): void {
  const fault = faultIn(value, depthMax)
  if (fault === null) return
  const param = joinPath(fault.steps.reverse())
  throw problems.invalidRequest(param, `${param} ${fault.what}.`)
}

/** The way to a fault is put together on the way back from it: bodies without one pay nothing for it. */
function faultIn(value: unknown, depthLeft: number): Fault | null {
  if (typeof value === 'string') {
    const isStorable = !value.includes('\0') && value.isWellFormed()
    return isStorable ? null : { what: 'holds a NUL character or a lone surrogate', steps: [] }
  }
  if (typeof value !== 'object' || value === null) return null
  if (depthLeft === 0) return { what: `is nested more than ${depthMax} levels deep`, steps: [] }
  for (const [key, inner] of Object.entries(value)) {
    const fault = faultIn(inner, depthLeft - 1)
    if (fault === null) continue
    fault.steps.push(key)
    return fault
  }
  return null
}

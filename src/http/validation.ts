import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifyInstance } from 'fastify'
import { editDistance } from '../base/edit-distance.ts'
import { type Problem, type ProblemCode, problems } from '../base/problems.ts'

/** Unknown properties and wrong types are errors. Fastify's defaults would silently drop and coerce them. */
const strict = { removeAdditional: false, useDefaults: false, allErrors: false, verbose: true, strict: false } as const

const ajv = new Ajv(strict)
addFormats.default(ajv)
/** Leap seconds and offsets without minutes are dates to RFC 3339 or to the library, but not to JavaScript and PostgreSQL. */
const { validate: looksLikeDateTime } = ajv.formats['date-time'] as { validate(text: string): boolean }
ajv.addFormat('date-time', (text: string) => looksLikeDateTime(text) && !Number.isNaN(Date.parse(text)))

/** A schema is compiled when the first request comes for it: all of them at once would be half of the time of a start. */
export function validateStrictly(server: FastifyInstance): void {
  server.setValidatorCompiler(({ schema, httpPart }) => {
    let validate: ValidateFunction | undefined
    const check: Check = (value) => {
      validate ??= ajv.compile(schema as object)
      let isValid = validate(value)
      for (let left = respelledMax; !isValid && left > 0 && respell(value, validate.errors![0]!); left--)
        isValid = validate(value)
      check.errors = validate.errors ?? null
      return isValid
    }
    return httpPart === 'querystring' ? readIntegers(schema as QuerySchema, check) : check
  })
}

/** As Ajv has it: the errors of the last value that it refused. */
type Check = { (value: unknown): boolean; errors?: ErrorObject[] | null }
type QuerySchema = { properties?: Record<string, { type?: string }> }

/** A query string is text, so integers are read out of it: only digits, where Ajv would also take `0x10`, `1e1` and ` 1`. */
function readIntegers({ properties = {} }: QuerySchema, check: Check) {
  const integers = Object.keys(properties).filter((name) => properties[name]!.type === 'integer')
  return (query: Record<string, unknown>) => {
    for (const name of integers) {
      const text = query[name]
      if (typeof text === 'string' && /^-?\d+$/.test(text)) query[name] = Number(text)
    }
    return check(query) || { error: check.errors ?? [] }
  }
}

/** How many values of a request are respelled at most: each costs another pass over all of it. */
const respelledMax = 30

/** Closed lists are written in lower case, and taken in any: a value that is only spelled otherwise is written as its list has it. */
function respell(value: unknown, { keyword, params, data, instancePath }: ErrorObject): boolean {
  if (keyword !== 'enum' || typeof data !== 'string') return false
  const known = (params as { allowedValues: unknown[] }).allowedValues
  const [last, ...before] = instancePath.split('/').slice(1).map(unescapePointer).reverse()
  const meant = known.find((one) => one !== data && one === data.toLowerCase())
  if (meant === undefined || last === undefined) return false
  const holder = before.reduceRight((inner, step) => inner[step] as Holder, value as Holder)
  holder[last] = meant
  return true
}

type Holder = { [step: string]: unknown }

const namedProblems: Partial<Record<ProblemCode, (param: string) => Problem>> = {
  invalid_contact_id: problems.invalidContactId,
  invalid_idempotency_key: problems.invalidIdempotencyKey,
}

/** A schema may say with which problem a value that breaks it is answered (`x-problem`); otherwise it is `invalid_request`. */
export function validationProblem(errors: ErrorObject[], part: string): Problem {
  const error = errors[0]!
  const named = (error.parentSchema as { 'x-problem'?: ProblemCode } | undefined)?.['x-problem']
  const param = part === 'headers' ? headerName(pathOf(error)) : pathOf(error)
  const toNamed = named && namedProblems[named]
  if (toNamed) return toNamed(param)
  if (param === '') return problems.invalidRequest(undefined, explain(error, partNames[part] ?? 'The request'))
  return problems.invalidRequest(param, explain(error, param))
}

/** As the documents write it; on the way all names become lower case. */
const headerName = (name: string): string => name.replace(/(^|-)[a-z]/g, (first) => first.toUpperCase())

const partNames: Record<string, string> = {
  body: 'The request body',
  querystring: 'The query string',
  arguments: 'The list of arguments',
}

const formats: Record<string, string> = {
  'date-time': 'a date and time with an offset, such as 2026-03-02T09:30:00Z',
  date: 'a date such as 2026-03-02',
  email: 'an email address',
  uri: 'a URL',
}

const articles: Record<string, string> = {
  integer: 'an integer',
  array: 'a list',
  object: 'an object',
  boolean: 'true or false',
  null: 'null',
  string: 'text',
}

const typeName = (type: string): string => articles[type] ?? `a ${type}`

/** The fault in a sentence that a person can act on: the validator's own messages are written for its authors. */
function explain({ keyword, params, message, parentSchema }: ErrorObject, param: string): string {
  const { limit, allowedValues, allowedValue, type, format, i, j } = params as Record<string, unknown>
  switch (keyword) {
    case 'additionalProperties':
      return `${param} is not a known parameter.${meantInstead(param, parentSchema)}`
    case 'required':
      return `${param} is required.`
    case 'enum':
      return `${param} must be one of ${(allowedValues as unknown[]).map(String).join(', ')}.`
    case 'const':
      return `${param} must be ${JSON.stringify(allowedValue)}.`
    case 'type':
      return `${param} must be ${[type]
        .flat()
        .map((one) => typeName(String(one)))
        .join(' or ')}.`
    case 'minItems':
      return `${param} must have at least ${limit} item${limit === 1 ? '' : 's'}.`
    case 'maxItems':
      return `${param} must have at most ${limit} items.`
    case 'uniqueItems':
      return `${param} must not repeat an item: items ${j} and ${i} are the same.`
    case 'minLength':
      return limit === 1 ? `${param} must not be empty.` : `${param} must have at least ${limit} characters.`
    case 'maxLength':
      return `${param} must have at most ${limit} characters.`
    case 'minimum':
      return `${param} must be at least ${limit}.`
    case 'maximum':
      return `${param} must be at most ${limit}.`
    case 'minProperties':
      return `${param} must not be empty.`
    case 'format':
      return `${param} must be ${formats[String(format)] ?? `a valid ${format}`}.`
    case 'pattern':
      return `${param} contains characters that are not allowed here, or does not have the expected form.`
    default:
      return `${param} ${message}.`
  }
}

/** Names the property next to an unknown one: `person.role` was meant to be `person.roles_any`. */
function meantInstead(param: string, schema: unknown): string {
  const known = Object.keys((schema as { properties?: object } | undefined)?.properties ?? {})
  const [, place = '', name = ''] = /^(.*?)([^.]*)$/s.exec(param) ?? []
  const wanted = stemOf(name)
  const near = known
    .map((one) => ({ one, edits: editDistance(wanted.slice(0, comparedLength), stemOf(one)) }))
    .filter(({ edits }) => edits <= wanted.length / 4)
    .sort((left, right) => left.edits - right.edits)[0]
  return near ? ` Did you mean ${place}${near.one}?` : ''
}

const comparedLength = 60

/** `roles_any`, `Role` and `roles` have one stem, and so have `has_phone` and `hasPhone`. */
const stemOf = (name: string): string =>
  name.toLowerCase().replace(/_any$/, '').replaceAll('_', '').replace(/ies$/, 'y').replace(/s$/, '')

/** `/store/apps/any/0` becomes `store.apps.any[0]`; an unknown or missing property is named itself. */
function pathOf(error: ErrorObject): string {
  const { additionalProperty, missingProperty } = error.params as Record<string, string | undefined>
  const steps = error.instancePath.split('/').slice(1).map(unescapePointer)
  const last = additionalProperty ?? missingProperty
  return joinPath(last === undefined ? steps : [...steps, last])
}

const unescapePointer = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~')

/** A caller's own names come back in it, so it is kept readable: no empty or broken ones, and of bounded length. */
const joinPath = (steps: string[]): string =>
  steps
    .map((step) => (step === '' ? '""' : step))
    .reduce((path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : path === '' ? step : `${path}.${step}`), '')
    .slice(0, 200)
    .toWellFormed()

type Fault = { what: string; steps: string[] }

/** No request of ours is half as deep; recursion over a body needs a bound. */
export const depthMax = 32

/** The database stores no NUL, and UTF-8 has no lone surrogates: such text is refused anywhere in a request. */
export function refuseUnstorableText(value: unknown): void {
  const fault = faultIn(value, depthMax)
  if (fault === null) return
  const param = joinPath(fault.steps.reverse())
  throw problems.invalidRequest(param, `${param} ${fault.what}.`)
}

/** For a message that is more than the arguments of an operation: its texts are not checked here. */
export const isNestedTooDeep = (value: unknown, depthLeft = depthMax): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depthLeft === 0 || Object.values(value).some((inner) => isNestedTooDeep(inner, depthLeft - 1)))

/** The path to a fault is built while returning from it, so valid bodies cost nothing extra. */
function faultIn(value: unknown, depthLeft: number): Fault | null {
  if (typeof value === 'string') {
    const isStorable = !value.includes('\0') && value.isWellFormed()
    return isStorable ? null : { what: 'holds a NUL character or a lone surrogate', steps: [] }
  }
  if (typeof value !== 'object' || value === null) return null
  if (depthLeft === 0) return { what: `is nested more than ${depthMax} levels deep`, steps: [] }
  // Lists by number: the names of their items would each be made as a text first.
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) {
      const fault = faultIn(value[at], depthLeft - 1)
      if (fault !== null) return inside(fault, String(at))
    }
    return null
  }
  for (const key in value) {
    const fault = faultIn((value as Record<string, unknown>)[key], depthLeft - 1)
    if (fault !== null) return inside(fault, key)
  }
  return null
}

function inside(fault: Fault, step: string): Fault {
  fault.steps.push(step)
  return fault
}

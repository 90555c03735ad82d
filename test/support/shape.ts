/** As much of JSON Schema as our descriptions use for replies. Nothing is compiled: a test file sees few replies of many kinds. */
export type Schema = Record<string, unknown>

const ignored = new Set(['title', 'description', 'default', 'example', 'x-problem'])

/** Where a value is not what its schema says. A property that the schema does not name is a fault, too. */
export function faultsOf(value: unknown, schema: Schema, schemas: Record<string, Schema>, at = 'body'): string[] {
  const { $ref } = schema
  if (typeof $ref === 'string') return faultsOf(value, schemas[$ref.split('/').at(-1)!]!, schemas, at)
  const faults: string[] = []
  for (const [keyword, wanted] of Object.entries(schema)) {
    if (ignored.has(keyword)) continue
    const check = checks[keyword]
    if (!check) throw new Error(`test/support/shape.ts does not know the keyword ${keyword}.`)
    faults.push(...check({ value, wanted, schema, schemas, at }))
  }
  return faults
}

type ShapeCheck = { value: unknown; wanted: unknown; schema: Schema; schemas: Record<string, Schema>; at: string }
type Check = (asked: ShapeCheck) => string[]

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

/** A rule for one type of value; others pass, as in JSON Schema. */
const rule =
  <Value>(
    isOfType: (value: unknown) => value is Value,
    holds: (value: Value, wanted: never) => boolean,
    words: string,
  ): Check =>
  ({ value, wanted, at }) =>
    !isOfType(value) || holds(value, wanted as never)
      ? []
      : [`${at} ${words} ${JSON.stringify(wanted)}: ${JSON.stringify(value)}`]

const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number'
const isList = (value: unknown): value is unknown[] => Array.isArray(value)

const formats: Record<string, (text: string) => boolean> = {
  'date-time': (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text),
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text),
  uri: (text) => URL.canParse(text),
  email: (text) => text.includes('@'),
}

const patterns = new Map<string, RegExp>()
function compiled(pattern: string): RegExp {
  const known = patterns.get(pattern) ?? new RegExp(pattern, 'u')
  patterns.set(pattern, known)
  return known
}

const checks: Record<string, Check> = {
  type: ({ value, wanted, at }) => {
    const found = typeOf(value)
    const allowed = [wanted].flat()
    const fits = allowed.includes(found) || (found === 'integer' && allowed.includes('number'))
    return fits ? [] : [`${at} is ${found}, not ${allowed.join(' or ')}`]
  },
  const: ({ value, wanted, at }) => (value === wanted ? [] : [`${at} is not ${JSON.stringify(wanted)}`]),
  enum: ({ value, wanted, at }) =>
    (wanted as unknown[]).includes(value) ? [] : [`${at} is not in its list: ${JSON.stringify(value)}`],
  anyOf: ({ value, wanted, schemas, at }) => {
    const tried = (wanted as Schema[]).map((choice) => faultsOf(value, choice, schemas, at))
    return tried.some((faults) => faults.length === 0) ? [] : tried[0]!
  },
  required: ({ value, wanted, at }) =>
    isObject(value)
      ? (wanted as string[]).filter((name) => !(name in value)).map((name) => `${at}.${name} is missing`)
      : [],
  patternProperties: ({ value, wanted, schemas, at }) => {
    if (!isObject(value)) return []
    return Object.entries(wanted as Record<string, Schema>).flatMap(([pattern, schema]) =>
      Object.entries(value)
        .filter(([name]) => compiled(pattern).test(name))
        .flatMap(([name, held]) => faultsOf(held, schema, schemas, `${at}.${name}`)),
    )
  },
  properties: ({ value, wanted, schema, schemas, at }) => {
    if (!isObject(value)) return []
    const named = wanted as Record<string, Schema>
    return Object.entries(value).flatMap(([name, inner]) => {
      if (named[name]) return faultsOf(inner, named[name], schemas, `${at}.${name}`)
      return isObject(schema.additionalProperties) ? [] : [`${at}.${name} is not described`]
    })
  },
  additionalProperties: ({ value, wanted, schema, schemas, at }) => {
    if (!isObject(value) || !isObject(wanted)) return []
    const named = (schema.properties ?? {}) as Record<string, Schema>
    return Object.entries(value)
      .filter(([name]) => !named[name])
      .flatMap(([name, inner]) => faultsOf(inner, wanted, schemas, `${at}.${name}`))
  },
  items: ({ value, wanted, schemas, at }) =>
    isList(value) ? value.flatMap((item, place) => faultsOf(item, wanted as Schema, schemas, `${at}[${place}]`)) : [],
  format: rule(isText, (text, name: string) => formats[name]?.(text) ?? false, 'is not of the format'),
  pattern: rule(isText, (text, pattern: string) => compiled(pattern).test(text), 'does not match the pattern'),
  minLength: rule(isText, (text, least: number) => text.length >= least, 'is shorter than'),
  maxLength: rule(isText, (text, most: number) => text.length <= most, 'is longer than'),
  minimum: rule(isNumber, (number, least: number) => number >= least, 'is less than'),
  maximum: rule(isNumber, (number, most: number) => number <= most, 'is more than'),
  minItems: rule(isList, (list, least: number) => list.length >= least, 'has fewer items than'),
  maxItems: rule(isList, (list, most: number) => list.length <= most, 'has more items than'),
  uniqueItems: rule(isList, (list) => new Set(list).size === list.length, 'has equal items, against'),
}

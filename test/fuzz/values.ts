/** Values out of a schema: those it allows, those it nearly allows, and those that nobody should ever send. */
import { createHash } from 'node:crypto'

export type Random = {
  next(): number
  below(most: number): number
  pick<T>(from: readonly T[]): T
  chance(p: number): boolean
}

/** The same seed, the same values, on every machine. */
export function createRandom(seed: number | string): Random {
  let state = createHash('sha256').update(String(seed)).digest().readUInt32LE(0)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (most: number): number => Math.floor(next() * most)
  return { next, below, pick: (from) => from[below(from.length)]!, chance: (p) => next() < p }
}

export type Schema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  format?: string
  pattern?: string
}

/** Ids and words that exist, so that valid requests find something. */
export type KnownIds = Record<string, readonly string[]>

const formats: Record<string, readonly string[]> = {
  email: ['ada@fuzz.example', 'grace@fuzz.example'],
  'date-time': ['2027-01-31T12:00:00Z', '2020-01-01T00:00:00Z', '2026-11-15T09:00:00.000+02:00'],
  uri: ['https://shop.example/cb'],
}

const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00\ud800',
  '\u202eexample',
  '\ufeff',
  'é'.repeat(60),
  '💥'.repeat(40),
  'a'.repeat(300),
  'a'.repeat(9_000),
  "'; DROP TABLE accounts; --",
  "' OR '1'='1",
  '$1',
  '%s%s%n',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: somebody else's template, which must not be filled in.
  '${7*7}{{7*7}}',
  '../../../../etc/passwd',
  '..\\..\\token',
  '%00%2e%2e%2f',
  '__proto__',
  'constructor',
  'toString',
  '<script>alert(1)</script>',
  '\r\nSet-Cookie: a=b',
  '=1+1',
  'null',
  'NaN',
  '-1',
  '1e400',
  '9'.repeat(400),
  'xn--',
  'xn--a-ä.example',
  'https://[::1]:99999/',
  'javascript:alert(1)',
  'ct_live_AAAAAAAAAAAAAAAA',
  'acc_00000000000000000000',
  'req_0000000000000000',
  `${'a'.repeat(30)}!`.repeat(8),
  '(((((((((((((((((((((((((((((('.repeat(10),
  '0x1F',
  '२०२६',
  '1970-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '-271821-04-20T00:00:00Z',
]

const hostileNumbers: readonly number[] = [
  0,
  -0,
  -1,
  1.5,
  1e21,
  -1e21,
  1e308,
  2 ** 31,
  2 ** 31 - 1,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  0.1,
  1e-320,
]

export function hostile(random: Random, depth = 0): unknown {
  switch (random.below(depth > 3 ? 4 : 8)) {
    case 0:
      return random.pick(hostileTexts)
    case 1:
      return random.pick(hostileNumbers)
    case 2:
      return random.pick([null, true, false])
    case 3:
      return random.pick([[], {}])
    case 4:
      return Array.from({ length: random.pick([1, 2, 11, 101, 600]) }, () => random.pick(hostileTexts.slice(0, 12)))
    case 5:
      return nested(random.pick([5, 31, 33, 120]), random.chance(0.5))
    default:
      return Object.fromEntries(
        Array.from({ length: 1 + random.below(4) }, () => [
          random.pick(hostileTexts).slice(0, 80),
          hostile(random, depth + 1),
        ]),
      )
  }
}

const nested = (levels: number, inLists: boolean): unknown =>
  Array.from({ length: levels }).reduce<unknown>((inner) => (inLists ? [inner] : { a: inner }), 1)

/** A value that the schema allows, with `known` ones under their own names. */
export function valid(random: Random, schema: Schema, known: KnownIds, name = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  if (schema.anyOf) return valid(random, random.pick(schema.anyOf), known, name)
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type
  switch (type) {
    case 'object':
      return validObject(random, schema, known)
    case 'array':
      return validList(random, schema, known, name)
    case 'string':
      return validText(random, schema, known, name)
    case 'integer':
    case 'number': {
      const least = schema.minimum ?? 0
      return least + random.below(Math.min((schema.maximum ?? least + 200) - least, 200) + 1)
    }
    case 'boolean':
      return random.chance(0.5)
    default:
      return null
  }
}

function validObject(random: Random, { properties = {}, required = [] }: Schema, known: KnownIds): object {
  const share = random.pick([0, 0.15, 0.4, 1])
  const given = Object.entries(properties).filter(([name]) => required.includes(name) || random.chance(share))
  return Object.fromEntries(given.map(([name, inner]) => [name, valid(random, inner, known, name)]))
}

function validList(random: Random, schema: Schema, known: KnownIds, name: string): unknown[] {
  const { items = {}, minItems = 0, maxItems = 4 } = schema
  const length = minItems + random.below(Math.min(maxItems - minItems, 4) + 1)
  return [...new Set(Array.from({ length }, () => valid(random, items, known, name)))]
}

function validText(
  random: Random,
  { format, pattern, minLength = 0, maxLength }: Schema,
  known: KnownIds,
  name: string,
): string {
  const own = Object.entries(known).find(([key]) => key === name || (key !== '' && pattern?.startsWith(key)))?.[1]
  if (own && own.length > 0 && random.chance(0.8)) return random.pick(own)
  if (format && formats[format]) return random.pick(formats[format])
  const text = random.pick(['Ada', 'shop.example', 'founder', 'Klaviyo', 'US', 'x', 'a few words'])
  return text.slice(0, maxLength ?? text.length).padEnd(minLength, 'x')
}

/** One thing about a valid value is wrong: somewhere inside it, or around it. */
export function nearlyValid(random: Random, value: unknown): unknown {
  if (Array.isArray(value) && value.length > 0 && random.chance(0.7)) {
    const at = random.below(value.length)
    if (random.chance(0.2)) return [...value, ...value, ...value]
    return value.with(at, nearlyValid(random, value[at]))
  }
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0 && random.chance(0.8)) {
    const names = Object.keys(value)
    const name = random.pick(names)
    const inner = (value as Record<string, unknown>)[name]
    if (random.chance(0.15)) return { ...value, [random.pick(hostileTexts).slice(0, 60)]: hostile(random) }
    if (random.chance(0.1)) return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))
    return { ...value, [name]: nearlyValid(random, inner) }
  }
  if (typeof value === 'number') return random.pick([value + 1, -value, value * 1e6, value + 0.5, String(value)])
  if (typeof value === 'string' && random.chance(0.4)) {
    return random.pick([
      value.toUpperCase(),
      ` ${value} `,
      value.slice(1),
      `${value}x`,
      value.repeat(40),
      `${value}\u0000`,
    ])
  }
  return hostile(random)
}

import { readFile } from 'node:fs/promises'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { exportableEmailStatuses } from '../base/email-kinds.ts'
import { type ProblemCode, problemCatalogue } from '../base/problems.ts'
import { seniorities } from '../base/seniorities.ts'
import { revenueTiers, tierValues, trafficTiers } from '../base/tiers.ts'
import { operations, sessionOperations } from '../operations.ts'
import { successStatuses } from './described-successes.ts'
import { impliedProblems } from './errors.ts'
import { describeApi, describeSessionApi } from './openapi.ts'

type Json = Record<string, unknown>
type Media = { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> }
type OperationDescription = {
  operationId: string
  'x-scope': string
  'x-meter': string
  parameters: { name: string; schema: object; description?: string }[]
  requestBody?: { content: { 'application/json': Media } }
  responses: Record<string, Response>
}
type Response = { $ref?: string; description: string; content: { 'application/json': Media } }
type Description = {
  openapi: string
  info: { version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, OperationDescription>>
  components: { schemas: Record<string, object>; responses: Record<string, Response> }
}

const description = describeApi(operations) as unknown as Description
const describedIn = ({ paths }: Description) => Object.values(paths).flatMap((path) => Object.values(path))
const described = describedIn(description)
const resolved = (response: Response, { components }: Description = description): Response =>
  response.$ref ? components.responses[response.$ref.split('/').at(-1)!]! : response

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema({ $id: 'openapi', components: description.components })

const compiled = new Map<string, ValidateFunction>()

function faults(schema: object, value: unknown): unknown {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/')
  // Compiling is slow, and most operations share the schema of errors.
  const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text))
  compiled.set(text, validate)
  return validate(value) ? [] : validate.errors
}

it('HTTP-14: the description is valid OpenAPI 3.1, version 1.0.0, under the base address', async () => {
  expect(description.openapi).toBe('3.1.0')
  expect(description.info.version).toBe('1.0.0')
  expect(description.servers[0]!.url).toBe('http://127.0.0.1:8080/api/v1')
  const result = await new Validator().validate(structuredClone(JSON.parse(JSON.stringify(description))))
  expect(result.errors ?? []).toEqual([])
  expect(result.valid).toBe(true)
})

it('HTTP-14: the committed openapi.json is the generated one', async () => {
  const committed = await readFile(new URL('../../openapi.json', import.meta.url), 'utf8')
  const isCurrent = committed === `${JSON.stringify(description, null, 2)}\n`
  expect(isCurrent, 'openapi.json is stale: run "npm run generate" and commit it').toBe(true)
})

it('HTTP-14: every operation is described once, with its method, path, scope and meter', () => {
  expect(described.map(({ operationId }) => operationId).sort()).toEqual(operations.map(({ id }) => id).sort())
  for (const operation of operations) {
    const found = description.paths[operation.path]![operation.method.toLowerCase()]!
    expect(found).toMatchObject({ operationId: operation.id, 'x-scope': operation.scope, 'x-meter': operation.meter })
  }
})

it('every object is a named schema, so that generated clients have a type for it', () => {
  const inline: string[] = []
  const look = (schema: Json, place: string): void => {
    for (const [key, inner] of Object.entries(schema)) {
      if (typeof inner !== 'object' || inner === null || key === 'example' || key === 'examples') continue
      const isObject = (inner as Json).type === 'object' && 'properties' in inner
      if (isObject && place !== 'components.schemas') inline.push(`${place}.${key}`)
      look(inner as Json, place === '' ? key : `${place}.${key}`)
    }
  }
  look(JSON.parse(JSON.stringify(description)), '')
  expect(inline).toEqual([])
  const named = ['ContactPreview', 'RevealedContact', 'Store', 'CreditEntry', 'Problem', 'Usage', 'Taxonomy']
  expect(Object.keys(description.components.schemas)).toEqual(expect.arrayContaining(named))
})

type Field = Json & { properties?: Record<string, Field>; items?: Field; anyOf?: Field[] }

function fieldsOf(schema: Field, place: string): [place: string, field: Field][] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]): [string, Field][] => [
    [`${place}.${name}`, field],
    ...fieldsOf(field, `${place}.${name}`),
  ])
  const inner = [...(schema.items ? [schema.items] : []), ...(schema.anyOf ?? [])].flatMap((one) =>
    fieldsOf(one, place),
  )
  return [...own, ...inner]
}

it('HTTP-20: every field of every schema says what it is', () => {
  const fields = Object.entries(description.components.schemas).flatMap(([name, schema]) =>
    fieldsOf(schema as Field, name),
  )
  const silent = fields.filter(([, field]) => !/\S/.test(String(field.description ?? '')))
  expect(silent.map(([place]) => place)).toEqual([])
  expect(fields.length).toBeGreaterThan(400)
  const meaningOf = (place: string) => fields.find(([one]) => one === place)?.[1].description
  for (const status of exportableEmailStatuses) expect(meaningOf('EmailChannel.status')).toContain(`\`${status}\`:`)
  expect(meaningOf('Store.lead_fit_score')).toContain('ordered by it')
})

/** Every value of a keyword, anywhere below. */
const valuesOf = (value: unknown, keyword: string): unknown[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, inner]) => [
        ...(name === keyword && typeof inner !== 'object' ? [inner] : []),
        ...valuesOf(inner, keyword),
      ])

it('HTTP-23: generators of others make no field of a request required that has a default, and can read every pattern', () => {
  const requests = Object.entries(description.components.schemas).filter(([name]) => name.endsWith('Request'))
  expect(requests.length).toBeGreaterThan(20)
  expect(requests.flatMap(([, schema]) => valuesOf(schema, 'default'))).toEqual([])
  const patterns = valuesOf(description, 'pattern')
  expect(patterns.length).toBeGreaterThan(10)
  // Validators that do not read patterns as Unicode refuse every value of such a field.
  expect(patterns.filter((pattern) => String(pattern).includes('\\p{'))).toEqual([])
})

it('HTTP-21: closed lists are enums, in requests and in replies', () => {
  const schema = (name: string) =>
    (description.components.schemas[name] as Field).properties as Record<string, Field & { items: Field }>
  const [traffic, revenue] = [trafficTiers, revenueTiers].map(tierValues)
  expect(schema('PersonFilters').seniority_any!.items.enum).toEqual(seniorities)
  expect(schema('StoreFilters').traffic_tiers!.items.enum).toEqual(traffic)
  expect(schema('StoreFilters').revenue_tiers!.items.enum).toEqual(revenue)
  expect(schema('Store').traffic_tier!.enum).toEqual([...traffic!, null])
  expect(schema('Store').revenue_tier!.enum).toEqual([...revenue!, null])
  expect(schema('ContactPreviewStore').traffic_tier!.enum).toEqual([...traffic!, null])
  expect(schema('EmailChannel').status!.enum).toEqual(exportableEmailStatuses)
  expect(schema('StoreFilters').categories!.items.enum).toBeUndefined()
})

it('the error codes of the public description are those that its operations can answer', () => {
  const { code } = (description.components.schemas.ProblemDetails as { properties: { code: { enum: string[] } } })
    .properties
  expect(code.enum).not.toContain('last_owner')
  expect(code.enum).toEqual(
    expect.arrayContaining(['insufficient_contact_credits', 'route_not_found', 'method_not_allowed']),
  )
})

it('the served description names the address that users see', () => {
  const served = describeApi(operations, { origin: 'https://prospector.example' }) as unknown as Description
  expect(served.servers[0]!.url).toBe('https://prospector.example/api/v1')
})

describe.each(described.map((operation) => [operation.operationId, operation] as const))('%s', (id, operation) => {
  it('HTTP-14: has examples that its own schemas accept', () => {
    const body = operation.requestBody?.content['application/json']
    if (body) {
      expect(body.example).toBeDefined()
      expect(faults(body.schema, body.example)).toEqual([])
    }
    const reply = (operation.responses['201'] ?? operation.responses['200'])!.content['application/json']
    expect(reply.example).toBeDefined()
    expect(faults(reply.schema, reply.example)).toEqual([])
  })

  it('HTTP-14: has an example of each of its errors, in the error schema', () => {
    for (const [status, response] of Object.entries(operation.responses)) {
      if (Number(status) < 400) continue
      const { schema, examples } = resolved(response).content['application/json']
      expect(Object.keys(examples!)).not.toEqual([])
      for (const [code, { value }] of Object.entries(examples!)) {
        if (code === 'rate_limit_exceeded')
          expect(value).toMatchObject({ error: { message: expect.stringMatching(/^Rate limit exceeded/) } })
        expect([code, faults(schema, value)]).toEqual([code, []])
        expect(problemCatalogue[code as ProblemCode].status).toBe(Number(status))
      }
    }
  })

  it('HTTP-14: lists every status that its problems can have', () => {
    const own = operations.find((one) => one.id === id)!
    const codes = [...own.problems, ...impliedProblems(own)]
    const statuses = new Set(codes.map((code) => String(problemCatalogue[code].status)))
    expect(new Set(Object.keys(operation.responses))).toEqual(
      new Set([
        ...successStatuses(own).map(String),
        ...(own.replyHeaders?.includes('ETag') ? ['304'] : []),
        ...statuses,
      ]),
    )
  })

  it('says what each of its parameters is', () => {
    for (const { name, description } of operation.parameters)
      expect([name, description]).toEqual([name, expect.stringMatching(/\S/)])
  })
})

it('a lack of API access is described where it can be the answer, and nowhere else', () => {
  const session = describeSessionApi(sessionOperations) as unknown as Description
  const lockable = [description, session].flatMap((one) =>
    describedIn(one).filter(
      ({ responses }) =>
        'api_access_required' in resolved(responses['403']!, one).content['application/json'].examples!,
    ),
  )
  const countedAsUse = [...operations, ...sessionOperations].filter(
    ({ meter, closedWithoutAccess }) => ['request', 'own', 'feed'].includes(meter) || closedWithoutAccess,
  )
  expect(lockable.map(({ operationId }) => operationId).sort()).toEqual(
    [...countedAsUse.map(({ id }) => id), 'createKey'].sort(),
  )
})

it('ERR-15: reveal describes 400, 401, 402, 403, 404, 409 and 429', () => {
  const { responses } = description.paths['/contacts/reveal']!.post!
  expect(Object.keys(responses)).toEqual(
    expect.arrayContaining(['200', '400', '401', '402', '403', '404', '409', '429']),
  )
})

import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import type { Problem } from '../base/problems.ts'
import { refuseUnstorableText, validateStrictly, validationProblem } from './validation.ts'

function refusalOf(body: unknown): { param: string | undefined; message: string } | null {
  try {
    refuseUnstorableText(body)
    return null
  } catch (error) {
    const { param, message } = (error as Problem).toBody('req_1', 'http://localhost:8080/docs').error
    return { param, message }
  }
}

/** `levels` objects and lists, one in the other, around the value. */
const nested = (levels: number, value: unknown): unknown =>
  Array.from({ length: levels }).reduce<unknown>((inner, _, at) => (at % 2 === 0 ? { a: inner } : [inner]), value)

it('HTTP-5: text that can’t be stored is refused by its path, wherever it stands', () => {
  expect(refusalOf({ person: { title: 'Head of Growth' }, list: ['a', { b: 1 }, null] })).toBeNull()
  expect(refusalOf({ store: { apps: { any: ['Klaviyo', 'a\0'] } } })?.param).toBe('store.apps.any[1]')
  expect(refusalOf({ name: '\ud800' })).toEqual({
    param: 'name',
    message: 'name holds a NUL character or a lone surrogate.',
  })
})

it('HTTP-8: a body nested more than 32 levels deep is refused by its path, however deep it is', () => {
  expect(refusalOf(nested(32, 'x'))).toBeNull()
  const query = nested(32, 'x')
  const deep = {
    param: expect.stringMatching(/^query\[0\]\.a/),
    message: expect.stringContaining('more than 32 levels'),
  }
  expect(refusalOf({ query })).toEqual(deep)
  expect(refusalOf({ query: nested(200_000, 'x') })).toEqual(deep)
})

it('HTTP-21: what a closed list has in another case is taken as the list has it, and only that', async () => {
  const server = Fastify()
  validateStrictly(server)
  const kind = { type: 'string', enum: ['contacts', 'stores'] }
  const body = { type: 'object', properties: { 'a/b': { type: 'array', items: kind }, kind } }
  server.post('/', { schema: { body, querystring: { type: 'object', properties: { kind } } } }, async (request) => ({
    ...(request.body as object),
    asked: (request.query as { kind?: string }).kind,
  }))
  const send = (payload: object, query = '') => server.inject({ method: 'POST', url: `/${query}`, payload })
  const taken = await send({ 'a/b': ['contacts', 'STORES'], kind: 'Stores' }, '?kind=CONTACTS')
  expect(taken.json()).toEqual({ 'a/b': ['contacts', 'stores'], kind: 'stores', asked: 'contacts' })
  for (const wrong of [{ kind: 'STORE' }, { kind: 'stores ' }, { kind: 5 }, { kind: null }])
    expect((await send(wrong)).statusCode).toBe(400)
  // Another look at the whole body for each: not for as many as somebody likes to send.
  expect((await send({ 'a/b': Array(31).fill('STORES') })).statusCode).toBe(400)
  await server.close()
})

it('HTTP-5: a header is named as it is documented', () => {
  const error = { keyword: 'minLength', params: { limit: 1 }, instancePath: '/prospector-reference', schemaPath: '' }
  expect(validationProblem([error], 'headers').toBody('req_1', 'http://localhost:8080/docs').error).toMatchObject({
    param: 'Prospector-Reference',
    message: 'Prospector-Reference must not be empty.',
  })
})

const messageFor = (schema: object, value: unknown): string => {
  const ajv = new Ajv({ verbose: true, strict: false })
  addFormats.default(ajv)
  const validate = ajv.compile(schema)
  expect(validate(value)).toBe(false)
  return validationProblem(validate.errors!, 'body').toBody('req_1', 'http://localhost:8080/docs').error.message
}

it.each([
  [{ type: 'object' }, [], 'The request body must be an object.'],
  [{ type: 'object', properties: { a: { type: ['string', 'null'] } } }, { a: 1 }, 'a must be text or null.'],
  [{ type: 'object', properties: { a: { type: 'integer' } } }, { a: 1.5 }, 'a must be an integer.'],
  [{ type: 'object', required: ['a'] }, {}, 'a is required.'],
  [
    { type: 'object', properties: { a: { type: 'string', format: 'date-time' } } },
    { a: 'soon' },
    'a must be a date and time with an offset, such as 2026-03-02T09:30:00Z.',
  ],
  [{ type: 'object', properties: { a: { type: 'string', format: 'uri' } } }, { a: 'x' }, 'a must be a URL.'],
])('%j refuses %j in plain English', (schema, value, message) => {
  expect(messageFor(schema, value)).toBe(message)
})

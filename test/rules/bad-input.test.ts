/** Bad input: each gets its documented error, names its parameter, and spends and stores nothing. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { mayOmitBody } from '../../src/call/operation.ts'
import { operations, sessionOperations } from '../../src/operations.ts'
import { type Answer, startTestApp, type TestApp } from '../support/app.ts'
import { dumpWithoutCounters } from './stored.ts'

let test: TestApp
let apiKey: string
let accountId: string
let id: string
let before: Map<string, string[]>
let time = Date.parse('2026-03-10T00:00:00Z')

beforeAll(async () => {
  test = await startTestApp({ clock: 'fixed', startAt: new Date(time) })
  const account = await test.createAccount({ credits: 100 })
  apiKey = account.apiKey
  accountId = account.accountId
  id = (await test.plantContacts(1))[0]!
  before = await dumpWithoutCounters(test.store.database)
})
// Three cases a minute: no window fills up, and all of them are over before the day's count begins anew.
beforeEach(() => {
  time += 20_000
  test.setTime(new Date(time))
})
afterAll(async () => {
  const after = await dumpWithoutCounters(test.store.database)
  await test.stop()
  expect(after).toEqual(before)
})

const json = { 'content-type': 'application/json' }

function send(
  path: string,
  body: string | Buffer,
  headers: Record<string, string> = json,
  method = 'POST',
): Promise<Answer> {
  return test.call(method, `/api/v1${path}`, { key: apiKey, headers, body })
}

/** The requests counted so far in the windows of this account, over all meters. */
async function counted(): Promise<number> {
  const [row] = await test.store.database.query<{ used: number }>(
    sql`SELECT sum(day_used)::int AS used FROM request_counters WHERE account_id = ${accountId}`,
  )
  return row!.used
}

async function expectRefused(
  ask: () => Promise<Answer>,
  wanted: { status: number; code: string; param?: string },
): Promise<void> {
  const usedBefore = await counted()
  const answer = await ask()
  expect({
    status: answer.status,
    code: answer.body.error.code,
    ...(answer.body.error.param !== undefined && { param: answer.body.error.param }),
  }).toEqual(wanted)
  expect(answer.body.error.type).toBe('invalid_request_error')
  expect(answer.body.error.request_id).toBe(answer.headers['x-request-id'])
  expect(await counted()).toBe(usedBefore + 1)
}

const withBody = operations.filter(({ request }) => request.body)

describe.each(withBody.map((operation) => ({ ...operation, needsBody: !mayOmitBody(operation) })))(
  'ERR-1, HTTP-5, ORDER-3: bad input: $id',
  ({ method, path, example, needsBody, takesLargeBody }) => {
    const bytesMax = (takesLargeBody ? 4_096 : 64) * 1024
    const sent = (body: string | Buffer, headers = json as Record<string, string>) => send(path, body, headers, method)

    if (needsBody) {
      it('no body is invalid_json, or without a kind unsupported_media_type', async () => {
        await expectRefused(() => sent(''), { status: 400, code: 'invalid_json' })
        await expectRefused(() => sent('', {}), { status: 415, code: 'unsupported_media_type' })
      })
    }

    it.each([
      ['spaces', '  '],
      ['broken JSON', '{"contact_ids": ['],
      ['half a surrogate escape', '{"contact_ids": ["\\ud8'],
      ['two documents', '{} {}'],
      ['not a number', '{"contact_ids": NaN}'],
      ['a comment', '{/**/}'],
      ['a byte order mark and nothing', '\ufeff'],
      ['bytes that are no UTF-8', Buffer.from('{"caf\u00e9": 1}', 'latin1')],
    ])('ERR-5: %s is invalid_json', (_, body) => expectRefused(() => sent(body), { status: 400, code: 'invalid_json' }))

    it.each([
      ['an array', '[]'],
      ['null', 'null'],
      ['a number', '1'],
      ['a string', '"ct_live_AbCdEfGhIjKlMnOp"'],
      ['a boolean', 'true'],
    ])('%s instead of an object is invalid_request', (_, body) =>
      expectRefused(() => sent(body), { status: 400, code: 'invalid_request' }),
    )

    it.each([
      ['an unknown property', 'surprise'],
      ['__proto__', '__proto__'],
      ['constructor', 'constructor'],
      ['an empty name', ''],
      ['a NUL in a name', 'a\0b'],
      ['a lone surrogate in a name', 'a\ud800b'],
      ['toString', 'toString'],
    ])('%s is invalid_request and named', async (_, name) => {
      const valid = JSON.stringify(example.request).slice(1, -1)
      const unknown = `${JSON.stringify(name)}: {"prototype": {"polluted": true}}`
      const body = `{${[valid, unknown].filter((part) => part !== '').join(', ')}}`
      await expectRefused(() => sent(body), {
        status: 400,
        code: 'invalid_request',
        param: name === '' ? '""' : name.toWellFormed(),
      })
      expect(({} as { polluted?: true }).polluted).toBeUndefined()
    })

    it.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/jsonp',
      'text/json',
      'application/json; charset=utf-16',
      'application/json;charset="iso-8859-1"',
      'application/json; charset=utf-8; charset=utf-16le',
      '',
    ])('Content-Type %j is unsupported_media_type', (type) =>
      expectRefused(() => sent(`{"contact_ids": ["${id}"]}`, { 'content-type': type }), {
        status: 415,
        code: 'unsupported_media_type',
      }),
    )

    it.each([
      'application/json;charset=utf-8',
      'Application/JSON ; Charset="UTF-8"',
      'application/json; a=b; charset=utf8',
    ])('Content-Type %j is read', (type) =>
      expectRefused(() => sent('{', { 'content-type': type }), { status: 400, code: 'invalid_json' }),
    )

    it.each(['application/json', 'text/plain'])(
      'HTTP-8: a body over 64 KiB, or 4 MiB for long lists, is request_too_large, also as %s',
      async (type) => {
        const long = async () => {
          const answer = await sent(JSON.stringify({ a: 'x'.repeat(bytesMax) }), { 'content-type': type })
          expect(answer.body.error.message).toContain(takesLargeBody ? '4 MiB' : '64 KiB')
          return answer
        }
        await expectRefused(long, { status: 413, code: 'request_too_large' })
      },
    )
  },
)

describe.each(['/contacts/reveal', '/contacts/reveal/quote'])('ERR-6: bad ids: %s', (path) => {
  const malformed = { status: 400, code: 'invalid_contact_id', param: 'contact_ids[1]' }
  it.each([
    ['digits', 'ct_live_AbCdEfGhIjKlMn01'],
    ['15 letters', 'ct_live_AbCdEfGhIjKlMnO'],
    ['17 letters', 'ct_live_AbCdEfGhIjKlMnOpQ'],
    ['a store', 'st_live_AbCdEfGhIjKlMnOp'],
    ['no environment', 'ct__AbCdEfGhIjKlMnOp'],
    ['a line break at the end', 'ct_live_AbCdEfGhIjKlMnOp\n'],
    ['a space before', ' ct_live_AbCdEfGhIjKlMnOp'],
    ['a NUL', 'ct_live_AbCdEfGh\0jKlMnOp'],
    ['a lone surrogate', 'ct_live_AbCdEfGh\udc00jKlMnOp'],
    ['letters of another script', 'ct_live_АbСdЕfGhIjKlMnOp'],
    ['an empty string', ''],
    ['a number', 7],
    ['null', null],
    ['true', true],
    ['a nested array', ['ct_live_AbCdEfGhIjKlMnOp']],
    ['an object', { id: 'ct_live_AbCdEfGhIjKlMnOp' }],
    ['a very long string', 'c'.repeat(10_000)],
    ['SQL', "ct_live_' OR 1=1 --abcdef"],
  ])('an id with %s is invalid_contact_id', (_, item) =>
    expectRefused(() => send(path, JSON.stringify({ contact_ids: [id, item] })), malformed),
  )

  const misshapen = { status: 400, code: 'invalid_request', param: 'contact_ids' }
  it.each([
    ['missing', {}],
    ['empty', { contact_ids: [] }],
    ['null', { contact_ids: null }],
    ['a string', { contact_ids: 'ct_live_AbCdEfGhIjKlMnOp' }],
    ['a number', { contact_ids: 1 }],
    ['an object', { contact_ids: { 0: 'ct_live_AbCdEfGhIjKlMnOp', length: 1 } }],
    ['11 items', { contact_ids: Array(11).fill('ct_live_AbCdEfGhIjKlMnOp') }],
    ['11 items of nonsense', { contact_ids: Array(11).fill(null) }],
  ])('contact_ids that is %s is invalid_request', (_, body) =>
    expectRefused(() => send(path, JSON.stringify(body)), misshapen),
  )
})

describe('HTTP-5: bad queries', () => {
  const get = (path: string) => test.call('GET', `/api/v1${path}`, { key: apiKey })
  const lists = ['/contacts/revealed', '/credits/entries']
  const queries: [string, string][] = [
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=abc', 'limit'],
    ['limit=', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['limit=%00', 'limit'],
    ['limit=99999999999999999999', 'limit'],
    ['limit=0x10', 'limit'],
    ['limit=1e1', 'limit'],
    ['limit=+5', 'limit'],
    ['limit=%2B5', 'limit'],
    ['limit=%201', 'limit'],
    ['limit=1%0A', 'limit'],
    ['limit=1.0', 'limit'],
    ['limit=true', 'limit'],
    ['limit=%D9%A1', 'limit'],
    ['cursor=a%00b', 'cursor'],
    ['=1', '""'],
    ['surprise=1', 'surprise'],
    ['__proto__=1', '__proto__'],
    ['api_key=psk_live_x', 'api_key'],
  ]
  it.each(
    lists.flatMap((list) =>
      queries.map(([query, param]) => [`${list}?${query.slice(0, 40)}`, `${list}?${query}`, param]),
    ),
  )('%s is invalid_request and named', (_, path, param) =>
    expectRefused(() => get(path), { status: 400, code: 'invalid_request', param }),
  )

  it.each(['kind=bogus', 'kind=', 'kind=%00', 'kind=grant&kind=spend'])('/credits/entries?%s names kind', (query) =>
    expectRefused(() => get(`/credits/entries?${query}`), { status: 400, code: 'invalid_request', param: 'kind' }),
  )

  const cursors = ['', 'AAAA', 'null', '%E2%80%AE', 'A'.repeat(60), 'A'.repeat(1_025), '%ED%A0%80', '../../etc/passwd']
  it.each(lists.flatMap((list) => cursors.map((cursor) => [`${list}?cursor=${cursor.slice(0, 40)}`, list, cursor])))(
    '%s is invalid_cursor',
    (_, list, cursor) =>
      expectRefused(() => get(`${list}?cursor=${cursor}`), {
        status: 400,
        code: 'invalid_cursor',
        param: 'cursor',
      }),
  )
})

it('LIMIT-7: every list and text that a caller sends has a bound', () => {
  const unbounded: string[] = []
  const look = (schema: unknown, place: string): void => {
    if (typeof schema !== 'object' || schema === null) return
    const { type, enum: values, const: constant, maxItems, uniqueItems, maxLength } = schema as Record<string, unknown>
    // A cursor that is too long is invalid_cursor, a domain not_found: neither is refused by its shape.
    if (/\.cursor$|\.domains\.items$/.test(place)) return
    const types = [type].flat()
    // Values of a closed list that may not repeat are bounded by the list.
    if (types.includes('array') && maxItems === undefined && !uniqueItems) unbounded.push(place)
    const isFree = types.includes('string') && values === undefined && constant === undefined
    const { pattern, format } = schema as Record<string, unknown>
    if (isFree && maxLength === undefined && pattern === undefined && format === undefined) unbounded.push(place)
    for (const [name, inner] of Object.entries(schema)) look(inner, `${place}.${name}`)
  }
  for (const { id, request } of [...operations, ...sessionOperations]) {
    look(request.body, `${id}.body`)
    look(request.query, `${id}.query`)
  }
  expect(unbounded).toEqual([])
})

it('HTTP-5: every request body is a closed schema, at every depth', () => {
  const open: string[] = []
  const look = (schema: unknown, place: string): void => {
    if (typeof schema !== 'object' || schema === null) return
    const { type, properties, additionalProperties } = schema as Record<string, unknown>
    if (type === 'object' && properties && additionalProperties !== false) open.push(place)
    for (const [name, inner] of Object.entries(schema)) look(inner, `${place}.${name}`)
  }
  for (const operation of operations) {
    look(operation.request.body, `${operation.id}.body`)
    look(operation.request.query, `${operation.id}.query`)
  }
  expect(open).toEqual([])
})

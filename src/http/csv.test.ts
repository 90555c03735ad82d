import { once } from 'node:events'
import { connect } from 'node:net'
import { Type } from 'typebox'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLog } from '../base/log.ts'
import { problems } from '../base/problems.ts'
import { placesMemory, processPlaces } from '../base/process-places.ts'
import { defineOperation } from '../call/operation.ts'
import { createCompression } from './compression.ts'
import { accepts, csvLine } from './csv.ts'
import { createExports } from './pace-exports.ts'
import { serveOperations } from './rest.ts'
import { createHttpServer, type HttpServer } from './server.ts'

describe('a line', () => {
  it.each([
    '=1+1',
    '+1+cmd|x',
    '+A1',
    '-A1',
    '-1+1',
    '-1-cmd|x',
    '-',
    '-1 ',
    '-1\n=1',
    '-1.',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '＝1+1',
    '＋A1',
    '－1',
    '＠SUM(A1)',
  ])('LIST-2: a cell that starts like %j can’t become a formula', (cell) => expect(csvLine([cell])).toMatch(/^"? ?'/))

  it.each(['foo;=1+1', 'foo; =1+1', 'foo\t+A1', 'a;b;@SUM(A1)', 'two\n=lines', 'foo;＝1+1'])(
    'LIST-2: %j has no formula for spreadsheets that end cells at other signs',
    (cell) => expect(csvLine([cell])).toMatch(/[;\t\n] ?'[=+@＝]/),
  )

  it.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
    ['a=b', 'a=b'],
    ['+1 202 555 0101', '+1 202 555 0101'],
    ['+1 (202) 555-0101; +44 20 7946 0101', '+1 (202) 555-0101; +44 20 7946 0101'],
    ['+1 (202) 555-0101, +44 20 7946 0101', '"+1 (202) 555-0101, +44 20 7946 0101"'],
    ['+1 202 555 0101 ext. 5, +44 20 7946 0101 x12', '"+1 202 555 0101 ext. 5, +44 20 7946 0101 x12"'],
    ['-40', '-40'],
    ['-0.5', '-0.5'],
    ['', ''],
  ])('LIST-2: %j is written as %j', (cell, written) => expect(csvLine([cell])).toBe(`${written}\r\n`))
})

it.each([
  [undefined, false],
  ['*/*', false],
  ['text/csv', true],
  ['TEXT/CSV; charset=utf-8', true],
  ['application/json, text/csv', false],
  ['application/json;q=0.5, text/csv', true],
  ['text/csv;q=0', false],
  ['text/csvx', false],
])('Accept: %s asks for a spreadsheet: %s', (accept, expected) =>
  expect(accepts(accept, ['text/csv', 'application/json']) === 'text/csv').toBe(expected),
)

describe('a stream without end', () => {
  let http: HttpServer
  let port: number
  let rows = 0
  let ended = false

  const endless = defineOperation({
    id: 'endless',
    method: 'GET',
    path: '/endless',
    summary: '',
    description: '',
    scope: 'contacts:reveal',
    meter: 'request',
    request: {},
    reply: Type.Object({}),
    problems: [],
    example: { summary: '', reply: {} },
    run: async () => ({}),
    csv: {
      columns: ['row'],
      async *rows() {
        try {
          while (true) {
            rows += 1
            yield [`${rows} ${'x'.repeat(1_000)}`]
          }
        } finally {
          ended = true
        }
      },
    },
  })
  const broken = {
    ...endless,
    path: '/broken',
    csv: {
      columns: ['row'],
      // biome-ignore lint/correctness/useYield: it fails before its first row.
      async *rows() {
        throw problems.serviceUnavailable()
      },
    },
  }

  beforeEach(async () => {
    rows = 0
    ended = false
    http = createHttpServer({ log: createLog('silent'), publicUrl: 'http://localhost:8080', patienceMs: 500 })
    const principal = {
      account: {},
      actor: {},
      counters: { minute: { limit: 1, used: 0, resetsAt: new Date() }, day: null },
    }
    serveOperations(http.server, [endless, broken], {
      basePath: '',
      admission: { enter: () => ({ admit: async () => ({ ...principal, admittedAt: new Date() }) }) } as never,
      readCredential: () => 'none',
      needs: undefined,
      exportNeeds: undefined,
      exports: createExports({ places: processPlaces(placesMemory()) }),
      compress: createCompression(),
    })
    await http.server.listen({ host: '127.0.0.1', port: 0 })
    port = (http.server.server.address() as { port: number }).port
  })
  afterEach(() => http.stop())

  async function open() {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write('GET /endless HTTP/1.1\r\nHost: x\r\nAccept: text/csv\r\n\r\n')
    await once(socket, 'readable')
    return socket
  }

  it('LIST-2: is read no faster than the caller reads it', async () => {
    const socket = await open()
    let seen = -1
    // The buffers of the connection fill up, and then the rows stand still.
    await vi.waitFor(
      () => {
        const now = rows
        const stands = now === seen
        seen = now
        expect(stands).toBe(true)
      },
      { timeout: 60_000, interval: 250 },
    )
    expect(rows).toBeLessThan(50_000)
    socket.destroy()
  })

  it('ends when the caller hangs up, and is not waited for', async () => {
    const socket = await open()
    socket.destroy()
    await expect.poll(() => ended).toBe(true)
    await http.stop()
  })

  it('is cut off by a stop that has waited long enough', async () => {
    const socket = await open()
    await http.stop()
    socket.destroy()
    await expect.poll(() => ended).toBe(true)
  })

  it('that can’t begin is an error in the envelope, not a torn file', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/broken`, { headers: { accept: 'text/csv' } })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBeNull()
    expect(await answer.json()).toMatchObject({ error: { code: 'service_unavailable' } })
  })
})

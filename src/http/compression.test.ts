import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { operations, sessionOperations } from '../operations.ts'
import { acceptedEncodings } from './accept-encoding.ts'

let test: TestApp
let key: string
beforeAll(async () => {
  test = await startTestApp()
  key = (await test.createAccount({ credits: 100 })).apiKey
  const ids = await test.plantContacts(60)
  for (let at = 0; at < 60; at += 10) await test.reveal(key, ids.slice(at, at + 10))
})
afterAll(() => test.stop())

const decoders = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }

async function get(url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const answer = await test.app.http.server.inject({
    method,
    url,
    headers: { authorization: `Bearer ${key}`, ...headers },
  })
  const { 'content-encoding': encoding, vary, etag } = answer.headers
  const decode = decoders[encoding as keyof typeof decoders]
  const text = decode ? decode(answer.rawPayload).toString() : answer.payload
  return { status: answer.statusCode, encoding, vary, etag: String(etag), bytes: answer.rawPayload.length, text }
}

describe.each(['zstd', 'br', 'gzip'] as const)('HTTP-17: a client that accepts %s', (encoding) => {
  const accepting = { 'accept-encoding': encoding }

  it.each([
    ['JSON', '/api/v1/contacts/revealed?limit=100', {}, 'Accept-Encoding'],
    ['CSV', '/api/v1/contacts/revealed', { accept: 'text/csv' }, 'Accept-Encoding'],
    ['openapi.json', '/api/v1/openapi.json', {}, 'Accept-Encoding'],
    ['the docs', '/docs', {}, 'Accept, Accept-Encoding'],
  ])('gets %s in it, with the content of the plain reply and in fewer bytes', async (_kind, url, headers, vary) => {
    const plain = await get(url, headers)
    const compressed = await get(url, { ...headers, ...accepting })
    expect([plain.encoding, compressed.encoding]).toEqual([undefined, encoding])
    expect([plain.vary, compressed.vary]).toEqual([vary, vary])
    expect(compressed.bytes).toBeLessThan(plain.bytes / 3)
    const withoutId = (text: string) => text.replace(/req_\w+/, '')
    expect(withoutId(compressed.text)).toBe(withoutId(plain.text))
  })
})

it('HTTP-17: small replies and errors stay plain, and say that others may not', async () => {
  for (const url of ['/api/v1/contacts/revealed?limit=1', '/api/v1/stores/nobody.example']) {
    const { encoding, vary } = await get(url, { 'accept-encoding': 'gzip' })
    expect([encoding, vary]).toEqual([undefined, 'Accept-Encoding'])
  }
})

it('HTTP-17: the pages of sign-in and the answers of /mcp stay plain, however long', async () => {
  const all = { 'accept-encoding': 'gzip, br, zstd' }
  const signIn = await test.call('GET', '/sign-in', { headers: all })
  expect([signIn.status, signIn.text.length > 1_024]).toEqual([200, true])
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
  const accept = 'application/json, text/event-stream'
  const tools = await test.call('POST', '/mcp', { key, body, headers: { ...all, accept } })
  expect([tools.status, tools.text.length > 1_024]).toEqual([200, true])
  for (const answer of [signIn, tools]) expect(answer.headers['content-encoding']).toBeUndefined()
})

it('HTTP-17: an ETag of a compressed reply is weak, and either form of it is known again', async () => {
  const plain = await get('/docs')
  const compressed = await get('/docs', { 'accept-encoding': 'br' })
  expect(compressed.etag).toBe(`W/${plain.etag}`)
  for (const etag of [plain.etag, compressed.etag]) {
    expect((await get('/docs', { 'accept-encoding': 'br', 'if-none-match': etag })).status).toBe(304)
  }
})

it('HTTP-17: next to Vary: Origin, both are named', async () => {
  const narrowed = await startTestApp({ corsOrigins: ['https://crm.example'] })
  const { apiKey } = await narrowed.createAccount()
  const headers = { origin: 'https://crm.example', host: 'localhost' }
  const answer = await narrowed.call('GET', '/api/v1/usage', { key: apiKey, headers })
  expect(answer.headers.vary).toBe('Origin, Accept-Encoding')
  await narrowed.stop()
})

it('HTTP-17: replies that hold a credential or paid data next to the caller’s text are never compressed', () => {
  const all = [...operations, ...sessionOperations]
  const never = all.filter(({ neverCompressed }) => neverCompressed).map(({ id }) => id)
  expect(never.sort()).toEqual([
    'createKey',
    'createPortalLink',
    'createSubscriptionLink',
    'createTopUpLink',
    'createWebhook',
    'getJobResults',
    'getPortalLink',
    'getSubscriptionLink',
    'reportBounces',
    'revealContacts',
    'rotateWebhookSecret',
  ])
  const holdsSecret = all.filter(({ reply }) =>
    /"(api_key|secret|token|password)":\{|"const":"billing_link"/.test(JSON.stringify(reply)),
  )
  expect(holdsSecret.map(({ id }) => id).filter((id) => !never.includes(id))).toEqual([])
})

it('HTTP-17: a reveal is sent plain, whatever the client accepts', async () => {
  const ids = await test.plantContacts(10)
  const revealed = await test.reveal(key, ids, { 'accept-encoding': 'gzip, br, zstd' })
  expect(revealed.headers['content-encoding']).toBeUndefined()
  expect(revealed.text.length).toBeGreaterThan(1_024)
})

describe('HTTP-17: of several encodings', () => {
  it.each([
    [undefined, []],
    ['', []],
    ['identity', []],
    ['gzip', ['gzip']],
    ['gzip, deflate, br, zstd', ['zstd', 'br', 'gzip']],
    ['gzip;q=1.0, br;q=0.5', ['gzip', 'br']],
    ['GZIP; q=0.8 , br ; q=0.9', ['br', 'gzip']],
    ['*', ['zstd', 'br', 'gzip']],
    ['*;q=0.5, zstd;q=0', ['br', 'gzip']],
    ['br;q=0', []],
    ['gzip;q=0.2, identity', []],
    ['x-gzip', ['gzip']],
    ['gzip;q=many', []],
  ])('%s allows %j, best first', (header, accepted) => {
    expect(acceptedEncodings(header)).toEqual(accepted)
  })
})

it('HTTP-17: a client that hangs up in the middle of a compressed export ends the query behind it', async () => {
  const address = await test.app.http.server.listen({ host: '127.0.0.1', port: 0 })
  const hangUp = new AbortController()
  const answer = await fetch(`${address}/api/v1/contacts/revealed`, {
    headers: { authorization: `Bearer ${key}`, accept: 'text/csv', 'accept-encoding': 'gzip' },
    signal: hangUp.signal,
  })
  expect(answer.headers.get('content-encoding')).toBe('gzip')
  hangUp.abort()
  // An account has at most two exports at once: a third would be refused if those before still ran.
  for (let at = 0; at < 3; at += 1) {
    const again = await get('/api/v1/contacts/revealed', { accept: 'text/csv', 'accept-encoding': 'gzip' })
    expect(again.status).toBe(200)
    expect(again.text.split('\r\n').length).toBeGreaterThan(60)
  }
})

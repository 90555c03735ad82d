/** What HTTP clients may take for granted: methods, addresses, encodings and parameters, the same on every operation. */
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { webApplicationFolder } from '../../src/http/web-application.ts'
import { operations, sessionOperations } from '../../src/operations.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { createBrowser } from '../support/browser.ts'

let test: TestApp
let apiKey: string
beforeAll(async () => {
  test = await startTestApp()
  apiKey = (await test.createAccount({ requestsPerMinute: 1_000 })).apiKey
})
afterAll(() => test.stop())

it('HTTP-1: HEAD answers wherever GET does, with its status and headers and without a body', async () => {
  const gets = operations.flatMap(({ method, path }) => (method === 'GET' ? [`/api/v1${path}`] : []))
  for (const path of [...gets, '/healthz', '/readyz', '/docs', '/sign-in', '/api/v1/openapi.json']) {
    const got = await test.call('GET', path, { key: apiKey })
    const headed = await test.call('HEAD', path, { key: apiKey })
    expect([path, headed.status, headed.headers['content-type']]).toEqual([
      path,
      got.status,
      got.headers['content-type'],
    ])
    expect(headed.text).toBe('')
  }
  const export_ = await test.call('HEAD', '/api/v1/contacts/revealed', { key: apiKey, headers: { accept: 'text/csv' } })
  expect([export_.status, export_.text]).toEqual([200, ''])
  expect((await test.call('HEAD', '/api/v1/usage')).status).toBe(401)
})

/** Every operation asked once, with its own example; an address that stands for something in it is filled. */
const askEach = async (change: (path: string) => string = (path) => path) => {
  const { apiKey: key } = await test.createAccount()
  return Promise.all(
    operations.map(async ({ id, method, path, request, example }) => {
      const filled = path.replace('{contact_id}', 'ct_live_AbCdEfGhIjKlMnOp').replaceAll(/\{\w+\}/g, 'shop.example')
      const body = { ...((method === 'POST' || request.body) && { body: example.request ?? {} }) }
      return { id, ...(await test.call(method, change(`/api/v1${filled}`), { key, ...body })) }
    }),
  )
}

it('HTTP-1: every operation is under /api/v1, and a slash at the end of its path is ignored', async () => {
  const [plain, slashed] = [await askEach(), await askEach((path) => `${path}/`)]
  expect(plain.filter(({ body }) => body.error?.code === 'route_not_found')).toEqual([])
  const codes = (answers: typeof plain) => answers.map(({ id, status, body }) => [id, status, body.error?.code])
  expect(codes(slashed)).toEqual(codes(plain))
  expect((await test.call('GET', '/healthz/')).status).toBe(200)
  const elsewhere = await askEach((path) => path.replace('/api/v1', ''))
  expect(elsewhere.filter(({ status, body }) => status < 400 || body?.error?.code !== 'route_not_found')).toEqual([])
})

it('HTTP-2, HTTP-3, HTTP-4: every answer of an operation is JSON in UTF-8, uncacheable, with its request id in header and body', async () => {
  for (const { id, status, headers, body } of await askEach()) {
    expect([id, headers['content-type']]).toEqual([id, 'application/json; charset=utf-8'])
    expect([id, headers['cache-control']]).toEqual([id, 'no-store'])
    expect(headers['x-request-id']).toMatch(/^req_[A-Za-z0-9]{16,}$/)
    expect([id, status, (body.error ?? body).request_id]).toEqual([id, status, headers['x-request-id']])
  }
})

it('HTTP-2, HTTP-3, HTTP-4: a spreadsheet and openapi.json carry the request id only in the header', async () => {
  const sheet = await test.call('GET', '/api/v1/contacts/revealed', { key: apiKey, headers: { accept: 'text/csv' } })
  expect(sheet.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' })
  const description = await test.call('GET', '/api/v1/openapi.json')
  for (const { headers, text } of [sheet, description]) {
    expect(headers['x-request-id']).toMatch(/^req_/)
    expect(text).not.toContain(headers['x-request-id'])
  }
})

it('HTTP-30: the description, the icon and the page for crawlers are also where programs look for them first', async () => {
  const described = await test.call('GET', '/openapi.json')
  expect(described.body).toEqual((await test.call('GET', '/api/v1/openapi.json')).body)
  const withPages = await startTestApp({ webFolder: webApplicationFolder, store: test.store })
  const icon = await withPages.call('GET', '/favicon.ico')
  await withPages.app.stop()
  expect([icon.status, icon.headers['content-type']]).toEqual([200, 'image/svg+xml'])
  const robots = await test.call('GET', '/robots.txt')
  expect([robots.status, robots.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(robots.text).toContain('Disallow: /api/')
})

it('OAUTH-1: clients that look for OpenID discovery find the metadata of the authorization server', async () => {
  const openId = await test.call('GET', '/.well-known/openid-configuration')
  expect(openId.body).toEqual((await test.call('GET', '/.well-known/oauth-authorization-server')).body)
})

it('HTTP-10: an address of more than 8 KiB is 414', async () => {
  const answer = await test.call('GET', `/api/v1/usage?x=${'a'.repeat(9_000)}`, { key: apiKey })
  expect([answer.status, answer.body.error.code]).toEqual([414, 'uri_too_long'])
})

it('HTTP-9: a body in a content encoding other than identity is 415, before its shape is looked at', async () => {
  const answer = await test.call('POST', '/api/v1/contacts/reveal', {
    key: apiKey,
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: gzipSync('{}').toString('latin1'),
  })
  expect([answer.status, answer.body.error.code]).toEqual([415, 'unsupported_media_type'])
})

it('HTTP-9: what takes nothing needs neither a body nor a Content-Type', async () => {
  const takesNothing = ({ body }: { body?: object | undefined }) =>
    body !== undefined && Object.keys((body as { properties: object }).properties).length === 0
  const bare = operations.filter(({ request }) => takesNothing(request))
  expect(bare.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['previewWatch', 'visitWatch', 'cancelJob', 'endTrial']),
  )
  const { apiKey: key } = await test.createAccount()
  for (const { id, method, path } of bare) {
    const { status } = await test.call(method, `/api/v1${path.replaceAll(/\{\w+\}/g, 'nothing')}`, { key })
    expect([id, status === 415]).toEqual([id, false])
  }
})

it('HTTP-6: an unknown query parameter is a 400 that names it, on every operation', async () => {
  const named = (answers: { id: string; status: number; body: { error?: { param?: string } } }[]) =>
    answers.map(({ id, status, body }) => [id, status, body.error?.param])
  expect(named(await askEach((path) => `${path}?surprise=1`))).toEqual(
    operations.map(({ id }) => [id, 400, 'surprise']),
  )
  const email = 'parameters@addresses.example'
  await test.createAccount({ email })
  const browser = createBrowser({ app: test.app, url: 'http://localhost:8080' })
  await browser.signIn(email)
  const ofPeople = sessionOperations.map(async ({ id, method, path, example }) => {
    const filled = path.replaceAll(/\{\w+\}/g, 'anything')
    return { id, ...(await browser.call(method, `/app/v1${filled}?surprise=1`, example.request ?? {})) }
  })
  expect(named(await Promise.all(ofPeople))).toEqual(sessionOperations.map(({ id }) => [id, 400, 'surprise']))
})

it('ENRICH-2: an over-long or impossible domain is not found, alone and in a batch, and fails no batch', async () => {
  const impossible = [`${'a'.repeat(5_000)}.com`, 'no\0pe.com', '\ud800.com', 'not a domain', '']
  const { status, body } = await test.call('POST', '/api/v1/stores/enrich', {
    key: apiKey,
    body: { domains: impossible },
  })
  expect([status, body.found, body.not_found]).toEqual([200, 0, impossible.length])
  const alone = await test.call('GET', `/api/v1/stores/${'a'.repeat(5_000)}.com`, { key: apiKey })
  expect([alone.status, alone.body.error.code]).toEqual([404, 'store_not_found'])
})

it('ENRICH-1: an enrichment item lists the strings that led to it', async () => {
  const domains = ['https://www.shop-a.example/x', 'SHOP-A.example', 'shop-b.example']
  const { body } = await test.call('POST', '/api/v1/stores/enrich', { key: apiKey, body: { domains, include: [] } })
  expect(body.data.map(({ domain, inputs }: { domain: string; inputs: string[] }) => [domain, inputs])).toEqual([
    ['shop-a.example', domains.slice(0, 2)],
    ['shop-b.example', domains.slice(2)],
  ])
})

/** What HTTP clients may take for granted: methods, addresses, encodings and parameters, the same on every operation. */
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { operations } from '../../src/operations.ts'
import { startTestApp, type TestApp } from '../support/app.ts'

let test: TestApp
let apiKey: string
beforeAll(async () => {
  test = await startTestApp()
  apiKey = (await test.createAccount({ requestsPerMinute: 1_000 })).apiKey
})
afterAll(() => test.stop())

it('HTTP-1: HEAD answers wherever GET does, with its status and headers and without a body', async () => {
  for (const path of ['/api/v1/usage', '/api/v1/contacts/revealed', '/healthz', '/docs', '/api/v1/openapi.json']) {
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

it('HTTP-1: a slash at the end of a path is ignored', async () => {
  expect((await test.call('GET', '/api/v1/usage/', { key: apiKey })).status).toBe(200)
  expect((await test.call('GET', '/healthz/')).status).toBe(200)
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

it('HTTP-6: an unknown query parameter is a 400 that names it, on every operation', async () => {
  const asked = operations.map(async ({ method, path, example }) => {
    const filled = path.replaceAll(/\{\w+\}/g, 'shop.example')
    const { status, body } = await test.call(method, `/api/v1${filled}?surprise=1`, {
      key: apiKey,
      ...(method === 'POST' && { body: example.request ?? {} }),
    })
    return [method, path, status, body.error?.param]
  })
  expect(await Promise.all(asked)).toEqual(operations.map(({ method, path }) => [method, path, 400, 'surprise']))
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

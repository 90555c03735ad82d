import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../src/operations.ts'
import { startTestApp, type TestApp } from '../support/app.ts'

let test: TestApp
let narrowed: TestApp
let apiKey: string
beforeAll(async () => {
  test = await startTestApp({ publicUrl: 'https://prospector.example' })
  narrowed = await startTestApp({ corsOrigins: ['https://crm.example'], store: test.store })
  apiKey = (await test.createAccount()).apiKey
})
afterAll(async () => {
  await narrowed.app.stop()
  await test.stop()
})

const origin = 'https://crm.example'
const own = { host: 'prospector.example' }
const preflight = {
  origin,
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization,idempotency-key',
}
const takesTokens = [
  '/api/v1/usage',
  '/api/v1/contacts/reveal',
  '/api/v1/openapi.json',
  '/mcp',
  '/auth/oauth2/token',
  '/auth/jwks',
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
  '/openapi.json',
]

describe('HTTP-15: a page of another origin', () => {
  it.each(takesTokens)('may ask first, and call, %s', async (path) => {
    const asked = await test.call('OPTIONS', path, { headers: { ...own, ...preflight } })
    expect(asked.status).toBe(204)
    expect(asked.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization,idempotency-key',
    })
    const answer = await test.call('GET', path, { headers: { ...own, origin } })
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
  })

  it('may use the method of every operation', async () => {
    const asked = await test.call('OPTIONS', '/api/v1/usage', { headers: { ...own, ...preflight } })
    const allowed = String(asked.headers['access-control-allow-methods']).split(', ')
    expect([...new Set(operations.map(({ method }) => method))].filter((method) => !allowed.includes(method))).toEqual(
      [],
    )
  })

  it('learns that a path does not exist: the preflight is answered, and the 404 can be read', async () => {
    const path = '/api/v1/no-such-path'
    const asked = await test.call('OPTIONS', path, { headers: { ...own, ...preflight } })
    expect([asked.status, asked.headers['access-control-allow-origin']]).toEqual([204, '*'])
    const answer = await test.call('GET', path, { headers: { ...own, origin } })
    expect([answer.status, answer.body.error.code]).toEqual([404, 'route_not_found'])
    expect(answer.headers['access-control-allow-origin']).toBe('*')
  })

  it('reads limits and request ids, of refusals too', async () => {
    const answer = await test.call('GET', '/api/v1/usage', { key: apiKey, headers: { ...own, origin } })
    expect(answer.status).toBe(200)
    expect(answer.headers['access-control-expose-headers']).toContain('RateLimit')
    const refused = await test.call('GET', '/api/v1/usage', { headers: { ...own, origin } })
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([401, '*'])
  })

  it.each(['/app/v1/profile', '/auth/get-session', '/auth/sign-in/email', '/consent'])(
    'gets nothing of %s',
    async (path) => {
      const asked = await test.call('OPTIONS', path, { headers: { ...own, ...preflight } })
      expect([asked.status, asked.headers['access-control-allow-origin']]).toEqual([405, undefined])
      for (const method of ['GET', 'POST']) {
        const answer = await test.call(method, path, { headers: { ...own, origin } })
        const cors = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))
        expect([method, path, cors]).toEqual([method, path, []])
      }
    },
  )

  it('is one of those that CORS_ORIGINS names, where it names some', async () => {
    const ask = (from: string) => narrowed.call('GET', '/api/v1/usage', { key: apiKey, headers: { origin: from } })
    expect((await ask(origin)).headers).toMatchObject({
      'access-control-allow-origin': origin,
      vary: 'Origin, Accept-Encoding',
    })
    expect((await ask('https://evil.example')).headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('HTTP-16: a page under a name that is not ours', () => {
  it.each(['/api/v1/usage', '/mcp'])('is refused on %s; programs are not', async (path) => {
    for (const host of ['rebound.example', '127.rebound.example', '127.0.0.1.rebound.example', '[::1].example']) {
      const answer = await test.call('POST', path, { key: apiKey, headers: { host, origin: `http://${host}` } })
      expect([host, answer.status, answer.body.error.code]).toEqual([host, 403, 'host_not_allowed'])
    }
    const program = await test.call('GET', '/api/v1/usage', { key: apiKey, headers: { host: 'rebound.example' } })
    expect(program.status).toBe(200)
    for (const host of ['127.0.0.1:8080', '127.8.9.10', '[::1]:8080', 'localhost', 'app.localhost:8080']) {
      const loopback = { host, origin: 'http://localhost:8080' }
      expect([host, (await test.call('GET', '/api/v1/usage', { key: apiKey, headers: loopback })).status]).toEqual([
        host,
        200,
      ])
    }
  })
})

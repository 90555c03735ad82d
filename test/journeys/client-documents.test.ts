/** Clients that are known by a document at their address: what a stranger can cause with them. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { isDocumentAddress } from '../../src/oauth/client-documents.ts'
import { type ServedApp, startServedApp } from '../support/browser.ts'
import { type PublicHost, startPublicHost } from '../support/public-host.ts'

let host: PublicHost
let test: ServedApp

beforeEach(async () => {
  host = await startPublicHost('agent.example', 'other.example')
  test = await startServedApp({
    oauthRegistration: true,
    documentRequests: host.requests,
    trustedProxies: ['127.0.0.1'],
  })
  host.answer(({ host: name, path }, response) => response.end(JSON.stringify(documentOf(host.at(name, path)))))
})
afterEach(async () => {
  await test.stop()
  await host.stop()
})

const redirectUri = 'https://agent.example/done'
const documentOf = (address: string) => ({ client_id: address, client_name: 'Agent', redirect_uris: [redirectUri] })

const authorize = async (clientId: string, network = '192.0.2.1') => {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'usage:read',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })
  const headers = { 'x-forwarded-for': network }
  const answer = await fetch(`${test.url}/auth/oauth2/authorize?${query}`, { redirect: 'manual', headers })
  return { status: answer.status, location: answer.headers.get('location') ?? '', headers: answer.headers }
}

it('a client id is an address of a document, exactly as it is written, or none', () => {
  expect(isDocumentAddress('https://agent.example/client.json')).toBe(true)
  const none = [
    'https://agent.example/',
    'http://agent.example/x',
    'https://a@agent.example/x',
    'https://agent.example/x#y',
    'client_1',
  ]
  expect([...none, 'https://AGENT.example/x', 'https://agent.example/a/../b'].filter(isDocumentAddress)).toEqual([])
})

it('OAUTH-11: reads are counted by network before they are made, and a network that made twenty makes no more', async () => {
  for (let n = 0; n < 20; n += 1) {
    expect((await authorize(host.at('agent.example', `/${n}`))).location).toContain('/sign-in?')
  }
  const refused = await authorize(host.at('agent.example', '/20'))
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(host.visits).toHaveLength(20)
  // What is known needs no read, and other networks have counts of their own.
  expect((await authorize(host.at('agent.example', '/7'))).location).toContain('/sign-in?')
  expect((await authorize(host.at('agent.example', '/20'), '192.0.2.2')).location).toContain('/sign-in?')
})

it('OAUTH-11: few documents are read at once; further requests get a Retry-After, and known clients go on', async () => {
  await authorize(host.at('agent.example', '/known'))
  await test.store.database.query(
    sql`UPDATE oauth_clients SET updated_at = updated_at - interval '2 hours' WHERE origin = 'document'`,
  )
  host.answer(() => {})
  const hanging = Array.from({ length: 4 }, (_, n) => authorize(host.at('agent.example', `/slow-${n}`), `192.0.2.${n}`))
  await expect.poll(() => host.visits.length).toBe(5)
  const busy = await authorize(host.at('agent.example', '/slow-4'), '192.0.2.9')
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '5'])
  expect((await authorize(host.at('agent.example', '/known'), '192.0.2.10')).location).toContain('/sign-in?')
  for (const answer of await Promise.all(hanging)) expect(answer.location).toContain('error=invalid_client')
  expect(host.visits).toHaveLength(5)
})

it('OAUTH-11: a document that could not be read is not asked for again at once, and a dead host for no other one', async () => {
  host.answer((_visit, response) => response.writeHead(500).end())
  for (const _ of [1, 2, 3]) {
    expect((await authorize(host.at('agent.example', '/broken'))).location).toContain('error=invalid_client')
  }
  expect(host.visits).toHaveLength(1)
  host.names.asked.length = 0
  for (const path of ['/a', '/b', '/c']) await authorize(`https://gone.example${path}`)
  expect(host.names.asked.filter((name) => name === 'gone.example')).toHaveLength(2) // A and AAAA
})

it('OAUTH-11: the error reveals nothing about a host that could not be read: no port, no status, no byte', async () => {
  host.answer((_visit, response) => response.end('SSH-2.0-OpenSSH_9.6'))
  const broken = await authorize(host.at('agent.example', '/x'))
  const closed = await authorize('https://other.example:9/x')
  const inside = await authorize('https://10.0.0.1/x')
  const unknown = await authorize('https://nowhere.example/x')
  for (const { location } of [broken, closed, inside, unknown]) {
    expect(location).toBe('/sign-in/problem?error=invalid_client')
  }
})

it('OAUTH-11, OAUTH-7: documents are capped apart from clients that registered: neither closes the other, and the oldest without a limit make room', async () => {
  const { accountId, userId } = await test.createAccount()
  await test.store.database.query(sql`
    INSERT INTO oauth_clients (id, client_id, name, scopes, redirect_uris, origin, created_at, updated_at)
    SELECT 'oac_' || n, 'https://many.example/' || n, 'Many', '[]', '[]', 'document', now(), now() - interval '1 hour'
    FROM generate_series(1, 10000) n`)
  await test.store.database.query(sql`
    UPDATE oauth_clients SET updated_at = now() - CASE client_id WHEN 'https://many.example/1' THEN interval '4 hours' ELSE interval '3 hours' END
    WHERE client_id IN ('https://many.example/1', 'https://many.example/2')`)
  await test.store.database.query(sql`
    INSERT INTO oauth_consents (id, client_id, user_id, reference_id, scopes, credit_limit, created_at)
    VALUES ('con_1', 'https://many.example/1', ${userId}, ${accountId}, '[]', 5, now())`)
  const answer = await fetch(`${test.url}/auth/oauth2/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [redirectUri], client_name: 'Itself' }),
  })
  expect(answer.status).toBe(201)
  expect((await authorize(host.at('agent.example', '/new'))).location).toContain('/sign-in?')
  const [count] = await test.store.database.query<{ documents: number }>(
    sql`SELECT count(*)::int AS documents FROM oauth_clients WHERE origin = 'document'`,
  )
  expect(count!.documents).toBe(10_000)
  const oldest = await test.store.database.query<{ id: string }>(
    sql`SELECT client_id AS id FROM oauth_clients WHERE client_id IN ('https://many.example/1', 'https://many.example/2')`,
  )
  expect(oldest).toEqual([{ id: 'https://many.example/1' }])
})

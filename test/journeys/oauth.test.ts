import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/base/clock.ts'
import { createOAuthClient, revokeOAuthClient } from '../../src/oauth/clients.ts'
import { hashIssued } from '../../src/oauth/issued.ts'
import { consentFields, createBrowser, type ServedApp, startServedApp, usualPassword } from '../support/browser.ts'
import { createIntegration, type Integration, insecure, readTokens, redirectUri } from '../support/integration.ts'

let test: ServedApp
let crm: Integration
const owner = 'ada@shop.example'

beforeAll(async () => {
  test = await startServedApp()
  await test.createAccount({ name: 'Shop & Co', email: owner })
  crm = await createIntegration(test)
})
afterAll(() => test.stop())

const usage = (token: string) => test.call('GET', '/api/v1/usage', { key: token })

/** What the authorization server said to the client, out of the address it redirected to. */
const errorOf = (url: string) => new URL(url).searchParams.get('error')

describe('the metadata', () => {
  it('OAUTH-1: leads a client that knows only the API’s address to a token', async () => {
    const refused = await test.call('GET', '/api/v1/usage')
    expect(refused.status).toBe(401)
    const address = /resource_metadata="([^"]+)"/.exec(String(refused.headers['www-authenticate']))![1]!
    const resource = await oauth.processResourceDiscoveryResponse(
      new URL(`${test.url}/api/v1`),
      await oauth.resourceDiscoveryRequest(new URL(`${test.url}/api/v1`), { [oauth.allowInsecureRequests]: true }),
    )
    expect(address).toBe(`${test.url}/.well-known/oauth-protected-resource/api/v1`)
    expect(resource.authorization_servers).toEqual([test.url])
    expect(crm.server.code_challenge_methods_supported).toEqual(['S256'])
    expect(crm.server.response_types_supported).toEqual(['code'])
  })

  it('OAUTH-8, A13: advertises only what answers, and no registration', async () => {
    for (const endpoint of [crm.server.token_endpoint!, crm.server.revocation_endpoint!]) {
      expect((await fetch(endpoint, { method: 'POST' })).status).not.toBe(404)
    }
    expect((await fetch(crm.server.jwks_uri!)).status).toBe(200)
    expect(crm.server.registration_endpoint).toBeUndefined()
    for (const path of ['/auth/oauth2/register', '/auth/oauth2/create-client', '/auth/admin/oauth2/create-client']) {
      expect((await test.call('POST', path, { body: {} })).status).toBe(404)
    }
    expect((await test.call('GET', '/auth/token')).status).toBe(404)
  })

  it('OAUTH-4: lists the ways in which a client may show who it is, and no other', async () => {
    const draft = { name: 'CRM', redirectUris: [redirectUri], scopes: ['usage:read' as const] }
    const confidential = await createOAuthClient(test.app.database, systemClock, { ...draft, isPublic: false })
    const open = await createOAuthClient(test.app.database, systemClock, { ...draft, isPublic: true })
    const accepts = async (id: string, way: oauth.ClientAuth) => {
      const answer = await oauth.revocationRequest(crm.server, { client_id: id }, way, 'any token', insecure)
      return !(await answer.text()).includes('invalid_client')
    }
    const { clientId, clientSecret } = confidential
    const accepted = {
      client_secret_basic: await accepts(clientId, oauth.ClientSecretBasic(clientSecret!)),
      client_secret_post: await accepts(clientId, oauth.ClientSecretPost(clientSecret!)),
      none: await accepts(open.clientId, oauth.None()),
    }
    const advertised = Object.entries(accepted).flatMap(([way, works]) => (works ? [way] : []))
    expect(advertised).toEqual(['client_secret_basic', 'client_secret_post', 'none'])
    expect(crm.server.token_endpoint_auth_methods_supported).toEqual(advertised)
    expect(crm.server.revocation_endpoint_auth_methods_supported).toEqual(advertised)
  })
})

describe('the authorization code flow', () => {
  it('ends in a short-lived token that opens the API, with a real sign-in and consent', async () => {
    const { accessToken, refreshToken, expiresIn } = await crm.connect(owner)
    expect(expiresIn).toBe(600)
    expect(refreshToken).toBeDefined()
    const answer = await usage(accessToken)
    expect(answer.status).toBe(200)
    expect(answer.body.account.name).toBe('Shop & Co')
  })

  it('OAUTH-4: works for a public client, protected by PKCE alone', async () => {
    const desktop = await createIntegration(test, { isPublic: true, name: 'Desktop' })
    const { accessToken } = await desktop.connect(owner)
    expect((await usage(accessToken)).status).toBe(200)
  })

  it('does not ask again for what was granted before, but asks for more', async () => {
    const browser = createBrowser(test)
    await browser.signIn(owner)
    const { url } = await crm.startAuthorization()
    expect((await browser.open(url)).url).toMatch(/^https:\/\/crm\.example\/callback\?code=/)
    const asksAgain = await crm.startAuthorization({ prompt: 'consent' })
    expect((await browser.open(asksAgain.url)).url).toContain('/consent?')
  })

  it('a person who says no sends the client away without a code', async () => {
    const browser = createBrowser(test)
    await browser.signIn(owner)
    const other = await createIntegration(test, { name: 'Nosy' })
    const { url } = await other.startAuthorization()
    const page = await browser.open(url)
    const query = /name="query" value="([^"]+)"/.exec(page.text)![1]!.replaceAll('&amp;', '&')
    const answer = await browser.submit('/consent', { query, decision: 'deny' })
    expect(errorOf(answer.url)).toBe('access_denied')
    expect(new URL(answer.url).searchParams.get('code')).toBeNull()
  })

  it('OAUTH-9: a consent that was read for one account is not given in another', async () => {
    const browser = createBrowser(test)
    await browser.signIn(owner)
    const other = await createIntegration(test, { name: 'Elsewhere' })
    const page = await browser.open((await other.startAuthorization()).url)
    const answer = await browser.submit('/consent', { ...consentFields(page), account: 'acc_other', decision: 'allow' })
    expect(answer.status).toBe(409)
    expect(answer.text).toContain('You have switched accounts')
  })

  it('OAUTH-9: a consent that another site submits is not a consent', async () => {
    const browser = createBrowser(test)
    await browser.signIn(owner)
    const other = await createIntegration(test, { name: 'Clickjacker' })
    const page = await browser.open((await other.startAuthorization()).url)
    const query = /name="query" value="([^"]+)"/.exec(page.text)![1]!.replaceAll('&amp;', '&')
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const forged = await fetch(`${test.url}/consent`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      body: new URLSearchParams({ query, decision: 'allow' }),
    })
    expect(forged.status).toBe(403)
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('marks what spends credits, in plain words', async () => {
    const browser = createBrowser(test)
    await browser.signIn(owner)
    const other = await createIntegration(test, { name: 'Plain <b>words</b>' })
    const page = await browser.open((await other.startAuthorization()).url)
    expect(page.text).toContain('class="spends"')
    expect(page.text).toContain('Spends your account’s contact credits')
    expect(page.text).toContain('Plain &lt;b&gt;words&lt;/b&gt;')
    expect(page.text).not.toContain('<script')
  })
})

describe('what is refused', () => {
  it('OAUTH-3: an address that is not registered exactly is never redirected to', async () => {
    const browser = createBrowser(test)
    await browser.signIn(owner)
    for (const redirect of [
      'https://crm.example/callback/',
      'https://crm.example/callback?x=1',
      'https://evil.example/',
    ]) {
      const { url } = await crm.startAuthorization({ redirect_uri: redirect })
      const page = await browser.open(url)
      expect(page.status).toBe(400)
      expect(page.url.startsWith(`${test.url}/sign-in/problem`)).toBe(true)
    }
  })

  it('an unknown client gets a page that says so', async () => {
    const { url } = await crm.startAuthorization({ client_id: 'client_unknown' })
    const page = await createBrowser(test).open(url)
    expect(page.status).toBe(400)
    expect(page.text).toContain('does not know the app')
  })

  it('OAUTH-3: a request with plain PKCE, or with half of it, gets no code', async () => {
    const half = { code_challenge: null, code_challenge_method: null }
    for (const changes of [
      { code_challenge_method: 'plain' },
      { ...half, code_challenge_method: 'S256' },
      { ...half, code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' },
    ]) {
      const { page } = await crm.authorize(owner, changes)
      expect(errorOf(page.url)).toBe('invalid_request')
      expect(page.url).not.toContain('code=')
    }
  })

  it('OAUTH-2: a scope that the client was not registered for', async () => {
    const { page } = await crm.authorize(owner, { scope: 'billing:manage' })
    expect(errorOf(page.url)).toBe('invalid_scope')
  })

  it('OAUTH-10: the wrong verifier', async () => {
    const { page } = await crm.authorize(owner)
    const response = await crm.redeem(page, oauth.generateRandomCodeVerifier())
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'invalid_grant' })
  })

  it('OAUTH-3: a code is good for five minutes', async () => {
    const { page, verifier } = await crm.authorize(owner)
    const ofCode = hashIssued(hashIssued(new URL(page.url).searchParams.get('code')!))
    const { rows } = await test.app.database.pool.query(
      'SELECT round(extract(epoch FROM expires_at - created_at))::int AS seconds FROM verifications WHERE identifier = $1',
      [ofCode],
    )
    expect(rows).toEqual([{ seconds: 300 }])
    await test.app.database.pool.query(
      "UPDATE verifications SET expires_at = now() - interval '1 second' WHERE identifier = $1",
      [ofCode],
    )
    const late = await crm.redeem(page, verifier)
    expect([late.status, await late.json()]).toMatchObject([400, { error: 'invalid_grant' }])
  })

  it('OAUTH-2: a token reaches no further than the role of its person, from the moment the role is lowered', async () => {
    const wide = await createIntegration(test, { scopes: ['usage:read', 'billing:manage'], name: 'Billing' })
    const { accessToken } = await wide.connect(owner)
    const link = () => test.call('POST', '/api/v1/billing/portal-link', { key: accessToken })
    const role = (name: string) =>
      test.app.database.pool.query(
        'UPDATE members SET role = $1 WHERE user_id = (SELECT id FROM users WHERE email = $2)',
        [name, owner],
      )
    expect((await link()).body.error?.code).not.toBe('insufficient_scope')
    await role('member')
    expect([(await link()).status, (await link()).body.error.code]).toEqual([403, 'insufficient_scope'])
    await role('owner')
  })

  it('OAUTH-3, A8: a code that was used before, and with it the tokens it gave', async () => {
    const { page, verifier } = await crm.authorize(owner)
    const tokens = await readTokens(crm, await crm.redeem(page, verifier))
    const again = await crm.redeem(page, verifier)
    expect(again.status).toBe(400)
    expect(await again.json()).toMatchObject({ error: 'invalid_grant' })
    expect((await crm.refresh(tokens.refreshToken!)).status).toBe(400)
    expect((await usage(tokens.accessToken)).status).toBe(401)
  })

  it('a client with the wrong secret', async () => {
    const { page, verifier } = await crm.authorize(owner)
    const response = await oauth.authorizationCodeGrantRequest(
      crm.server,
      crm.client,
      oauth.ClientSecretBasic('pcs_live_wrong'),
      oauth.validateAuthResponse(crm.server, crm.client, new URL(page.url), 'the state'),
      redirectUri,
      verifier,
      { [oauth.allowInsecureRequests]: true },
    )
    expect(response.status).toBe(401)
  })

  it('OAUTH-2: a token for another audience, and a foreign one', async () => {
    const forMcp = await createIntegration(test, { resource: `${test.url}/mcp`, name: 'Agent' })
    expect((await usage((await forMcp.connect(owner)).accessToken)).status).toBe(401)

    expect((await usage('eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1c3JfMSJ9.')).status).toBe(401)
    const { page: elsewhere } = await crm.authorize(owner, { resource: 'https://other.example/api' })
    expect(errorOf(elsewhere.url)).toBe('invalid_target')
  })

  it('a token whose payload was changed', async () => {
    const { accessToken } = await crm.connect(owner)
    const [head, payload, signature] = accessToken.split('.') as [string, string, string]
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const changed = Buffer.from(JSON.stringify({ ...claims, scope: `${claims.scope} billing:manage` })).toString(
      'base64url',
    )
    expect((await usage([head, changed, signature].join('.'))).status).toBe(401)
  })

  it('ERR-8: an operation whose scope the token lacks: 403 with the scope in the header', async () => {
    const reader = await createIntegration(test, { scopes: ['usage:read'], name: 'Reader' })
    const { accessToken } = await reader.connect(owner)
    const answer = await test.reveal(accessToken, ['ct_live_AbCdEfGhIjKlMnOp'])
    expect(answer.status).toBe(403)
    expect(answer.body.error.code).toBe('insufficient_scope')
    expect(answer.headers['www-authenticate']).toContain('error="insufficient_scope", scope="contacts:reveal"')
  })
})

describe('refreshing', () => {
  it('OAUTH-5: rotates, and a refresh token that was stolen and used later ends the whole family', async () => {
    const first = await crm.connect(owner)
    const second = await readTokens(crm, await crm.refresh(first.refreshToken!))
    expect(second.refreshToken).not.toBe(first.refreshToken)
    expect((await usage(second.accessToken)).status).toBe(200)
    const third = await readTokens(crm, await crm.refresh(second.refreshToken!))
    // Reuse beyond the half minute that parallel refreshes may take.
    await test.app.database.pool.query(
      "UPDATE oauth_refresh_tokens SET rotated_at = rotated_at - interval '1 hour', rotation_replay_expires_at = rotation_replay_expires_at - interval '1 hour', revoked = revoked - interval '1 hour' WHERE rotated_at IS NOT NULL OR revoked IS NOT NULL",
    )
    expect((await crm.refresh(first.refreshToken!)).status).toBe(400)
    expect((await crm.refresh(third.refreshToken!)).status).toBe(400)
  })

  it('OAUTH-5: two refreshes at the same moment are not theft: one wins, and the other may ask again', async () => {
    const { refreshToken } = await crm.connect(owner)
    const answers = await Promise.all(Array.from({ length: 4 }, () => crm.refresh(refreshToken!)))
    const winner = answers.find((answer) => answer.ok)!
    const tokens = await readTokens(crm, winner)
    expect((await usage(tokens.accessToken)).status).toBe(200)
    const again = await readTokens(crm, await crm.refresh(refreshToken!))
    expect(again.refreshToken).toBe(tokens.refreshToken)
    expect((await crm.refresh(tokens.refreshToken!)).status).toBe(200)
  })

  it('signing out of the browser disconnects nothing', async () => {
    const browser = createBrowser(test)
    await browser.signIn(owner)
    const { page, verifier } = await crm.authorize(owner, {}, browser)
    const { refreshToken } = await readTokens(crm, await crm.redeem(page, verifier))
    await browser.call('POST', '/auth/sign-out')
    expect((await crm.refresh(refreshToken!)).status).toBe(200)
  })

  it('a revoked refresh token stays revoked', async () => {
    const { refreshToken } = await crm.connect(owner)
    expect((await crm.revoke(refreshToken!)).status).toBe(200)
    expect((await crm.refresh(refreshToken!)).status).toBe(400)
    expect((await crm.revoke(refreshToken!)).status).toBe(200)
  })
})

describe('ending access', () => {
  it('OAUTH-6, A1: a disconnected client is refused on the very next request, and can’t refresh', async () => {
    const client = await createIntegration(test, { name: 'Former friend' })
    const { accessToken, refreshToken } = await client.connect(owner)
    const browser = createBrowser(test)
    await browser.signIn(owner)
    const { body } = await browser.call('GET', '/app/v1/connections')
    const connection = body.data.find(({ client: known }: { client: { id: string } }) => known.id === client.clientId)
    expect(connection).toMatchObject({
      client: { name: 'Former friend' },
      scopes: expect.arrayContaining(['usage:read']),
    })
    expect((await usage(accessToken)).status).toBe(200)
    expect((await browser.call('POST', `/app/v1/connections/${connection.id}/disconnect`)).status).toBe(200)
    expect((await usage(accessToken)).status).toBe(401)
    expect((await client.refresh(refreshToken!)).status).toBe(400)
  })

  it('PEOPLE-6: a removed member’s tokens end with the membership', async () => {
    const { accountId } = await test.createAccount({ email: 'second-owner@shop.example' })
    const ada = (await test.app.database.pool.query("SELECT id FROM users WHERE email = 'ada@shop.example'")).rows[0].id
    await test.app.database.pool.query("INSERT INTO members (account_id, user_id, role) VALUES ($1, $2, 'member')", [
      accountId,
      ada,
    ])
    const browser = createBrowser(test)
    await browser.signIn(owner)
    await browser.call('POST', '/app/v1/account/switch', { account_id: accountId })
    const client = await createIntegration(test, { name: 'Side project' })
    const { page, verifier } = await client.authorize(owner, {}, browser)
    const { accessToken, refreshToken } = await readTokens(client, await client.redeem(page, verifier))
    expect((await usage(accessToken)).body.account.id).toBe(accountId)

    const admin = createBrowser(test)
    await admin.signIn('second-owner@shop.example', usualPassword)
    expect((await admin.call('POST', `/app/v1/members/${ada}/remove`)).status).toBe(200)
    expect((await usage(accessToken)).status).toBe(401)
    expect((await client.refresh(refreshToken!)).status).toBe(400)
    expect((await browser.call('GET', '/app/v1/profile')).status).toBe(401)
  })

  it('CLI-8: a client that the operator revoked is refused everywhere', async () => {
    const client = await createIntegration(test, { name: 'Withdrawn' })
    const { accessToken, refreshToken } = await client.connect(owner)
    await revokeOAuthClient(test.app.database, systemClock, client.clientId)
    expect((await usage(accessToken)).status).toBe(401)
    expect((await client.refresh(refreshToken!)).status).toBeGreaterThanOrEqual(400)
    const page = await createBrowser(test).open((await client.startAuthorization()).url)
    expect(page.text).toContain('no longer allowed to connect')
  })

  it('OAUTH-7, ERR-11: a connection spends no more than the limit it was given at consent', async () => {
    const client = await createIntegration(test, { name: 'Limited' })
    const browser = createBrowser(test)
    await browser.signIn(owner)
    const { url, verifier } = await client.startAuthorization()
    const page = await browser.open(url)
    const done = await browser.submit('/consent', { ...consentFields(page), decision: 'allow', credit_limit: '2' })
    const { accessToken } = await readTokens(client, await client.redeem(done, verifier))
    const [first, second, third] = await test.plantContacts(3)
    expect((await test.reveal(accessToken, [first, second])).status).toBe(200)
    const refused = await test.reveal(accessToken, [third])
    expect(refused.status).toBe(402)
    expect(refused.body.error.code).toBe('connection_credit_limit_reached')
    expect(refused.body.error.billing).toBeUndefined()
  })
})

describe('a token that has run out', () => {
  it('is refused, and says no more than any other', async () => {
    const later = await startServedApp({ clock: 'fixed' })
    await later.createAccount({ email: owner })
    const { accessToken } = await (await createIntegration(later)).connect(owner)
    const ask = () => later.call('GET', '/api/v1/usage', { key: accessToken })
    expect((await ask()).status).toBe(200)
    later.setTime(new Date(Date.now() + 11 * 60_000))
    const expired = await ask()
    const nonsense = await later.call('GET', '/api/v1/usage', { key: 'nonsense' })
    expect(expired.status).toBe(401)
    const withoutId = ({ body }: typeof expired) => ({ ...body.error, request_id: '' })
    expect(withoutId(expired)).toEqual(withoutId(nonsense))
    await later.stop()
  })
})

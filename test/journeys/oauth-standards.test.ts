/** Third-party OAuth clients with default settings, and the standards they rely on. */
import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consentFields, createBrowser, type ServedApp, startServedApp } from '../support/browser.ts'
import { createIntegration, type Integration, insecure, readTokens, redirectUri } from '../support/integration.ts'
import { type PublicHost, startPublicHost } from '../support/public-host.ts'

let test: ServedApp
let crm: Integration
const owner = 'ada@shop.example'
const documents = new Map<string, unknown>()
let host: PublicHost

beforeAll(async () => {
  host = await startPublicHost('agent.example', 'liar.example')
  host.answer(({ host: name }, response) => response.end(JSON.stringify(documents.get(name))))
  test = await startServedApp({ oauthRegistration: true, documentRequests: host.requests })
  await test.createAccount({ name: 'Shop & Co', email: owner })
  crm = await createIntegration(test)
})
afterAll(async () => {
  await test.stop()
  await host.stop()
})

const usage = (token: string) => test.call('GET', '/api/v1/usage', { key: token })
const post = async (path: string, form: Record<string, string>, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${test.url}/auth/oauth2/${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers,
  })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, never> }
}

describe('PKCE', () => {
  const noChallenge = { code_challenge: null, code_challenge_method: null }

  it('OAUTH-10: an approved client with a secret may leave it out, and gets tokens that work and refresh', async () => {
    for (const authentication of [crm.authentication, null]) {
      const { page } = await crm.authorize(owner, noChallenge)
      const code = new URL(page.url).searchParams.get('code')!
      const { clientId: client_id, clientSecret: client_secret } = crm
      const form = { grant_type: 'authorization_code', code, client_id, client_secret: client_secret! }
      const tokens = authentication
        ? await readTokens(crm, await crm.redeem(page, oauth.nopkce))
        : await post('token', form).then(({ body }) => ({ accessToken: body.access_token!, refreshToken: null }))
      expect((await usage(tokens.accessToken)).status).toBe(200)
      if (!tokens.refreshToken) continue
      const refreshed = await readTokens(crm, await crm.refresh(tokens.refreshToken))
      expect((await usage(refreshed.accessToken)).status).toBe(200)
    }
  })

  it('OAUTH-10: without it, a code still needs the secret of its client', async () => {
    const foreign = await createIntegration(test, { name: 'Another' })
    for (const credentials of [
      { client_id: crm.clientId },
      { client_id: crm.clientId, client_secret: 'pcs_live_wrong' },
      { client_id: foreign.clientId, client_secret: foreign.clientSecret! },
    ]) {
      const { page } = await crm.authorize(owner, noChallenge)
      const code = new URL(page.url).searchParams.get('code')!
      const { status, body } = await post('token', { grant_type: 'authorization_code', code, ...credentials })
      expect(status).toBeGreaterThanOrEqual(400)
      expect(body).not.toHaveProperty('access_token')
    }
  })

  it('OAUTH-10: a code that was asked for with a challenge is not redeemed without its verifier', async () => {
    const { page } = await crm.authorize(owner)
    const answer = await crm.redeem(page, oauth.nopkce)
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_grant' }])
  })

  it('OAUTH-10: a code that was asked for without a challenge is not redeemed with any verifier', async () => {
    const marked = 'this-code-was-asked-for-without-a-code-challenge'
    for (const verifier of [oauth.generateRandomCodeVerifier(), marked]) {
      const { page } = await crm.authorize(owner, noChallenge)
      const answer = await crm.redeem(page, verifier)
      expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_grant' }])
    }
  })

  it('OAUTH-10: public clients, those that registered themselves, and those the operator says so of get no code without it', async () => {
    const strict = await createIntegration(test, { requiresPkce: true, name: 'Strict' })
    const desktop = await createIntegration(test, { isPublic: true, name: 'Desktop' })
    for (const client of [strict, desktop]) {
      const { page } = await client.authorize(owner, noChallenge)
      expect(new URL(page.url).searchParams.get('error')).toBe('invalid_request')
    }
    const { client_id } = await register({ token_endpoint_auth_method: 'client_secret_basic' })
    const { page } = await crm.authorize(owner, { ...noChallenge, client_id })
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('Reason: invalid_request')])
  })
})

describe('a token request', () => {
  it('OAUTH-1: without resource gives a token for the API, and refreshes without it too', async () => {
    const { page, verifier } = await crm.authorize(owner, { resource: null })
    const code = new URL(page.url).searchParams.get('code')!
    const parameters = oauth.validateAuthResponse(crm.server, crm.client, new URL(page.url), 'the state')
    expect(parameters.get('code')).toBe(code)
    const first = await readTokens(
      crm,
      await oauth.authorizationCodeGrantRequest(
        crm.server,
        crm.client,
        crm.authentication,
        parameters,
        redirectUri,
        verifier,
        insecure,
      ),
    )
    expect((await usage(first.accessToken)).status).toBe(200)
    const { refreshToken } = first
    const again = await oauth.refreshTokenGrantRequest(
      crm.server,
      crm.client,
      crm.authentication,
      refreshToken!,
      insecure,
    )
    expect((await usage((await readTokens(crm, again)).accessToken)).status).toBe(200)
  })

  it('OAUTH-4: takes the secret in the form, and needs no redirect_uri', async () => {
    const registered = await register({ token_endpoint_auth_method: 'client_secret_post' })
    const { code, verifier } = await codeFor(registered.client_id)
    const { client_id, client_secret } = registered
    const form = { grant_type: 'authorization_code', code, code_verifier: verifier, client_id, client_secret }
    const wrong = await post('token', { ...form, client_secret: 'pcs_live_wrong' })
    expect([wrong.status, wrong.body.error]).toEqual([401, 'invalid_client'])
    const { code: next, verifier: proof } = await codeFor(registered.client_id)
    const { status, body } = await post('token', { ...form, code: next, code_verifier: proof })
    expect([status, body.token_type]).toEqual([200, 'Bearer'])
    expect((await usage(body.access_token!)).status).toBe(200)
  })

  it('OAUTH-6: grants of one person and client live side by side', async () => {
    const wide = await crm.connect(owner)
    const narrow = await crm.connect(owner, { scope: 'contacts:search offline_access', prompt: 'consent' })
    expect((await usage(wide.accessToken)).status).toBe(200)
    expect((await usage(narrow.accessToken)).status).toBe(403)
    const refreshed = await readTokens(crm, await crm.refresh(wide.refreshToken!))
    expect((await usage(refreshed.accessToken)).status).toBe(200)
  })

  it('OAUTH-5: a narrower scope narrows that access token alone', async () => {
    const { refreshToken } = await crm.connect(owner)
    const narrowed = await oauth.refreshTokenGrantRequest(crm.server, crm.client, crm.authentication, refreshToken!, {
      ...insecure,
      additionalParameters: { scope: 'contacts:search' },
    })
    const second = await readTokens(crm, narrowed)
    expect(second.scope).toBe('contacts:search')
    expect((await usage(second.accessToken)).status).toBe(403)
    const third = await readTokens(crm, await crm.refresh(second.refreshToken!))
    expect((await usage(third.accessToken)).status).toBe(200)
    expect(third.refreshToken).toBeDefined()
  })
})

describe('ending a token', () => {
  it('OAUTH-6: revoking one, refresh or access token, ends the other at the next request; an unknown one is a 200', async () => {
    for (const which of ['refreshToken', 'accessToken'] as const) {
      const tokens = await crm.connect(owner)
      const other = await crm.connect(owner)
      expect((await crm.revoke(tokens[which]!)).status).toBe(200)
      expect((await usage(tokens.accessToken)).status).toBe(401)
      expect((await crm.refresh(tokens.refreshToken!)).status).toBe(400)
      expect((await usage(other.accessToken)).status).toBe(200)
    }
    expect((await crm.revoke('never seen')).status).toBe(200)
  })

  it('introspection tells a client about its own tokens, and nobody about another’s', async () => {
    const { accessToken, refreshToken } = await crm.connect(owner)
    const ask = async (token: string) => {
      const answer = await oauth.introspectionRequest(crm.server, crm.client, crm.authentication, token, insecure)
      return oauth.processIntrospectionResponse(crm.server, crm.client, answer)
    }
    expect(await ask(accessToken)).toMatchObject({ active: true, scope: expect.stringContaining('usage:read') })
    expect(await ask(refreshToken!)).toMatchObject({ active: true })
    const other = await createIntegration(test, { name: 'Nosy' })
    const answer = await oauth.introspectionRequest(
      other.server,
      other.client,
      other.authentication,
      accessToken,
      insecure,
    )
    expect(await answer.json()).toEqual({ active: false })
    await crm.revoke(refreshToken!)
    expect(await ask(accessToken)).toEqual({ active: false })
    expect((await post('introspect', { token: accessToken, client_id: crm.clientId })).status).toBe(401)
  })
})

/** As a browser goes from the authorization request to the code. */
async function codeFor(
  clientId: string,
  redirect = redirectUri,
): Promise<{ code: string; verifier: string; page: string }> {
  const browser = createBrowser(test)
  await browser.signIn(owner)
  const changes = { client_id: clientId, redirect_uri: redirect, scope: 'usage:read offline_access', resource: null }
  const { url, verifier } = await crm.startAuthorization(changes)
  const asked = await browser.open(url)
  const page = await browser.submit('/consent', { ...consentFields(asked), decision: 'allow' })
  return { code: new URL(page.url).searchParams.get('code')!, verifier, page: asked.text }
}

async function register(metadata: object): Promise<{ client_id: string; client_secret: string }> {
  const answer = await fetch(`${test.url}/auth/oauth2/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [redirectUri], client_name: 'Itself', ...metadata }),
  })
  return { ...((await answer.json()) as { client_id: string; client_secret: string }), ...{ status: answer.status } }
}

describe('OAUTH-8: clients that register themselves', () => {
  it('are announced, are marked as not verified, and are asked about every time', async () => {
    expect(crm.server.registration_endpoint).toBe(`${test.url}/auth/oauth2/register`)
    const { client_id, client_secret } = await register({
      token_endpoint_auth_method: 'none',
      scope: 'usage:read openid',
    })
    expect(client_secret).toBeUndefined()
    for (const _ of [1, 2]) expect((await codeFor(client_id)).page).toContain('This program is not verified')
  })

  it.each([
    [{ redirect_uris: [] }, 'invalid_client_metadata'],
    [{ redirect_uris: ['http://crm.example/'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['https://crm.example/#x'] }, 'invalid_redirect_uri'],
    [{ grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
    [{ client_name: 'two\nlines' }, 'invalid_client_metadata'],
    [{ client_name: 'Prospector \u202emoc.live' }, 'invalid_client_metadata'],
    [{ client_name: 'Pros\u200bpector' }, 'invalid_client_metadata'],
    [{ client_name: '   ' }, 'invalid_client_metadata'],
  ])('%j is refused', async (metadata, error) => {
    expect(await register(metadata)).toMatchObject({ status: 400, error })
  })

  it('are known by a document at their address, which must name itself', async () => {
    const address = host.at('agent.example', '/client.json')
    documents.set('agent.example', {
      client_id: address,
      client_name: 'Agent',
      redirect_uris: ['http://127.0.0.1:3334/done'],
    })
    const { code, verifier, page } = await codeFor(address, 'http://127.0.0.1:9999/done')
    expect(page).toContain(`It is described at ${new URL(address).host}.`)
    const form = { grant_type: 'authorization_code', code, code_verifier: verifier, client_id: address }
    const { body } = await post('token', form)
    expect((await usage(body.access_token!)).status).toBe(200)

    const liar = host.at('liar.example', '/client.json')
    documents.set('liar.example', { client_id: address, redirect_uris: [redirectUri] })
    const { url } = await crm.startAuthorization({ client_id: liar })
    expect((await createBrowser(test).open(url)).status).toBe(400)
  })
})

it('OAUTH-4: public clients and those that registered themselves are asked about every time, whatever was granted before', async () => {
  const desktop = await createIntegration(test, { isPublic: true, name: 'Desktop' })
  await desktop.connect(owner)
  const { client_id } = await register({ token_endpoint_auth_method: 'client_secret_basic' })
  await codeFor(client_id)
  const browser = createBrowser(test)
  await browser.signIn(owner)
  for (const { url } of [
    await desktop.startAuthorization(),
    await crm.startAuthorization({ client_id, scope: 'usage:read offline_access' }),
  ]) {
    expect((await browser.open(url)).url).toContain('/consent?')
  }
})

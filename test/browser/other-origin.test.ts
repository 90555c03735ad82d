import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/base/clock.ts'
import { createOAuthClient } from '../../src/oauth/clients.ts'
import { openStage, password, type Stage } from './people.ts'

/** The whole of somebody's application: one page without a server of its own, a public client with PKCE. */
const application = (
  origin: string,
  clientId: string,
  redirectUri: string,
) => `<!doctype html><title>Somebody’s page</title>
<button>Connect</button><p></p>
<script type="module">
const base64url = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
const say = (text) => (document.querySelector('p').textContent = text)

document.querySelector('button').onclick = async () => {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  sessionStorage.setItem('verifier', verifier)
  location.href = '${origin}/auth/oauth2/authorize?' + new URLSearchParams({
    response_type: 'code', client_id: '${clientId}', redirect_uri: '${redirectUri}',
    scope: 'contacts:search offline_access', state: 'mine', code_challenge_method: 'S256',
    code_challenge: base64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))),
  })
}

async function askForTokens(grant) {
  const body = new URLSearchParams({ client_id: '${clientId}', ...grant })
  const answer = await fetch('${origin}/auth/oauth2/token', { method: 'POST', body })
  if (!answer.ok) throw new Error(await answer.text())
  return answer.json()
}

async function search(token) {
  const answer = await fetch('${origin}/api/v1/contacts/search', {
    method: 'POST',
    headers: { Authorization: 'Bearer ' + token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ limit: 5 }),
  })
  const { data, total } = await answer.json()
  return data.length + ' of ' + total + ' contacts, ' + (answer.headers.get('X-Request-Id') ? 'with' : 'without') + ' a request id'
}

const code = new URLSearchParams(location.search).get('code')
if (code) {
  const grant = { grant_type: 'authorization_code', code, code_verifier: sessionStorage.getItem('verifier') }
  try {
    const tokens = await askForTokens(grant)
    const first = await search(tokens.access_token)
    const next = await askForTokens({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
    say(first + '; refreshed: ' + (await search(next.access_token)))
  } catch (error) {
    say('failed: ' + error.message)
  }
}
</script>`

describe('a page of another origin', () => {
  let stage: Stage
  let server: Server
  let address: string

  beforeAll(async () => {
    stage = await openStage()
    let page = ''
    server = createServer((_request, response) =>
      response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const { clientId } = await createOAuthClient(stage.app.database, systemClock, {
      name: 'Somebody’s page',
      redirectUris: [address],
      scopes: ['contacts:search'],
      isPublic: true,
    })
    page = application(stage.url, clientId, address)
  })
  afterAll(async () => {
    server?.close()
    await stage?.close()
  })

  it('HTTP-15, OAUTH-1: signs its user in by OAuth with PKCE, searches with the token, and refreshes it', async () => {
    const email = await stage.createOwner()
    const { page, leave } = await stage.visit()
    await page.goto(address)
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    const said = page.locator('p', { hasText: /contacts|failed/ })
    await said.waitFor()
    expect(await said.textContent()).toMatch(
      /^5 of (\d+) contacts, with a request id; refreshed: 5 of \1 contacts, with a/,
    )
    expect(page.url().startsWith(address)).toBe(true)
    await leave(/^left the origin: /)
  })
})

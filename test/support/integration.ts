/** An integration as its authors would build it: with oauth4webapi, which nobody here wrote, and a real browser's steps. */
import * as oauth from 'oauth4webapi'
import { systemClock } from '../../src/base/clock.ts'
import type { Scope } from '../../src/base/scopes.ts'
import { createOAuthClient } from '../../src/oauth/clients.ts'
import {
  type Browser,
  consentFields,
  createBrowser,
  hiddenField,
  type Page,
  type ServedApp,
  usualPassword,
} from './browser.ts'

export const redirectUri = 'https://crm.example/callback'
/** The test speaks plain http to a loopback address. */
export const insecure = { [oauth.allowInsecureRequests]: true }

export type Tokens = { accessToken: string; refreshToken: string | undefined; expiresIn: number; scope: string }

export type Integration = {
  server: oauth.AuthorizationServer
  clientId: string
  clientSecret: string | null
  client: oauth.Client
  authentication: oauth.ClientAuth
  /** The address to send a person to, and the secret that proves later who asked. */
  startAuthorization(changes?: Record<string, string | null>): Promise<{ url: string; verifier: string }>
  /** From the address to the code, as the person `email`, in the browser they use with this integration. */
  authorize(
    email: string,
    changes?: Record<string, string | null>,
    browser?: Browser,
  ): Promise<{ page: Page; verifier: string }>
  /** `oauth.nopkce` sends no verifier. */
  redeem(page: Page, verifier: string | typeof oauth.nopkce): Promise<Response>
  /** The whole flow. */
  connect(email: string, changes?: Record<string, string | null>): Promise<Tokens>
  refresh(refreshToken: string): Promise<Response>
  revoke(token: string): Promise<Response>
}

type Options = { scopes?: Scope[]; isPublic?: boolean; requiresPkce?: boolean; resource?: string; name?: string }

export async function createIntegration(
  test: Pick<ServedApp, 'app' | 'url'>,
  options: Options = {},
): Promise<Integration> {
  const scopes = options.scopes ?? ['contacts:reveal', 'contacts:search', 'usage:read']
  const resource = options.resource ?? `${test.url}/api/v1`
  const { clientId, clientSecret } = await createOAuthClient(test.app.database, systemClock, {
    name: options.name ?? 'CRM',
    redirectUris: [redirectUri],
    scopes,
    isPublic: options.isPublic ?? false,
    requiresPkce: options.requiresPkce ?? false,
  })
  const issuer = new URL(test.url)
  const discovery = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
  const server = await oauth.processDiscoveryResponse(issuer, discovery)
  const client = { client_id: clientId }
  const authentication = clientSecret ? oauth.ClientSecretBasic(clientSecret) : oauth.None()

  const browsers = new Map<string, Browser>()
  const browserOf = (email: string): Browser => {
    const known = browsers.get(email) ?? createBrowser(test)
    browsers.set(email, known)
    return known
  }

  const integration: Integration = {
    server,
    clientId,
    clientSecret,
    client,
    authentication,
    async startAuthorization(changes = {}) {
      const verifier = oauth.generateRandomCodeVerifier()
      const parameters: Record<string, string | null> = {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: [...scopes, 'offline_access'].join(' '),
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state: 'the state',
        resource,
        ...changes,
      }
      const url = new URL(server.authorization_endpoint!)
      for (const [name, value] of Object.entries(parameters)) if (value !== null) url.searchParams.set(name, value)
      return { url: url.href, verifier }
    },
    async authorize(email, changes, browser = browserOf(email)) {
      const { url, verifier } = await integration.startAuthorization(changes)
      let page = await browser.open(url)
      if (page.url.includes('/sign-in?')) {
        const query = hiddenField(page, 'query')
        page = await browser.submit('/sign-in', { query, email, password: usualPassword })
      }
      if (page.url.includes('/consent?')) {
        page = await browser.submit('/consent', {
          ...consentFields(page),
          decision: 'allow',
          credit_limit: '',
        })
      }
      return { page, verifier }
    },
    redeem(page, verifier) {
      const parameters = oauth.validateAuthResponse(server, client, new URL(page.url), 'the state')
      return oauth.authorizationCodeGrantRequest(server, client, authentication, parameters, redirectUri, verifier, {
        ...insecure,
        additionalParameters: { resource },
      })
    },
    async connect(email, changes) {
      const { page, verifier } = await integration.authorize(email, changes)
      return readTokens(integration, await integration.redeem(page, verifier))
    },
    refresh: (refreshToken) =>
      oauth.refreshTokenGrantRequest(server, client, authentication, refreshToken, {
        ...insecure,
        additionalParameters: { resource },
      }),
    revoke: (token) => oauth.revocationRequest(server, client, authentication, token, insecure),
  }
  return integration
}

export async function readTokens({ server, client }: Integration, response: Response): Promise<Tokens> {
  const answer = await oauth.processAuthorizationCodeResponse(server, client, response)
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token,
    expiresIn: answer.expires_in!,
    scope: answer.scope!,
  }
}

import { oauthProvider } from '@better-auth/oauth-provider'
import { APIError } from 'better-auth/api'
import { scopes } from '../scopes.ts'
import { hashClientSecret } from './clients.ts'
import { resourcesOf } from './resources.ts'

const accessTokenSeconds = 600

/** What a person grants a client in an account at this moment; nothing once they disconnected or left. */
export type ReadGrantedScopes = (grant: { clientId: string; userId: string; accountId: string }) => Promise<string[]>

/** Authorization code with PKCE (S256) for clients that the operator registered, and nothing else. */
export function createOAuthServer(publicUrl: string, readGrantedScopes: ReadGrantedScopes) {
  const resources = resourcesOf(publicUrl)
  const never = () => false
  return oauthProvider({
    loginPage: '/sign-in',
    consentPage: '/consent',
    scopes: [...scopes, 'offline_access'],
    grantTypes: ['authorization_code', 'refresh_token'],
    accessTokenExpiresIn: accessTokenSeconds,
    refreshTokenExpiresIn: 90 * 24 * 60 * 60,
    // A client with two tabs is no thief: for half a minute a rotated token gives the answer it gave before, and ends
    // nothing. Before that answer is written down, at the very same moment, the second is told invalid_grant: ask again.
    refreshTokenReuseInterval: 30,
    codeExpiresIn: 300,
    resources: Object.values(resources).map((identifier) => ({
      identifier,
      name: identifier,
      accessTokenTtl: accessTokenSeconds,
      allowedScopes: [...scopes, 'offline_access'],
    })),
    resourceSeedMode: 'overwrite',
    // Both are faces of one API; what a client may do is decided by its scopes.
    enforcePerClientResources: false,
    storeClientSecret: { hash: async (secret) => hashClientSecret(secret) },
    clientPrivileges: never,
    resourcePrivileges: never,
    postLogin: {
      page: '/sign-in',
      shouldRedirect: never,
      consentReferenceId: ({ session }) => session.activeAccountId as string,
    },
    // Asked at every issue and every refresh: nobody gets a token for what its person does not grant any more.
    extensions: [
      {
        claims: {
          accessToken: async ({ client, user, referenceId: accountId, scopes: asked }) => {
            const granted =
              user && accountId
                ? await readGrantedScopes({ clientId: client.clientId, userId: user.id, accountId })
                : []
            if (granted.length === 0 || !asked.every((scope) => granted.includes(scope))) throw noLongerGranted()
            return { account_id: accountId }
          },
        },
      },
    ],
    rateLimit: { token: { window: 60, max: 300 }, authorize: { window: 60, max: 300 } },
    silenceWarnings: { oauthAuthServerConfig: true, openidConfig: true },
  } as Parameters<typeof oauthProvider>[0])
}

const noLongerGranted = (): APIError =>
  new APIError('BAD_REQUEST', { error: 'invalid_grant', error_description: 'this is not granted any more' })

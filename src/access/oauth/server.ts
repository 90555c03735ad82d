import { oauthProvider } from '@better-auth/oauth-provider'
import { APIError } from 'better-auth/api'
import type { Db } from '../../db/database.ts'
import { findMember } from '../members.ts'
import { scopes } from '../scopes.ts'
import { hashClientSecret } from './clients.ts'
import { resourcesOf } from './resources.ts'

const accessTokenSeconds = 600

/** Authorization code with PKCE (S256) for clients that the operator registered, and nothing else. */
export function createOAuthServer(database: Db, publicUrl: string) {
  const resources = resourcesOf(publicUrl)
  const never = () => false
  return oauthProvider({
    loginPage: '/sign-in',
    consentPage: '/consent',
    scopes: [...scopes, 'offline_access'],
    grantTypes: ['authorization_code', 'refresh_token'],
    accessTokenExpiresIn: accessTokenSeconds,
    refreshTokenExpiresIn: 90 * 24 * 60 * 60,
    // Two refreshes at once are a client with two tabs, not a thief: within half a minute both get the same answer.
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
    // Asked at every issue and every refresh: a person who left an account gets no token for it.
    customAccessTokenClaims: async ({ user, referenceId }) => {
      const member = user && referenceId && (await findMember(database, referenceId, user.id))
      if (!member) throw new APIError('BAD_REQUEST', { error: 'invalid_grant', error_description: 'access has ended' })
      return { account_id: referenceId }
    },
    rateLimit: { token: { window: 60, max: 300 }, authorize: { window: 60, max: 300 } },
    silenceWarnings: { oauthAuthServerConfig: true, openidConfig: true },
  } as Parameters<typeof oauthProvider>[0])
}

import { oauthProvider } from '@better-auth/oauth-provider'
import { APIError } from 'better-auth/api'
import { scopes } from '../base/scopes.ts'
import type { Db } from '../db/database.ts'
import { hashClientSecret } from './clients.ts'
import { issueUnderGrant, type ReadGrantedScopes } from './grants.ts'
import { findRefreshToken, hashIssued } from './issued.ts'
import { lifetimes } from './lifetimes.ts'
import { resourcesOf } from './resources.ts'

const accessTokenSeconds = lifetimes.accessTokenMinutes * 60

/** Authorization codes for clients that are registered here, and nothing else. PKCE is S256; who may leave it out: without-pkce.ts. */
export function createOAuthServer(database: Db, publicUrl: string, readGrantedScopes: ReadGrantedScopes) {
  const resources = resourcesOf(publicUrl)
  const never = () => false
  return oauthProvider({
    loginPage: '/sign-in',
    consentPage: '/consent',
    scopes: [...scopes, 'offline_access'],
    grantTypes: ['authorization_code', 'refresh_token'],
    accessTokenExpiresIn: accessTokenSeconds,
    refreshTokenExpiresIn: lifetimes.refreshTokenDays * 24 * 60 * 60,
    // A client with two tabs is not a thief: for half a minute a rotated token gives the answer it gave before, and ends
    // nothing. Before that answer is written down, at the very same moment, the second is told invalid_grant: ask again.
    refreshTokenReuseInterval: 30,
    codeExpiresIn: lifetimes.codeMinutes * 60,
    resources: Object.values(resources).map((identifier) => ({
      identifier,
      name: identifier,
      accessTokenTtl: accessTokenSeconds,
      allowedScopes: [...scopes, 'offline_access'],
    })),
    resourceSeedMode: 'overwrite',
    // Both resources are one API; a client's scopes decide what it may do.
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
          accessToken: async ({ ctx, client, user, referenceId: accountId, scopes: asked }) => {
            const grantId = await grantOf(database, ctx.body as TokenForm)
            const { clientId } = client
            if (!user || !accountId || !grantId) throw noLongerGranted()
            const grant = { grantId, clientId, userId: user.id, accountId, scopes: asked }
            if (!(await issueUnderGrant(database, grant, readGrantedScopes))) throw noLongerGranted()
            return { account_id: accountId, grant_id: grantId }
          },
        },
      },
    ],
    rateLimit: { token: { window: 60, max: 300 }, authorize: { window: 60, max: 300 } },
    silenceWarnings: { oauthAuthServerConfig: true, openidConfig: true },
  } as Parameters<typeof oauthProvider>[0])
}

type TokenForm = { code?: string; refresh_token?: string }

/** A code begins a grant, and refresh tokens remember which. */
async function grantOf(database: Db, { code, refresh_token: token }: TokenForm): Promise<string | null> {
  if (code) return hashIssued(code)
  return token ? ((await findRefreshToken(database, token))?.grantId ?? null) : null
}

const noLongerGranted = (): APIError =>
  new APIError('BAD_REQUEST', { error: 'invalid_grant', error_description: 'this is not granted any more' })

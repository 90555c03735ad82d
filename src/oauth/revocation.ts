import type { Db } from '../db/database.ts'
import { endGrant, isLiveGrant } from './grants.ts'
import { findRefreshToken, forgetRefreshTokens } from './issued.ts'
import type { AccessToken, TokenVerifier } from './token-verifier.ts'

const verifyAnywhere = async (tokens: TokenVerifier, token: string): Promise<AccessToken | null> =>
  (await tokens.verify(token, 'api')) ?? (await tokens.verify(token, 'mcp'))

/** RFC 7009: a token ends with everything that was issued under its grant. One that is not known has ended already. */
export async function revokeToken(db: Db, tokens: TokenVerifier, clientId: string, token: string): Promise<void> {
  const issued = (await findRefreshToken(db, token)) ?? (await verifyAnywhere(tokens, token))
  if (!issued?.grantId || issued.clientId !== clientId) return
  await endGrant(db, issued.grantId, clientId)
  await forgetRefreshTokens(db, issued.grantId)
}

type Introspection = { active: false } | ({ active: true } & Record<string, unknown>)

/** RFC 7662, for the client that the token was issued to. To others it is as good as none. */
export async function introspectToken(
  db: Db,
  tokens: TokenVerifier,
  clientId: string,
  token: string,
): Promise<Introspection> {
  const access = await verifyAnywhere(tokens, token)
  const refresh = access ? null : await findRefreshToken(db, token)
  const issued = access ?? refresh
  if (!issued?.grantId || issued.clientId !== clientId || !(await isLiveGrant(db, issued.grantId))) {
    return { active: false }
  }
  if (refresh && (refresh.ended || refresh.expiresAt < new Date())) return { active: false }
  return {
    active: true,
    client_id: clientId,
    scope: issued.scopes.join(' '),
    token_type: access ? 'Bearer' : 'refresh_token',
    ...(access && { sub: access.userId, account_id: access.accountId, iat: access.issuedAt.getTime() / 1_000 }),
  }
}

import type { Db } from '../db/database.ts'
import { type ClientCredentials, readClientCredentials, toBasic } from './authenticate-client.ts'
import { endGrant } from './grants.ts'
import { findRefreshToken, hashIssued, hasRefreshTokens, restoreScopes } from './issued.ts'
import { withoutPkce } from './without-pkce.ts'

export type TokenRequest = { authorization: string | undefined; form: URLSearchParams }
export type Authorization = { redirectUri: string | null; codeChallenge: string | null }
type TokenNeeds = {
  /** Asks better-auth. */
  forward(request: TokenRequest): Promise<Response>
  /** What a code was asked for with; null for a code that was never issued or is used up. */
  readAuthorization(code: string): Promise<Authorization | null>
}

/** Works around gaps in better-auth's token endpoint: RFC 6749, OAuth 2.1 and RFC 6819, 5.2.1.1. */
export async function issueTokens(db: Db, request: TokenRequest, asking: TokenNeeds): Promise<Response> {
  const client = readClientCredentials(request.authorization, request.form)
  const form = new URLSearchParams(request.form)
  const grantType = form.get('grant_type')
  const code = form.get('code')
  if (grantType === 'authorization_code' && code) {
    const authorization = await asking.readAuthorization(code)
    if (authorization?.redirectUri && !form.has('redirect_uri')) form.set('redirect_uri', authorization.redirectUri)
    const isMarked = withoutPkce.isMarkOf(authorization?.codeChallenge ?? null)
    if (isMarked && client.clientSecret !== null) withoutPkce.redeem(form)
  }
  const before = grantType === 'refresh_token' ? await findRefreshToken(db, form.get('refresh_token') ?? '') : null
  const answer = await asking.forward({ authorization: authorizationOf(request, client, form), form })
  const body = (await answer
    .clone()
    .json()
    .catch(() => ({}))) as { error?: string; error_description?: string; refresh_token?: string }
  if (answer.ok) {
    if (before && form.has('scope') && body.refresh_token) await restoreScopes(db, body.refresh_token, before.scopes)
    return answer
  }
  const refusal = correct(answer.status, body.error ?? 'invalid_request', isComplete(client, form))
  if (refusal.error === 'invalid_grant') await endWhatWasStolen(db, client, { code, before })
  return withBody(answer, refusal.status, { ...body, error: refusal.error })
}

function authorizationOf(
  { authorization }: TokenRequest,
  { clientId, clientSecret }: ClientCredentials,
  form: URLSearchParams,
): string | undefined {
  if (authorization !== undefined || clientSecret === null) return authorization
  form.delete('client_secret')
  form.delete('client_id')
  return toBasic({ clientId, clientSecret })
}

/** A code that comes twice, or a refresh token that was rotated long ago: somebody else has it. What it opened ends. */
async function endWhatWasStolen(
  db: Db,
  { clientId }: ClientCredentials,
  { code, before }: { code: string | null; before: Awaited<ReturnType<typeof findRefreshToken>> },
): Promise<void> {
  if (code) await endGrant(db, hashIssued(code), clientId)
  // Within half a minute of its rotation the row is still there, and nothing was stolen.
  const isStolen = before?.ended && before.grantId
  if (isStolen && !(await hasRefreshTokens(db, before.grantId!))) await endGrant(db, before.grantId!, clientId)
}

/**
 * RFC 6749, 5.2 knows 401 only for clients. better-auth calls a wrong verifier or a vanished person an invalid request: of a
 * request that lacks nothing, only the grant can be wrong.
 */
function correct(status: number, error: string, requestIsComplete: boolean): { status: number; error: string } {
  if (error === 'invalid_user' || (error === 'invalid_request' && requestIsComplete)) {
    return { status: 400, error: 'invalid_grant' }
  }
  return { status: status === 401 && error !== 'invalid_client' ? 400 : status, error }
}

/** The client, the grant and what proves that it is the client's. */
function isComplete({ clientId, clientSecret }: ClientCredentials, form: URLSearchParams): boolean {
  if (clientId === '') return false
  if (form.get('grant_type') === 'refresh_token') return form.has('refresh_token')
  return form.has('code') && (clientSecret !== null || form.has('code_verifier'))
}

function withBody(answer: Response, status: number, body: object): Response {
  const headers = new Headers(answer.headers)
  headers.delete('content-length')
  return new Response(JSON.stringify(body), { status, headers })
}

import type { Db } from '../db/database.ts'
import { findOAuthClient } from './clients.ts'
import { resourcesOf } from './resources.ts'
import { withoutPkce } from './without-pkce.ts'

/**
 * The query of an authorization request as better-auth is to see it.
 *
 * - Without `resource` the token is for the API.
 * - A client that found us by the metadata asks for every scope it read there. What it was not registered for is left out
 *   (RFC 6749, 3.3) instead of turning the whole request away; if nothing is left, it stays as it was and is refused. The
 *   token's reply says what was granted.
 * - Clients that we can't authenticate always see the consent page: public ones (RFC 8252, 8.6) and those that registered
 *   themselves.
 * - A client with a secret may leave PKCE out, if the operator does not require it (without-pkce.ts).
 */
export async function toAuthorizationRequest(db: Db, publicUrl: string, asSent: string): Promise<string> {
  const query = new URLSearchParams(asSent)
  if (!query.has('resource')) query.set('resource', resourcesOf(publicUrl).api)
  const client = await findOAuthClient(db, query.get('client_id') ?? '')
  if (client) {
    const asked = (query.get('scope') ?? '').split(' ').filter(Boolean)
    const granted = asked.filter((scope) => client.scopes.includes(scope))
    if (granted.length > 0) query.set('scope', granted.join(' '))
    if (client.isPublic || client.origin !== 'operator') query.set('prompt', withConsent(query.get('prompt')))
    if (!client.requiresPkce) withoutPkce.complete(query)
  }
  return query.toString()
}

function withConsent(prompt: string | null): string {
  const kept = (prompt ?? '').split(' ').filter((one) => one !== '' && one !== 'none' && one !== 'consent')
  return [...kept, 'consent'].join(' ')
}

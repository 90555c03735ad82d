import { problems } from '../base/problems.ts'
import type { Scope } from '../base/scopes.ts'
import type { Principal } from '../call/principal.ts'
import { metadataPathOf, type ProtectedResource } from '../oauth/resources.ts'

/** The WWW-Authenticate header by which a client that knows only the address finds the authorization server (RFC 9728). */
export const bearerChallenge = (publicUrl: string, resource: ProtectedResource = 'api'): string =>
  `Bearer resource_metadata="${publicUrl}${metadataPathOf(resource)}"`

/** Something was sent, and it does not hold (RFC 6750, 3.1). */
export const tokenChallenge = (publicUrl: string, resource: ProtectedResource = 'api'): string =>
  `${bearerChallenge(publicUrl, resource)}, error="invalid_token"`

export const scopeChallenge = (publicUrl: string, scope: string, resource: ProtectedResource = 'api'): string =>
  `${bearerChallenge(publicUrl, resource)}, error="insufficient_scope", scope="${scope}"`

/** For what an operation needs beyond its own scope, because of what it is asked for. */
export function requireScopes({ scopes }: Principal, wanted: readonly Scope[], publicUrl: string): void {
  const missing = wanted.find((scope) => !scopes.includes(scope))
  if (missing) throw problems.insufficientScope(missing, scopeChallenge(publicUrl, missing))
}

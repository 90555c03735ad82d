import { metadataPathOf, type ProtectedResource } from '../oauth/resources.ts'

/** The WWW-Authenticate header by which a client that knows only the address finds the authorization server (RFC 9728). */
export const bearerChallenge = (publicUrl: string, resource: ProtectedResource = 'api'): string =>
  `Bearer resource_metadata="${publicUrl}${metadataPathOf(resource)}"`

/** Something was sent, and it does not hold (RFC 6750, 3.1). */
export const tokenChallenge = (publicUrl: string, resource: ProtectedResource = 'api'): string =>
  `${bearerChallenge(publicUrl, resource)}, error="invalid_token"`

export const scopeChallenge = (publicUrl: string, scope: string, resource: ProtectedResource = 'api'): string =>
  `${bearerChallenge(publicUrl, resource)}, error="insufficient_scope", scope="${scope}"`

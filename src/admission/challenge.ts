import { type Face, metadataPathOf } from '../oauth/resources.ts'

/** The WWW-Authenticate header by which a client that knows only the address finds the authorization server (RFC 9728). */
export const bearerChallenge = (publicUrl: string, face: Face = 'api'): string =>
  `Bearer resource_metadata="${publicUrl}${metadataPathOf(face)}"`

/** Something was sent, and it does not hold (RFC 6750, 3.1). */
export const tokenChallenge = (publicUrl: string, face: Face = 'api'): string =>
  `${bearerChallenge(publicUrl, face)}, error="invalid_token"`

export const scopeChallenge = (publicUrl: string, scope: string, face: Face = 'api'): string =>
  `${bearerChallenge(publicUrl, face)}, error="insufficient_scope", scope="${scope}"`

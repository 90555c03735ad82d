/** Where the caller knocked: the API or the MCP endpoint. */
export type Face = 'api' | 'mcp'

const resourcePaths: Record<Face, string> = { api: '/api/v1', mcp: '/mcp' }

/** The WWW-Authenticate header by which a client that knows only the address finds the authorization server (RFC 9728). */
export const bearerChallenge = (publicUrl: string, face: Face = 'api'): string =>
  `Bearer resource_metadata="${publicUrl}/.well-known/oauth-protected-resource${resourcePaths[face]}"`

export const scopeChallenge = (publicUrl: string, scope: string, face: Face = 'api'): string =>
  `${bearerChallenge(publicUrl, face)}, error="insufficient_scope", scope="${scope}"`

import { basePath, mcpPath } from '../base/api-paths.ts'

const pathOf = { api: basePath, mcp: mcpPath } as const

/** The two APIs that a token can be issued for. A token for one is refused by the other. */
export type ProtectedResource = keyof typeof pathOf

/** The resources as access tokens name them (`aud`). */
export const resourcesOf = (publicUrl: string): Record<ProtectedResource, string> => ({
  api: publicUrl + pathOf.api,
  mcp: publicUrl + pathOf.mcp,
})

/** Where a resource publishes its authorization server (RFC 9728). */
export const metadataPathOf = (resource: ProtectedResource): string =>
  `/.well-known/oauth-protected-resource${pathOf[resource]}`

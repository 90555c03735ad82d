import { basePath, mcpPath } from '../api-paths.ts'

const pathOf = { api: basePath, mcp: mcpPath } as const

/** Where the caller knocked. A token for one face opens only that one. */
export type Face = keyof typeof pathOf

/** The faces as access tokens name them. */
export const resourcesOf = (publicUrl: string): Record<Face, string> => ({
  api: publicUrl + pathOf.api,
  mcp: publicUrl + pathOf.mcp,
})

/** Where a face says whom to ask for a token (RFC 9728). */
export const metadataPathOf = (face: Face): string => `/.well-known/oauth-protected-resource${pathOf[face]}`

/** The two doors for access tokens: the API and MCP. A token for one opens only that one. */
export const resourcesOf = (publicUrl: string) => ({ api: `${publicUrl}/api/v1`, mcp: `${publicUrl}/mcp` })

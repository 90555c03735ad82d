/** The paths of REST, of the session operations and of MCP, and the version of the API (HTTP-13). */
export const basePath = '/api/v1'
export const apiVersion = '1.0.0'
/** The session operations, only for the web application. */
export const sessionBasePath = '/app/v1'
export const mcpPath = '/mcp'

export const portDefault = 8080
/** Of a description without a server; linters take exception to the name localhost. */
export const localOrigin = `http://127.0.0.1:${portDefault}`

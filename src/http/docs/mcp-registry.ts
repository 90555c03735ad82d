import packageJson from '../../../package.json' with { type: 'json' }

/**
 * What the MCP registry wants to know of this server, ready for its operator to publish with `mcp-publisher`. The registry lets whoever controls a
 * domain publish under its name, so the name is the host's, reversed.
 */
export function mcpRegistryEntry(origin: string): string {
  const { hostname } = new URL(origin)
  const entry = {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: `${hostname.split('.').reverse().join('.')}/prospector`,
    title: 'Prospector',
    description: 'Ecommerce stores and the people who work at them: search, enrich, and reveal contacts for credits.',
    version: packageJson.version,
    websiteUrl: `${origin}/docs`,
    remotes: [
      {
        type: 'streamable-http',
        url: `${origin}/mcp`,
        headers: [
          {
            name: 'Authorization',
            description: 'An API key, as "Bearer psk_live_…". Clients that sign a person in with OAuth need none.',
            isRequired: false,
            isSecret: true,
            placeholder: 'Bearer psk_live_…',
          },
        ],
      },
    ],
  }
  return `${JSON.stringify(entry, null, 2)}\n`
}

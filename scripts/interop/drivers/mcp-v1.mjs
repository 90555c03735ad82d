/** The official client that most agents still use: registers itself, signs in, refreshes, calls tools. */
import { auth, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { createStorage } from './agent.mjs'
import { expect } from './person.mjs'

const address = new URL(`${process.env.ORIGIN}/mcp`)
const identity = { name: 'interop', version: '1.0.0' }
const { storage, kept, consent } = createStorage()

const transport = new StreamableHTTPClientTransport(address, { authProvider: storage })
await new Client(identity).connect(transport).then(
  () => Promise.reject(new Error('A stranger was let in.')),
  (error) => expect(error instanceof UnauthorizedError, error),
)
await transport.finishAuth((await consent()).get('code'))
const before = kept.tokens
expect(before.refresh_token, 'No refresh token: the person would have to sign in again after ten minutes.')
expect((await auth(storage, { serverUrl: address })) === 'AUTHORIZED', 'The token was not refreshed.')
expect(kept.tokens.access_token !== before.access_token, 'The refreshed token is the old one.')

const client = new Client(identity)
await client.connect(new StreamableHTTPClientTransport(address, { authProvider: storage }))
const { tools } = await client.listTools()
const usage = await client.callTool({ name: 'get_usage', arguments: {} })
expect(!usage.isError && JSON.parse(usage.content[0].text).object === 'usage', JSON.stringify(usage))
const revision = client.transport.protocolVersion
await client.close()
console.log(`registered itself, signed in, refreshed, ${tools.length} tools at ${revision}, called one`)

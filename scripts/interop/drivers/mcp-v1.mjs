/** The official client that most agents still use: registers itself, signs in, refreshes, calls tools. */
import { auth, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { address, identity, signIn } from './agent.mjs'
import { expect } from './person.mjs'

const parts = { Client, StreamableHTTPClientTransport, UnauthorizedError }
const { storage, kept } = await signIn(parts, (consent) => consent.get('code'))
const before = kept.tokens
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

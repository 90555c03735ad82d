/** The official client of today: registers itself, signs in, calls tools with the newest revision and with a key. */
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
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
await transport.finishAuth(await consent())
expect(kept.tokens.refresh_token, 'No refresh token: the person would have to sign in again after ten minutes.')

const client = new Client(identity, { versionNegotiation: { mode: 'auto' } })
await client.connect(new StreamableHTTPClientTransport(address, { authProvider: storage }))
const { tools } = await client.listTools()
const found = await client.callTool({ name: 'search_contacts', arguments: { person: { revealed: false }, limit: 2 } })
expect(!found.isError && JSON.parse(found.content[0].text).data.length === 2, JSON.stringify(found))
const refused = await client.callTool({
  name: 'reveal_contacts',
  arguments: { contact_ids: [JSON.parse(found.content[0].text).data[0].id] },
})
expect(refused.isError, 'A reveal without a confirmation was not refused.')
const revision = client.getNegotiatedProtocolVersion()
await client.close()
console.log(
  `registered itself, signed in, ${tools.length} tools at ${revision}, searched, was asked to confirm a reveal`,
)

/** The official client of today: registers itself, signs in, calls tools with the newest revision and with a key. */
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import { address, identity, signIn } from './agent.mjs'
import { expect } from './person.mjs'

const { storage } = await signIn({ Client, StreamableHTTPClientTransport, UnauthorizedError })

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

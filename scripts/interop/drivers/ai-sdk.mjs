/** The AI SDK: tools with a key, then as a client that registers itself and signs in. */
import { auth, createMCPClient } from '@ai-sdk/mcp'
import { createStorage } from './agent.mjs'
import { expect } from './person.mjs'

const url = `${process.env.ORIGIN}/mcp`
const headers = { Authorization: `Bearer ${process.env.API_KEY}` }
const withKey = await createMCPClient({ transport: { type: 'http', url, headers } })
const tools = await withKey.tools()
const found = await tools.search_contacts.execute({ limit: 1 }, { toolCallId: '1', messages: [] })
expect(!found.isError, JSON.stringify(found))
await withKey.close()

const { storage, kept, consent } = createStorage()
expect((await auth(storage, { serverUrl: url })) === 'REDIRECT', 'It was not sent to a person.')
const answer = await consent()
const callback = {
  authorizationCode: answer.get('code'),
  callbackIssuer: answer.get('iss'),
  callbackState: answer.get('state'),
}
expect((await auth(storage, { serverUrl: url, ...callback })) === 'AUTHORIZED', 'The code was refused.')
expect(kept.tokens.refresh_token, 'No refresh token.')
const signedIn = await createMCPClient({ transport: { type: 'http', url, authProvider: storage } })
const { get_usage: getUsage } = await signedIn.tools()
const usage = await getUsage.execute({}, { toolCallId: '2', messages: [] })
expect(!usage.isError, JSON.stringify(usage))
await signedIn.close()
console.log(`${Object.keys(tools).length} tools with a key; registered itself, signed in, called one`)

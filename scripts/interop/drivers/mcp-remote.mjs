/** mcp-remote as an agent starts it: a program on standard input and output that signs its user in by itself. */
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { authorize, expect } from './person.mjs'

const transport = new StdioClientTransport({
  command: process.execPath,
  args: ['node_modules/mcp-remote/dist/proxy.js', `${process.env.ORIGIN}/mcp`],
  env: process.env,
  stderr: 'pipe',
})
let said = ''
let isSignedIn = false
transport.stderr.on('data', (chunk) => {
  said += chunk
  const address = /https?:\/\/\S+\/auth\/oauth2\/authorize\?\S+/.exec(said)?.[0]
  if (!address || isSignedIn) return
  isSignedIn = true
  // The person's browser follows the redirect to the port that mcp-remote listens on.
  authorize(address).then(
    (back) => fetch(back),
    (error) => console.error(error),
  )
})

const client = new Client({ name: 'interop', version: '1.0.0' })
await client.connect(transport, { timeout: 60_000 }).catch((error) => {
  throw new Error(`${error.message}\n${said}`)
})
const { tools } = await client.listTools()
const found = await client.callTool({ name: 'search_stores', arguments: { limit: 1 } })
expect(!found.isError, JSON.stringify(found))
await client.close()
console.log(`registered itself, signed in through the browser, ${tools.length} tools, searched stores`)
process.exit(0)

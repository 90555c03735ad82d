import { packageFiles } from './packages.ts'

/** The code of the guides, for this server. `src/http/guides.test.ts` runs every line of it. */
export type Snippets = ReturnType<typeof snippetsFor>

export const snippetsFor = (origin: string) => ({ ...forOAuth(origin), ...forTheApi(origin), ...forAgents(origin) })

const forOAuth = (origin: string) => ({
  register: `// The operator can approve your integration: prospector oauth-client create --name CRM --redirect-uri https://crm.example/callback
// Where the server allows it, a program registers itself, once, and keeps the answer:
const registered = await fetch('${origin}/auth/oauth2/register', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ client_name: 'CRM', redirect_uris: ['https://crm.example/callback'] }),
})
const client = await registered.json() // { client_id, client_secret, … }`,

  authorize: `// For each person who connects: a secret that stays with you, and a state that ties the answer to this browser.
const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
const challenge = base64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)))
const state = crypto.randomUUID()

const address = new URL('${origin}/auth/oauth2/authorize')
address.search = new URLSearchParams({
  response_type: 'code',
  client_id: client.client_id,
  redirect_uri: 'https://crm.example/callback',
  scope: 'contacts:search contacts:reveal usage:read offline_access',
  code_challenge: challenge,
  code_challenge_method: 'S256',
  state,
})
redirect(address) // Your framework's way to send the browser there. Keep verifier and state in the person's session.

function base64url(bytes) {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}`,

  exchange: `// The browser comes back to https://crm.example/callback?code=…&state=…&iss=…
const answer = new URL(request.url, 'https://crm.example').searchParams
if (answer.get('error')) throw new Error(answer.get('error')) // access_denied: the person said no.
if (answer.get('state') !== state || answer.get('iss') !== '${origin}') throw new Error('Not our answer.')

async function askForTokens(grant) {
  const response = await fetch('${origin}/auth/oauth2/token', {
    method: 'POST',
    headers: { Authorization: 'Basic ' + btoa(client.client_id + ':' + client.client_secret) },
    body: new URLSearchParams(grant),
  })
  const tokens = await response.json()
  if (!response.ok) throw new Error(tokens.error) // invalid_grant: connect again.
  return tokens // { access_token, refresh_token, expires_in, scope }
}
let tokens = await askForTokens({
  grant_type: 'authorization_code',
  code: answer.get('code'),
  redirect_uri: 'https://crm.example/callback',
  code_verifier: verifier,
})`,

  refresh: `const usage = () =>
  fetch('${origin}/api/v1/usage', { headers: { Authorization: 'Bearer ' + tokens.access_token } })
let reply = await usage()

// Before expires_in is over, or after a 401. Store the new pair before you use it: the old refresh token ends.
tokens = await askForTokens({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
reply = await usage()

// When the person disconnects on your side, end the grant here, too.
await fetch('${origin}/auth/oauth2/revoke', {
  method: 'POST',
  headers: { Authorization: 'Basic ' + btoa(client.client_id + ':' + client.client_secret) },
  body: new URLSearchParams({ token: tokens.refresh_token }),
})`,
})

const forTheApi = (origin: string) => ({
  retry: `// The key is stored with the order before the first attempt, so that every attempt has the same one: after a lost
// connection, after a crash, from another machine.
async function reveal(orderId, contactIds) {
  const order = (await orders.get(orderId)) ?? { key: crypto.randomUUID(), contact_ids: contactIds }
  await orders.set(orderId, order)
  for (let attempt = 0; ; attempt += 1) {
    const response = await fetch('${origin}/api/v1/contacts/reveal', {
      method: 'POST',
      headers: {
        Authorization: 'Bearer ' + apiKey,
        'Content-Type': 'application/json',
        'Idempotency-Key': order.key,
      },
      body: JSON.stringify({ contact_ids: order.contact_ids }),
    }).catch(() => null) // The connection was lost: nobody knows whether it was done. Ask again with the same key.
    if (response?.ok) return response.json()
    const seconds = Number(response?.headers.get('Retry-After') ?? 2 ** attempt / 10)
    const mayPass = response === null || response.status === 429 || response.status >= 500
    if (!mayPass || attempt >= 5 || seconds > 60) throw new Error(response ? await response.text() : 'No connection.')
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  }
}`,

  filters: `const headers = { Authorization: 'Bearer ' + apiKey, 'Content-Type': 'application/json' }
const taxonomy = await (await fetch('${origin}/api/v1/taxonomy', { headers })).json()
const [category] = taxonomy.categories // { value, label, count }

const response = await fetch('${origin}/api/v1/contacts/search', {
  method: 'POST',
  headers,
  body: JSON.stringify({
    person: { seniority_any: ['executive', 'decision_maker'], has_verified_email: true },
    store: { categories: [category.value], countries: ['US', 'GB'], apps: { none: ['Klavio'] } },
    facets: ['country', 'role'],
    limit: 10,
  }),
})
const found = await response.json()
// A value that the catalogue does not hold is not an error: it matches nothing, and the reply says so.
for (const { param, value, nearest } of found.warnings) console.log(param, value, 'did you mean', nearest)`,

  firstReveal: `curl ${origin}/api/v1/contacts/search \\
  -H "Authorization: Bearer $PROSPECTOR_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"person": {"has_verified_email": true}, "limit": 3}'`,

  realIds: `CONTACT_ID=$(curl -s ${origin}/api/v1/contacts/search \\
  -H "Authorization: Bearer $PROSPECTOR_KEY" -H "Content-Type: application/json" \\
  -d '{"limit": 1}' | grep -o 'ct_[a-z]*_[A-Za-z]*' | head -n 1)
DOMAIN=$(curl -s ${origin}/api/v1/stores/search \\
  -H "Authorization: Bearer $PROSPECTOR_KEY" -H "Content-Type: application/json" \\
  -d '{"limit": 1}' | grep -o '"domain":"[^"]*"' | head -n 1 | cut -d '"' -f 4)
echo "$CONTACT_ID $DOMAIN"`,

  csv: `curl ${origin}/api/v1/contacts/revealed \\
  -H "Authorization: Bearer $PROSPECTOR_KEY" \\
  -H "Accept: text/csv" --compressed -o contacts.csv`,

  n8n: `npm install --prefix ~/.n8n/nodes --legacy-peer-deps ${origin}${packageFiles.n8n}`,
})

const forAgents = (origin: string) => ({
  claudeCode: `claude mcp add --transport http prospector ${origin}/mcp`,

  claudeCodeWithKey: `claude mcp add --transport http prospector ${origin}/mcp --header "Authorization: Bearer psk_live_…"`,

  cursor: `{
  "mcpServers": {
    "prospector": { "url": "${origin}/mcp" }
  }
}`,

  vsCode: `{
  "servers": {
    "prospector": { "type": "http", "url": "${origin}/mcp" }
  }
}`,

  codex: `[mcp_servers.prospector]
url = "${origin}/mcp"
bearer_token_env_var = "PROSPECTOR_KEY"`,

  stdio: `{
  "mcpServers": {
    "prospector": { "command": "npx", "args": ["-y", "mcp-remote", "${origin}/mcp"] }
  }
}`,

  withKey: `{
  "mcpServers": {
    "prospector": {
      "url": "${origin}/mcp",
      "headers": { "Authorization": "Bearer psk_live_…" }
    }
  }
}`,
})

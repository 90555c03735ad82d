/** A real n8n: the nodes are installed into it, a workflow is run, and another is started by a webhook and by the feed. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const { ORIGIN, API_KEY, PROSPECTOR_SOURCE } = process.env
const n8nCommand = resolve('node_modules/n8n/bin/n8n')
/** n8n 2.8 runs on Node 20 to 24. */
const node = process.env.N8N_NODE ?? process.execPath

const freePort = () =>
  new Promise((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => found(port))
    })
  })

/** What the readme says, with the address of this server. */
const readme = readFileSync(join(PROSPECTOR_SOURCE, 'integrations/n8n/README.md'), 'utf8')
const [, install] = /```\n(npm install[\s\S]*?)```/.exec(readme)
const workflow = JSON.parse(/```json\n([\s\S]*?)```/.exec(readme)[1])
const home = resolve('home')
mkdirSync(home)
const port = await freePort()
const env = {
  ...process.env,
  HOME: home,
  N8N_PORT: String(port),
  N8N_LISTEN_ADDRESS: '127.0.0.1',
  WEBHOOK_URL: `http://localhost:${port}/`,
  N8N_DIAGNOSTICS_ENABLED: 'false',
  N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
  N8N_TEMPLATES_ENABLED: 'false',
  N8N_PERSONALIZATION_ENABLED: 'false',
  N8N_RUNNERS_BROKER_PORT: String(await freePort()),
  N8N_SECURE_COOKIE: 'false',
  N8N_ENCRYPTION_KEY: 'interop',
}
execFileSync('sh', ['-ec', install.replace('https://prospector.example', ORIGIN)], {
  env,
  stdio: 'ignore',
})

const server = spawn(node, [n8nCommand, 'start'], {
  env,
  stdio: ['ignore', 'pipe', 'pipe'],
})
let said = ''
for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (said += chunk))
const until = async (what, ask, seconds = 180) => {
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; await pause(500)) {
    if (server.exitCode !== null) throw new Error(`n8n ended:\n${said.slice(-2_000)}`)
    const answer = await ask().catch(() => null)
    if (answer) return answer
  }
  throw new Error(`Not within ${seconds} seconds: ${what}\n${said.slice(-2_000)}`)
}

let cookie = ''
async function rest(method, path, body) {
  const answer = await fetch(`http://127.0.0.1:${port}/rest${path}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      'browser-id': 'interop',
      cookie,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 500)}`)
  const parsed = JSON.parse(text).data
  cookie ||= answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  return parsed
}

async function prospector(method, path, body) {
  const headers = {
    Authorization: `Bearer ${API_KEY}`,
    'Content-Type': 'application/json',
  }
  const answer = await fetch(`${ORIGIN}/api/v1${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  const reply = await answer.json()
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(reply)}`)
  return reply
}

const must = (holds, what) => {
  if (!holds) throw new Error(`${what}\n${said.slice(-2_000)}`)
}

/** A workflow of one trigger, and of a node that keeps what came. */
const triggered = (type, parameters, credentials) => ({
  name: type,
  settings: { executionOrder: 'v1' },
  nodes: [
    {
      id: 'trigger',
      name: 'Trigger',
      type: `n8n-nodes-prospector.${type}`,
      typeVersion: 1,
      position: [0, 0],
      parameters,
      credentials,
    },
    {
      id: 'keep',
      name: 'Keep',
      type: 'n8n-nodes-base.noOp',
      typeVersion: 1,
      position: [220, 0],
      parameters: {},
    },
  ],
  connections: {
    Trigger: { main: [[{ node: 'Keep', type: 'main', index: 0 }]] },
  },
})

const executionsOf = async (id) =>
  (await rest('GET', `/executions?filter=${encodeURIComponent(JSON.stringify({ workflowId: id }))}`)).results
const switchOn = async (workflow) =>
  rest('POST', `/workflows/${workflow.id}/activate`, {
    versionId: workflow.versionId,
  })
const webhooks = async () => (await prospector('GET', '/webhooks')).data

try {
  // It says in plain words that it is starting, with a 200.
  await until('n8n answers', () => rest('GET', '/settings'))
  await rest('POST', '/owner/setup', {
    email: 'ada@n8n.example',
    firstName: 'Ada',
    lastName: 'L',
    password: 'Correct4Horse',
  })

  const data = { url: ORIGIN, apiKey: API_KEY }
  const credential = await rest('POST', '/credentials', {
    name: 'Prospector',
    type: 'prospectorApi',
    data,
  })
  const tested = await rest('POST', '/credentials/test', {
    credentials: { ...credential, data },
  })
  must(tested.status === 'OK', `The credential's test says ${JSON.stringify(tested)}`)
  const wrong = { ...credential, data: { ...data, apiKey: 'psk_live_wrong' } }
  must(
    (await rest('POST', '/credentials/test', { credentials: wrong })).status === 'Error',
    'A wrong key passed the test.',
  )
  const credentials = {
    prospectorApi: { id: credential.id, name: credential.name },
  }

  // The workflow of the readme.
  const nodes = workflow.nodes.map((node) =>
    node.type.startsWith('n8n-nodes-prospector') ? { ...node, credentials } : node,
  )
  const made = await rest('POST', '/workflows', {
    ...workflow,
    nodes,
    settings: { executionOrder: 'v1' },
  })
  const [start] = made.nodes
  const { executionId } = await rest('POST', `/workflows/${made.id}/run`, {
    workflowData: made,
    triggerToStartFrom: { name: start.name },
  })
  const run = await until('the workflow of the readme ends', async () => {
    const execution = await rest('GET', `/executions/${executionId}`)
    return execution.status !== 'running' && execution.status !== 'new' && execution
  })
  must(run.status === 'success', `The workflow of the readme: ${run.status} ${run.data.slice(0, 1_500)}`)
  must(run.data.match(/"full_name"/g)?.length === 5, 'Five people were not revealed.')

  // Both triggers, switched on, started by a reveal, and switched off.
  const hooked = await rest(
    'POST',
    '/workflows',
    triggered('prospectorTrigger', { types: ['reveal.created'] }, credentials),
  )
  // As often as n8n allows it. It asks once when the workflow is switched on.
  const everyMinute = { pollTimes: { item: [{ mode: 'everyMinute' }] } }
  const polled = await rest(
    'POST',
    '/workflows',
    triggered('prospectorFeedTrigger', { types: ['reveal.created'], ...everyMinute }, credentials),
  )
  await switchOn(hooked)
  await switchOn(polled)
  const [webhook] = await webhooks()
  must(webhook?.url.startsWith(`http://localhost:${port}/webhook/`), 'n8n made no webhook.')
  const { data: people } = await prospector('POST', '/contacts/search', {
    person: { revealed: false },
    limit: 1,
  })
  const forged = await fetch(webhook.url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"type": "reveal.created"}',
  })
  must(forged.status === 401, `An unsigned message is answered with ${forged.status}.`)
  await prospector('POST', '/contacts/reveal', { contact_ids: [people[0].id] })
  for (const { id, name } of [hooked, polled]) {
    const [execution] = await until(`an execution of ${name}`, async () => {
      const found = (await executionsOf(id)).filter(({ status }) => status === 'success')
      return found.length > 0 && found
    })
    const { data: told } = await rest('GET', `/executions/${execution.id}`)
    must(told.includes(people[0].id), `${name} was told of something else.`)
  }
  await rest('POST', `/workflows/${hooked.id}/deactivate`, {})
  must((await webhooks()).length === 0, 'The webhook is still there after the workflow was switched off.')
  console.log('credential tested, the readme’s workflow reveals 5, both triggers start, the webhook is removed')
} finally {
  server.kill('SIGTERM')
}

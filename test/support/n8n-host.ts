/** As much of n8n as its nodes touch: the real one takes minutes to install and is driven by `npm run long -- interop --only n8n`. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildNodes } from '../../integrations/n8n/build.mjs'

type Json = Record<string, unknown>
type Item = { json: Json; pairedItem?: { item: number } | { item: number }[] }
type Request = {
  method: string
  url: string
  headers: Record<string, string>
  qs?: Record<string, string>
  body?: Json
}

/** What a node is run with. `staticData` is what n8n keeps for it. */
export type NodeRun = {
  parameters?: Json
  items?: Json[]
  staticData?: Json
  mode?: 'manual' | 'trigger'
  executionId?: string
  continueOnFail?: boolean
  webhookUrl?: string
  incoming?: { headers: Json; body: string }
  /** Sees every request before it is sent. */
  onRequest?: (request: Request) => void
}

export type Nodes = {
  execute(run: NodeRun): Promise<Item[]>
  poll(run: NodeRun): Promise<Item[][] | null>
  webhook(run: NodeRun): Promise<{ status: number; items: Json[] }>
  hooks: Record<'checkExists' | 'create' | 'delete', (run: NodeRun) => Promise<boolean>>
  loadLists(run: NodeRun): Promise<{ name: string; value: string }[]>
  /** The built class of a node, for what it says of itself. */
  descriptionOf(name: string): { properties: { name: string; options?: { value: string }[] }[] }
  remove(): Promise<void>
}

/** What the nodes take from n8n at run time. Pauses are short, so that a test need not wait. */
const workflowPackage = `
class NodeApiError extends Error {
  constructor(node, response, options) { super(options.message); Object.assign(this, options) }
}
class NodeOperationError extends Error {
  constructor(node, message, options) { super(message); Object.assign(this, options) }
}
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, Math.min(ms, 20)))
module.exports = { NodeApiError, NodeOperationError, NodeConnectionTypes: { Main: 'main' }, sleep }`

export async function loadNodes(credentials: { url: string; apiKey: string }): Promise<Nodes> {
  const folder = await mkdtemp(join(tmpdir(), 'prospector-n8n-'))
  const files = { ...(await buildNodes()), 'node_modules/n8n-workflow/index.js': workflowPackage, 'package.json': '{}' }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const require = createRequire(join(folder, 'package.json'))
  const load = (name: string) => new (require(`./dist/nodes/${name}/${name}.node.js`)[name])()
  const [node, trigger, feed] = ['Prospector', 'ProspectorTrigger', 'ProspectorFeedTrigger'].map(load)
  const credential = new (require('./dist/credentials/ProspectorApi.credentials.js').ProspectorApi)()
  const authorize: string = credential.authenticate.properties.headers.Authorization
  const contextOf = (run: NodeRun) => createContext(run, credentials, authorize)
  const hook = (name: keyof Nodes['hooks']) => (run: NodeRun) =>
    trigger.webhookMethods.default[name].call(contextOf(run))
  return {
    execute: async (run) => (await node.execute.call(contextOf(run)))[0],
    poll: (run) => feed.poll.call(contextOf(run)),
    webhook: (run) => receive(trigger, contextOf(run)),
    hooks: { checkExists: hook('checkExists'), create: hook('create'), delete: hook('delete') },
    loadLists: (run) => node.methods.loadOptions.getLists.call(contextOf(run)),
    descriptionOf: (name) => load(name).description,
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

type Context = ReturnType<typeof createContext>

function createContext(run: NodeRun, credentials: { url: string; apiKey: string }, authorize: string) {
  const items = (run.items ?? [{}]).map((json) => ({ json }))
  const answered = { status: 200 }
  const response = {
    status: (status: number) => Object.assign(answered, { status }) && response,
    send: () => response,
    end: () => {},
  }
  /** A field that reads the item, as `={{ $json.id }}` does. */
  const evaluate = (value: unknown, index: number): unknown => {
    const field = /^=\{\{ \$json\.(\w+) \}\}$/.exec(String(value))?.[1]
    return field ? items[index]!.json[field] : value
  }
  return {
    answered,
    getInputData: () => items,
    getNodeParameter: (name: string, second?: unknown, third?: unknown) =>
      run.parameters && name in run.parameters
        ? evaluate(run.parameters[name], typeof second === 'number' ? second : 0)
        : (third ?? second),
    getCredentials: async () => credentials,
    getNode: () => ({ id: 'node-1', name: 'Prospector' }),
    getExecutionId: () => run.executionId ?? '7',
    getWorkflowStaticData: () => run.staticData ?? {},
    getNodeWebhookUrl: () => run.webhookUrl,
    getMode: () => run.mode ?? 'trigger',
    continueOnFail: () => run.continueOnFail ?? false,
    addExecutionHints: () => {},
    getHeaderData: () => run.incoming?.headers,
    getBodyData: () => JSON.parse(run.incoming?.body ?? '{}'),
    getRequestObject: () => ({ rawBody: Buffer.from(run.incoming?.body ?? '') }),
    getResponseObject: () => response,
    helpers: {
      returnJsonArray: (json: Json) => [{ json }],
      async httpRequestWithAuthentication(_type: string, request: Request) {
        run.onRequest?.(request)
        return send(request, authorize.replace(/^=/, '').replace('{{$credentials.apiKey}}', credentials.apiKey))
      },
    },
  }
}

async function send({ method, url, headers, qs = {}, body }: Request, authorization: string) {
  const address = `${url}?${new URLSearchParams(qs)}`
  const sent = { ...headers, Authorization: authorization, ...(body && { 'Content-Type': 'application/json' }) }
  const answer = await fetch(address, { method, headers: sent, ...(body && { body: JSON.stringify(body) }) })
  return { statusCode: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.json() }
}

async function receive(trigger: { webhook: { call(context: Context): Promise<Json> } }, context: Context) {
  const { workflowData = [[]] } = (await trigger.webhook.call(context)) as { workflowData?: { json: Json }[][] }
  return { status: context.answered.status, items: workflowData[0]!.map(({ json }) => json) }
}

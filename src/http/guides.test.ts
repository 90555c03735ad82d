/** The guides of /docs: every snippet runs as it is printed. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { welcome } from '../../cli/welcome.ts'
import { createProspector, type ProspectorError } from '../../sdk/prospector.ts'
import { consentFields, createBrowser, type ServedApp, startServedApp } from '../../test/support/browser.ts'
import { blocksOf, createDocsReader } from '../../test/support/docs-reader.ts'
import { type HubspotSimulator, startHubspot } from '../../test/support/hubspot-simulator.ts'
import { runSnippet as run, toPlain } from '../../test/support/run-snippet.ts'
import { sql } from '../base/sql.ts'
import { exportFormats } from '../contacts/export-formats.ts'
import { searchContacts } from '../contacts/search-contacts.ts'
import { exampleToken } from '../hubspot/hubspot-schema.ts'
import { toolOperations } from '../mcp/tools.ts'
import { operations } from '../operations.ts'
import { getTaxonomy } from '../stores/get-taxonomy.ts'
import { beginnings } from './docs/clients.ts'
import { type Snippets, snippetsFor } from './docs/guide-snippets.ts'

let test: ServedApp
let hubspot: HubspotSimulator
let snippets: Snippets
let page: string
let apiKey: string
const owner = 'ada@guides.example'

beforeAll(async () => {
  hubspot = await startHubspot()
  hubspot.openPortal({ token: exampleToken })
  test = await startServedApp({ oauthRegistration: true, hubspot: hubspot.ends })
  apiKey = (await test.createAccount({ email: owner, credits: 20 })).apiKey
  await test.plantContacts(3)
  await test.app.database.query(sql`UPDATE stores SET category = 'fashion', country = 'US'`)
  await test.app.start()
  snippets = snippetsFor(test.url)
  page = (await test.call('GET', '/docs')).text
})
afterAll(async () => {
  await test.stop()
  await hubspot.stop()
})

it('every snippet is on the page, as it runs', () => {
  const texts = [...page.matchAll(/<pre[^>]*>(?:<code[^>]*>)?([\s\S]*?)(?:<\/code>)?<\/pre>/g)].map(([, text]) =>
    toPlain(text!),
  )
  const missing = Object.entries(snippets).filter(([, text]) => !texts.some((shown) => shown.includes(text)))
  expect(missing.map(([name]) => name)).toEqual([])
})

it('OAUTH-1: the OAuth guide goes from registration to refresh and revocation', async () => {
  const { register, authorize, exchange, refresh } = snippets
  const { client } = (await run(register, {}, ['client'])) as unknown as { client: Record<string, string> }
  let sentTo = ''
  const redirect = (address: URL) => {
    sentTo = address.href
  }
  const asked = await run(authorize, { client, redirect }, ['verifier', 'state'])
  const browser = createBrowser(test)
  await browser.signIn(owner)
  const consent = await browser.open(sentTo)
  const back = await browser.submit('/consent', { ...consentFields(consent), decision: 'allow' })
  const { pathname, search } = new URL(back.url)
  const { reply, tokens } = (await run(
    `${exchange}\n${refresh}`,
    { client, ...asked, request: { url: pathname + search } },
    ['reply', 'tokens'],
  )) as unknown as { reply: Response; tokens: { access_token: string } }
  expect(reply.status).toBe(200)
  expect((await test.call('GET', '/api/v1/usage', { key: tokens.access_token })).status).toBe(401)
})

it('IDEM-1: the retry of the guide sends one key for one order, and spends once', async () => {
  const [id] = await test.plantContacts(1)
  const orders = new Map()
  const keys: string[] = []
  const lossy: typeof fetch = async (address, init) => {
    keys.push(new Headers(init?.headers).get('Idempotency-Key')!)
    const answer = await fetch(address, init)
    if (keys.length === 1) throw new TypeError('fetch failed')
    return answer
  }
  const given = { apiKey, orders, fetch: lossy }
  const { first, again } = (await run(
    `${snippets.retry}\nconst first = await reveal('order-1', ['${id}']); const again = await reveal('order-1', ['${id}'])`,
    given,
    ['first', 'again'],
  )) as Record<string, { credits: { spent: number }; data: { reveal_status: string }[] }>
  expect([first!.credits.spent, again!.credits.spent]).toEqual([1, 1])
  expect(first!.data[0]!.reveal_status).toBe('newly_revealed')
  expect(new Set(keys).size).toBe(1)
  expect(keys).toHaveLength(3)
})

it('SEARCH-1: the filters of the guide find contacts and warn about what matches nothing', async () => {
  const said: unknown[][] = []
  const console = { log: (...words: unknown[]) => said.push(words) }
  const { found } = (await run(snippets.filters, { apiKey, console }, ['found'])) as Record<
    string,
    { total: number; facets: object }
  >
  expect(found!.total).toBe(3)
  expect(Object.keys(found!.facets).sort()).toEqual(['country', 'role'])
  expect(said).toContainEqual(expect.arrayContaining(['store.apps.none[0]', 'Klavio']))
})

it('the table of filters names filters and lists that exist', () => {
  const rows = /aria-label="Filters and where their values are"[\s\S]*?<\/table>/.exec(page)![0]
  const [names, lists] = [/<th scope="row"><code>([\w.]+)</g, /<a href="#getTaxonomy"><code>(\w+)</g].map((pattern) =>
    [...rows.matchAll(pattern)].map(([, name]) => name!),
  )
  const body = JSON.stringify(searchContacts.request.body)
  for (const name of names!) expect(body).toContain(`"${name.split('.')[1]}":`)
  for (const list of lists!) expect(JSON.stringify(getTaxonomy.reply)).toContain(`"${list}":`)
  expect(names).toHaveLength(9)
})

/** Every block of the page that holds a curl command, in order, as a reader would copy it. */
const shellBlocks = (): string[] =>
  [...page.matchAll(/<pre[^>]*><code>([\s\S]*?)<\/code><\/pre>/g)]
    .map(([, text]) => toPlain(text!))
    .filter((text) => /(^|[ (])curl /m.test(text) && !text.startsWith('//'))

/** What a reader keeps of an answer: `job_…` as $JOB_ID. */
const keepMadeIds = `for made in $(grep -o '"id":"[a-z]*_[A-Za-z0-9]*"' answer | head -n 1 | cut -d '"' -f 4); do
  case $made in job_*) JOB_ID=$made ;; wh_*) WEBHOOK_ID=$made ;; lst_*) LIST_ID=$made ;; sea_*) SAVED_SEARCH_ID=$made ;; wat_*) WATCH_ID=$made ;; hsr_*) RUN_ID=$made ;; esac
done`

it('HTTP-22: every curl line of the page runs as it is pasted, one after the other', async () => {
  const { apiKey: key, testKey, eventId } = await createDocsReader(test)
  const folder = await mkdtemp(join(tmpdir(), 'prospector-docs-'))
  // Nothing can be done with what is deleted, so these lines come last, and items go before what held them.
  const rank = (block: string) =>
    block.includes('-X DELETE') ? (block.includes(' -d ') || block.includes('/watches/') ? 1 : 2) : 0
  const blocks = shellBlocks().sort((a, b) => rank(a) - rank(b))
  const script = [
    'set -u',
    `EVENT_ID=${eventId}`,
    `PROSPECTOR_TEST_KEY=${testKey}`,
    `curl() { command curl --silent --show-error -w '%{stderr}status %{http_code}\\n' "$@"; }`,
    ...blocks.flatMap((block, at) => [
      `echo "block ${at}" >&2`,
      `{ ${block.replace('export PROSPECTOR_KEY=psk_live_…', `export PROSPECTOR_KEY=${key}`)}\n} > answer`,
      keepMadeIds,
    ]),
  ].join('\n')
  const { code, output } = await runShell(script, folder)
  expect([code, code === 0 ? '' : output.slice(-1_500)]).toEqual([0, ''])
  const outcomes = output.split(/^block \d+$/m).slice(1)
  const faults = outcomes.flatMap((text, at) => {
    const statuses = [...text.matchAll(/^status (\d+)$/gm)].map(([, status]) => Number(status))
    // What may happen to a thing depends on its state: a job that is over can't be cancelled.
    const isFine = statuses.length > 0 && statuses.every((status) => status < 300 || status === 409)
    return isFine ? [] : [`${blocks[at]}\n${text}`]
  })
  expect(faults).toEqual([])
  expect(blocks.length).toBeGreaterThan(operations.length)
  expect(await readFile(join(folder, 'contacts.csv'), 'utf8')).toContain(exportFormats.csv.columns.join(','))
})

it('HTTP-22: so do the curl lines of README.md, and its first lines are those that a start prints', async () => {
  const { apiKey: key } = await test.createAccount({ credits: 5 })
  const [contactId] = await test.plantContacts(1)
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
  const blocks = [...readme.matchAll(/```\n([\s\S]*?)```/g)].map(([, block]) => block!)
  const lines = blocks.filter((block) => block.startsWith('curl'))
  const pasted = lines.map((block) =>
    block.replace('http://localhost:8080', test.url).replace('psk_live_…', key).replace('ct_live_…', contactId!),
  )
  const { code, output } = await runShell(
    `set -e\n${pasted.join('\n').replaceAll('curl -s', "curl -s -w '%{stderr}%{http_code} '")}`,
    tmpdir(),
  )
  expect([code, output.trim()]).toEqual([0, '200 200'])
  const demo = { email: 'demo@prospector.example', password: 'Kq3…', apiKey: 'psk_live_…', testApiKey: 'psk_test_…' }
  const printed = welcome({ publicUrl: 'http://localhost:8080', demo: { ...demo, contactId: null } } as never)
  expect(printed.trim().startsWith(blocks.find((block) => block.startsWith('Prospector is running'))!.trim())).toBe(
    true,
  )
})

it('DOC-5: every TypeScript example of an operation runs as it is pasted, one after the other', async () => {
  const { apiKey: key, testKey, eventId } = await createDocsReader(test)
  const made: Record<string, unknown> = { eventId }
  const names: Record<string, string> = {
    job: 'jobId',
    wh: 'webhookId',
    lst: 'listId',
    sea: 'savedSearchId',
    wat: 'watchId',
    hsr: 'runId',
  }
  const keep = (reply: { id?: string }) => {
    const name = names[reply?.id?.split('_')[0] ?? '']
    if (name) made[name] = reply.id
  }
  const connect = (apiKey: string) => createProspector({ apiKey, origin: test.url })
  const blocks = blocksOf(page, 'TypeScript')
  expect(blocks.map(({ operationId }) => operationId).sort()).toEqual(operations.map(({ id }) => id).sort())
  const begin = `${beginnings.TypeScript.replaceAll(/^import .*$/gm, '')}\n`
  Object.assign(made, await run(begin, { createProspector: () => connect(key) }, ['contactId', 'domain']))
  const faults: string[] = []
  for (const { operationId, code } of blocks) {
    const prospector = connect(operationId.includes('Test') && code.startsWith('//') ? testKey : key)
    await run(code, { prospector, ...made, console: { log: keep } }).catch((error: ProspectorError) => {
      // What may happen to a thing depends on its state: a job that is over can't be cancelled.
      if (error.status !== 409) faults.push(`${code}\n${error.stack}`)
    })
  }
  expect(faults).toEqual([])
})

function runShell(script: string, cwd: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    execFile('bash', ['-c', script], { cwd, maxBuffer: 64 * 1024 * 1024 }, (error, _stdout, stderr) =>
      resolve({ code: error ? 1 : 0, output: stderr }),
    )
  })
}

it('LIST-2: the guide explains every column of the spreadsheet', async () => {
  const rows = /aria-label="Columns of the spreadsheet"[\s\S]*?<\/table>/.exec(page)![0]
  const named = [...rows.matchAll(/<th scope="row"><code>(\w+)</g)].map(([, name]) => name)
  expect(named).toEqual(exportFormats.csv.columns)
  expect(rows).not.toContain('<td></td>')
})

it('MCP-1: the guide names every operation that is no tool, by itself or by its scope, and no other', async () => {
  const chapter = /<section[^>]*id="guide-mcp"[\s\S]*?<\/section>/.exec(page)![0]
  const said = [...chapter.matchAll(/<code>(\w+:manage|[a-z]+[A-Z]\w+)<\/code>/g)].map(([, name]) => name)
  const tools = new Set(toolOperations(operations).values())
  const others = operations.filter((operation) => !tools.has(operation))
  const expected = others.map(({ id, scope }) => (scope.endsWith(':manage') ? scope : id))
  expect(said.toSorted()).toEqual([...new Set<string>(expected)].toSorted())
  for (const { scope } of tools) expect(said).not.toContain(scope)
  expect(chapter).toContain('Tools answer with text alone')
})

it('MCP-1: every set-up of an agent names the address that answers, and its file can be read', async () => {
  const { cursor, vsCode, stdio, withKey, claudeCode, codex } = snippets
  const address = `${test.url}/mcp`
  expect(JSON.parse(cursor).mcpServers.prospector.url).toBe(address)
  expect(JSON.parse(vsCode).servers.prospector).toEqual({ type: 'http', url: address })
  expect(JSON.parse(stdio).mcpServers.prospector.args).toEqual(['-y', 'mcp-remote', address])
  expect(claudeCode.split(' ').at(-1)).toBe(address)
  expect(snippets.claudeCodeWithKey).toContain(` ${address} --header "Authorization: Bearer psk_live_…"`)
  expect(codex).toContain(`url = "${address}"`)
  const { url, headers } = JSON.parse(withKey.replace('psk_live_…', apiKey)).mcpServers.prospector
  const client = new Client({ name: 'guide', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  expect((await client.listTools()).tools.length).toBeGreaterThan(10)
  await client.close()
})

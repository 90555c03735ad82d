/** The nodes for n8n, as the package holds them, against the whole application. */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { eventsPerPage } from '../../sdk/generated.ts'
import { eventTypeNames } from '../../src/base/event-types.ts'
import { repeat } from '../../src/base/repeat.ts'
import { sql } from '../../src/base/sql.ts'
import { recordEvents } from '../../src/events/record.ts'
import { type ServedApp, startServedApp } from '../support/browser.ts'
import { loadNodes, type NodeRun, type Nodes } from '../support/n8n-host.ts'
import { type PublicHost, startPublicHost } from '../support/public-host.ts'
import { createTestKey } from '../support/test-key.ts'

let test: ServedApp
let host: PublicHost
let nodes: Nodes
let key: string
beforeAll(async () => {
  host = await startPublicHost('n8n.example')
  test = await startServedApp({ webhookRequests: host.requests })
  await test.app.start()
  const { accountId } = await test.createAccount()
  key = (await createTestKey(test, accountId)).apiKey
  nodes = await loadNodes({ url: `${test.url}/`, apiKey: key })
})
afterAll(async () => {
  await nodes.remove()
  await test.stop()
  await host.stop()
})

const run = (resource: string, operation: string, parameters: object = {}, more: Omit<NodeRun, 'parameters'> = {}) =>
  nodes.execute({ parameters: { resource, operation, ...parameters }, ...more })

/** So many people of the synthetic catalogue. */
const findPeople = async (limit: number) =>
  (await run('contact', 'search', { filters: { hasVerifiedEmail: true }, limit })).map(({ json }) => json)

const creditsLeft = async () =>
  (await test.call('GET', '/api/v1/usage', { key })).body.contact_credits.remaining as number

describe('INT-2: the actions of n8n', () => {
  it('search contacts and stores by the fields of the form and by JSON, page after page', async () => {
    const people = await run('contact', 'search', {
      filters: { seniority: ['executive'], roles: 'founder, ceo', hasVerifiedEmail: true },
      query: '{"store": {"shopify_plus": true}}',
      limit: 5,
    })
    expect(people.length).toBeGreaterThan(0)
    for (const { json, pairedItem } of people) {
      expect(json).toMatchObject({ object: 'contact_preview', seniority: 'executive', has_verified_email: true })
      expect(pairedItem).toEqual({ item: 0 })
    }
    const stores = await run('store', 'search', { filters: {}, limit: 130 })
    expect(new Set(stores.map(({ json }) => json.domain)).size).toBe(130)
    const wrong = run('contact', 'search', { filters: {}, query: '{person' })
    await expect(wrong).rejects.toThrow('query is not valid JSON.')
  })

  it('quote and reveal the contacts of all items, ten a request, with an item for each', async () => {
    const items = await findPeople(12)
    const asked = { contactIds: '={{ $json.id }}' }
    const [quote] = await run('contact', 'quote', asked, { items })
    expect(quote!.json).toMatchObject({ object: 'job_quote', credits: { required: 12 } })
    const before = await creditsLeft()
    const sent: { headers: Record<string, string>; body?: object }[] = []
    const onRequest = (request: (typeof sent)[number]) => void sent.push(request)
    const reference = { options: { reference: 'Spring' } }
    const revealed = await run('contact', 'reveal', { ...asked, ...reference }, { items, onRequest })
    expect(revealed.map(({ json }) => json.id).sort()).toEqual(items.map(({ id }) => id).sort())
    expect(revealed.every(({ json }) => typeof json.full_name === 'string' && json.charged)).toBe(true)
    expect(sent).toHaveLength(2)
    expect(await creditsLeft()).toBe(before - 12)

    // "Retry On Fail" of n8n runs the node again in the same execution: same keys, the first answers, nothing spent.
    const again = await run('contact', 'reveal', { ...asked, ...reference }, { items, onRequest })
    expect(again.map(({ json }) => json.reveal_status)).toEqual(revealed.map(({ json }) => json.reveal_status))
    const keys = sent.map(({ headers }) => headers['Idempotency-Key'])
    expect([new Set(keys).size, keys.slice(2)]).toEqual([2, keys.slice(0, 2)])
    expect(await creditsLeft()).toBe(before - 12)
  })

  it('name who can’t be revealed, and go on with the others', async () => {
    const [other] = await findPeople(1)
    const contactIds = ['ct_test_AaaaaaaaaaaaaaaA', other!.id]
    const outcomes = await run('contact', 'reveal', { contactIds })
    expect(outcomes.map(({ json }) => [json.id, json.reveal_status])).toContainEqual([contactIds[0], 'unavailable'])
    expect(outcomes).toHaveLength(2)
    const none = await run('contact', 'reveal', { contactIds: contactIds[0] })
    expect(none.map(({ json }) => json.reveal_status)).toEqual(['unavailable'])
  })

  it('fail with the message, the way out and the request, or hand the error on', async () => {
    const broke = { contactIds: 'ct_test_InsufficientCred' }
    const error = await run('contact', 'reveal', broke).catch((one: unknown) => one)
    expect([(error as { httpCode: string }).httpCode, (error as Error).message]).toEqual([
      '402',
      expect.stringContaining('contact credit'),
    ])
    expect((error as { description: string }).description).toMatch(/To fix this: http.*\nMore: .*\nRequest: req_/s)
    const [item] = await run('contact', 'reveal', broke, { continueOnFail: true })
    expect(item!.json.error).toContain('contact credit')
  })

  it('enrich the domains of all items, and say which belongs to which', async () => {
    const [first, second] = await run('store', 'search', { filters: {}, limit: 2 })
    const items = [{ domain: first!.json.domain }, { domain: 'nobody.example' }, { domain: second!.json.domain }]
    const enriched = await run('store', 'enrich', { domains: '={{ $json.domain }}', includePreviews: true }, { items })
    expect(enriched.map(({ json, pairedItem }) => [json.status, pairedItem])).toEqual([
      ['found', [{ item: 0 }]],
      ['not_found', [{ item: 1 }]],
      ['found', [{ item: 2 }]],
    ])
    expect(enriched[0]!.json.contact_previews).toBeInstanceOf(Array)
  })

  it('create a job, wait for it, read its results, and fill a list', async () => {
    const items = await findPeople(15)
    const made = await test.call('POST', '/api/v1/lists', { key, body: { name: 'From n8n', kind: 'contacts' } })
    const lists = await nodes.loadLists({})
    expect(lists).toContainEqual({ name: 'From n8n (contacts)', value: made.body.id })
    const asked = {
      kind: 'reveal',
      contactIds: '={{ $json.id }}',
      jobOptions: { maxCredits: 15, addToListId: made.body.id },
    }
    const [job] = await run('job', 'create', asked, { items })
    const working = repeat(
      50,
      () => test.app.queue.runWaiting(),
      () => {},
    )
    const [ended] = await run('job', 'wait', { jobId: job!.json.id }).finally(working.stop)
    expect(ended!.json).toMatchObject({ status: 'finished', counts: { done: 15 } })
    const lines = await run('job', 'getResults', { jobId: job!.json.id, returnAll: true })
    expect(lines.map(({ json }) => json.input)).toEqual(items.map(({ id }) => id))
    const [list] = await run('list', 'add', { listId: made.body.id, ids: '={{ $json.id }}' }, { items })
    expect(list!.json).toMatchObject({ items: 15, added: 0, unavailable_ids: [] })
    expect((await run('job', 'get', { jobId: job!.json.id }))[0]!.json.status).toBe('finished')
  })

  it('wait as Retry-After says, and try what is safe again', async () => {
    const { accountId } = await test.createAccount()
    const { apiKey } = await createTestKey(test, accountId)
    let port = 0
    const statuses = [503, 429]
    const busy = createServer(async (request, response) => {
      const status = statuses.shift()
      if (status)
        return void response.writeHead(status, { 'retry-after': '1', 'content-type': 'application/json' }).end('{}')
      const answer = await fetch(`${test.url}${request.url}`, {
        headers: { authorization: request.headers.authorization! },
      })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    })
    await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', () => resolve()))
    port = (busy.address() as { port: number }).port
    const patient = await loadNodes({ url: `http://127.0.0.1:${port}`, apiKey })
    expect(await patient.loadLists({})).toEqual([])
    expect(statuses).toEqual([])
    busy.closeAllConnections()
    busy.close()
    await patient.remove()
  })
})

it('INT-1: the workflow of the readme has the fields of the nodes, and finds and reveals five people', async () => {
  const readme = await readFile(new URL('../../integrations/n8n/README.md', import.meta.url), 'utf8')
  const workflow = JSON.parse(/```json\n([\s\S]*?)```/.exec(readme)![1]!) as {
    nodes: { type: string; parameters: Record<string, unknown> }[]
  }
  const [searching, revealing] = workflow.nodes.filter(({ type }) => type === 'n8n-nodes-prospector.prospector')
  const fields = nodes.descriptionOf('Prospector').properties.map(({ name }) => name)
  for (const { parameters } of [searching!, revealing!]) {
    for (const name of Object.keys(parameters)) expect(fields).toContain(name)
  }
  const found = await nodes.execute({ parameters: searching!.parameters })
  const revealed = await nodes.execute({ parameters: revealing!.parameters, items: found.map(({ json }) => json) })
  expect(revealed.map(({ json }) => typeof json.full_name)).toEqual(Array(5).fill('string'))
})

describe('INT-3: the trigger of n8n', () => {
  const webhooksOf = async () =>
    (await test.call('GET', '/api/v1/webhooks', { key })).body.data as { id: string; types: string[] }[]

  it('makes a webhook when the workflow is switched on, runs for signed events alone, each once, and removes it', async () => {
    const staticData: Record<string, unknown> = {}
    const webhookUrl = host.at('n8n.example', '/webhook/1')
    const of = (types: string[]) => ({ staticData, webhookUrl, parameters: { types } })
    const started: { type?: string }[] = []
    const seen: { headers: Record<string, unknown>; body: string }[] = []
    host.answer(async ({ headers, body }, response) => {
      seen.push({ headers, body })
      const { status, items } = await nodes.webhook({ ...of([]), incoming: { headers, body } })
      started.push(...items)
      response.writeHead(status).end()
    })
    expect(await nodes.hooks.checkExists(of(['reveal.created']))).toBe(false)
    await nodes.hooks.create(of(['reveal.created']))
    expect(await nodes.hooks.checkExists(of(['reveal.created']))).toBe(true)
    expect((await webhooksOf()).map(({ types }) => types)).toEqual([['reveal.created']])

    await test.call('POST', '/api/v1/contacts/reveal', { key, body: { contact_ids: ['ct_test_PhoneOnlyContact'] } })
    await expect.poll(() => test.app.webhooks.runDue().then(() => started.length)).toBe(1)
    expect(started[0]).toMatchObject({ type: 'reveal.created', data: { contact_ids: ['ct_test_PhoneOnlyContact'] } })
    const [told] = seen
    const again = await nodes.webhook({ ...of([]), incoming: told! })
    expect(again).toEqual({ status: 200, items: [] })
    const forged = { headers: { ...told!.headers, 'webhook-id': 'evt_Forged' }, body: told!.body }
    expect(await nodes.webhook({ ...of([]), incoming: forged })).toEqual({ status: 401, items: [] })
    const late = { ...told!.headers, 'webhook-timestamp': String(Math.round(Date.now() / 1_000) - 400) }
    expect((await nodes.webhook({ ...of([]), incoming: { headers: late, body: told!.body } })).status).toBe(401)

    // Another choice of events is another webhook, and the first is removed.
    expect(await nodes.hooks.checkExists(of(['job.finished']))).toBe(false)
    await nodes.hooks.create(of(['job.finished']))
    expect((await webhooksOf()).map(({ types }) => types)).toEqual([['job.finished']])
    await nodes.hooks.delete(of(['job.finished']))
    expect(await webhooksOf()).toEqual([])
    expect(Object.values(staticData).filter((value) => value !== undefined)).toEqual([])
    // Somebody removed it in Prospector: switching off still works.
    await nodes.hooks.create(of([]))
    await test.call('DELETE', `/api/v1/webhooks/${(await webhooksOf())[0]!.id}`, { key, body: {} })
    expect(await nodes.hooks.delete(of([]))).toBe(true)
  })

  it('says in the error that n8n’s address can’t be used', async () => {
    const plain = { staticData: {}, webhookUrl: 'http://n8n.example/webhook/1', parameters: { types: [] } }
    await expect(nodes.hooks.create(plain)).rejects.toThrow(/https/)
  })

  it('knows every type of event, as the feed trigger does', () => {
    for (const name of ['ProspectorTrigger', 'ProspectorFeedTrigger']) {
      const field = nodes.descriptionOf(name).properties.find((property) => property.name === 'types')!
      expect(field.options!.map(({ value }) => value).sort()).toEqual([...eventTypeNames].sort())
    }
  })
})

describe('INT-4: the feed trigger of n8n', () => {
  const reveal = (id: string) => test.call('POST', '/api/v1/contacts/reveal', { key, body: { contact_ids: [id] } })

  it('begins with what happens from now on, tells each event once, and goes on where it stopped', async () => {
    const staticData = {}
    const polled = { staticData, parameters: { types: ['reveal.created'] } }
    expect(await nodes.poll(polled)).toBeNull()
    expect(await nodes.poll(polled)).toBeNull()
    const people = await findPeople(40)
    const fresh = people.slice(30, 33).map(({ id }) => String(id))
    for (const id of fresh) await reveal(id)
    const events = (await nodes.poll(polled))![0]!.map(({ json }) => json as { data: { contact_ids: string[] } })
    expect(events.map(({ data }) => data.contact_ids)).toEqual(fresh.map((id) => [id]))
    expect(await nodes.poll(polled)).toBeNull()
    const sample = await nodes.poll({ ...polled, staticData: {}, mode: 'manual' })
    expect(sample![0]!.at(-1)!.json).toMatchObject({ type: 'reveal.created', data: { contact_ids: [fresh[2]] } })
  })

  it('goes on with the oldest event that is kept when those that it has missed are gone', async () => {
    const parameters = { types: [] }
    const { data } = (await test.call('GET', '/api/v1/events', { key })).body
    const [gone, oldest] = [data[0].sequence, data[1].sequence]
    const owner = sql`(SELECT account_id FROM events WHERE event_id = ${data[0].id})`
    await test.store.owner.query(sql`DELETE FROM events WHERE sequence = ${gone} AND account_id = ${owner}`)
    const told = await nodes.poll({ staticData: { after: gone - 1 }, parameters })
    expect((told![0]![0]!.json as { sequence: number }).sequence).toBe(oldest)
    expect(told![0]).toHaveLength(data.length - 1)
  })

  it('hands on no event of a round that breaks off, and tells all of them the next time', async () => {
    const staticData = {}
    const polled = { staticData, parameters: { types: ['contact.updated'] } }
    expect(await nodes.poll(polled)).toBeNull()
    const { database, clock } = test.app
    const accountId = (await test.call('GET', '/api/v1/usage', { key })).body.account.id
    const draft = { type: 'contact.updated' as const, data: { contact_ids: ['ct_test_VerifiedEmailOne'] } }
    const drafts = Array.from({ length: eventsPerPage + 5 }, () => draft)
    await database.transaction((tx) => recordEvents(tx, clock, accountId, drafts))
    const ask = globalThis.fetch
    let asked = 0
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
      asked += 1
      return asked === 2 ? Response.json({ error: { code: 'x', message: 'Broken' } }, { status: 400 }) : ask(...request)
    })
    await expect(nodes.poll(polled)).rejects.toThrow('Broken')
    vi.restoreAllMocks()
    expect((await nodes.poll(polled))![0]).toHaveLength(drafts.length)
  })
})

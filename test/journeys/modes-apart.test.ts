/**
 * For every operation and everything in a request that names something: what the account has in the other mode is answered exactly as
 * what does not exist, in both directions. Made from the list of operations, so a new one is covered by itself; a new kind of name
 * fails here until both sides have one. What is the side's own is answered otherwise, so each question is a real one.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnyOperation } from '../../src/call/operation.ts'
import { importCatalogue } from '../../src/catalog/import/import-catalogue.ts'
import { readRecords } from '../../src/catalog/import/read-lines.ts'
import { createOperatorKey } from '../../src/ingest/operator-keys.ts'
import { operations } from '../../src/operations.ts'
import { operatorOperations } from '../../src/operator/operations.ts'
import { forgive } from '../fuzz/fuzz.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { furnish, type Mode, type Side } from '../support/furnished-account.ts'
import { mixedRows, rowsOfMode } from '../support/rows-of-mode.ts'
import { createTestKey } from '../support/test-key.ts'

type Field = { operation: AnyOperation<never>; part: 'params' | 'query' | 'body'; path: string[] }

/** No test here needs a receiver. */
const nobody = { refusal: () => null, close: () => {} }

let test: TestApp
let sides: Record<Mode, Side>
beforeAll(async () => {
  test = await startTestApp({
    webhookRequests: { ...nobody, send: async () => ({ status: 204, headers: {}, body: Buffer.alloc(0) }) },
  })
  const people = (domain: string) =>
    ['ada', 'ben', 'cy'].map((name) => ({
      ...{ first_name: name, last_name: 'Lovelace', title: 'Founder', role: 'founder' },
      emails: [{ email: `${name}@${domain}`, status: 'verified', type: 'work', is_primary: true }],
    }))
  const stores = ['one.example', 'two.example'].map((domain) => ({ domain, name: domain, contacts: people(domain) }))
  const { database, channelKeys } = test.app
  await importCatalogue(database, { source: readRecords(stores), channelKeys })
  await test.app.start()
  const account = await test.createAccount({ credits: 1_000, requestsPerMinute: 10_000 })
  const { apiKey, testAccountId } = await createTestKey(test, account.accountId)
  sides = {
    live: await furnish(test, 'live', account.apiKey, account.accountId),
    test: await furnish(test, 'test', apiKey, testAccountId),
  }
}, 120_000)
afterAll(() => test.stop())

/** Names of people who work for the account: they are the same in both modes. */
const ofPeople = new Set(['owner_id', 'pack_id'])

function namesIn(): Field[] {
  type Schema = { properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] }
  const all = operations as readonly AnyOperation<never>[]
  const walk = (schema: Schema | undefined, path: string[]): string[][] => [
    ...Object.entries(schema?.properties ?? {}).flatMap(([name, inner]) => [
      ...(/(^|_)ids?$|^(domains?|email|label|cursor)$/.test(name) && !ofPeople.has(name) ? [[...path, name]] : []),
      ...walk(inner, [...path, name]),
    ]),
    ...(schema?.items ? walk(schema.items, [...path, '[]']) : []),
    ...(schema?.anyOf ?? []).flatMap((one) => walk(one, path)),
  ]
  return all.flatMap((operation) =>
    (['params', 'query', 'body'] as const).flatMap((part) =>
      walk(operation.request[part] as Schema | undefined, []).map((path) => ({ operation, part, path })),
    ),
  )
}

const describeField = ({ operation, path }: Field): string => `${operation.id} ${path.join('.')}`

/** What is asked around the name, where the example would not do. */
const around: Record<string, object> = {
  quoteReveal: {},
  createJob: { kind: 'reveal', dry_run: true },
  'createJob search.store.domains': { kind: 'reveal', dry_run: true, max: 10 },
  'createJob search.store.list_id': { kind: 'reveal', dry_run: true, max: 10 },
  'createJob domains': { kind: 'enrich' },
  'createJob add_to_list_id': { kind: 'enrich', domains: ['nobody.example'] },
  'createJob people.[].domain': {
    kind: 'reveal',
    dry_run: true,
    people: [{ first_name: 'Ada', last_name: 'Lovelace' }],
  },
  searchContacts: { limit: 1 },
  searchStores: { limit: 1 },
  exportStores: {},
  exportContacts: {},
  createHubspotRun: { dry_run: true },
  createWatch: {},
  previewNews: {},
  updateWork: { kind: 'contacts', status: 'replied' },
  findWork: { kind: 'contacts' },
  'createWatch add_to_list_id': { saved_search_id: 'own' },
  resendWebhookEvents: {},
  'resendWebhookEvents webhook_id': { since: 0 },
  reportBounces: { bounces: [{ code: '5.1.1' }] },
}

/** The operation as this side, with the name at its place and the side's own names at the others. */
async function ask(side: Side, field: Field, name: string) {
  const { operation, part, path } = field
  const params = (param: string) => (part === 'params' && path[0] === param ? name : side.names[param]!)
  const address = operation.path.replaceAll(/\{(\w+)\}/g, (_, param: string) => encodeURIComponent(params(param)))
  const query = part === 'query' ? `?${new URLSearchParams({ [path[0]!]: name })}` : ''
  const started =
    around[describeField(field)] ?? around[operation.id] ?? (operation.example.request as object | undefined) ?? {}
  const body = JSON.parse(JSON.stringify(started).replaceAll('"own"', JSON.stringify(side.names.saved_search_id)))
  if (part === 'body') place(body, path, name)
  const answer = await test.call(operation.method, `/api/v1${address}${query}`, {
    key: side.key,
    headers: { accept: operation.id.startsWith('export') ? 'text/csv' : 'application/json' },
    ...(operation.method !== 'GET' && { body }),
  })
  const text = answer.text
    .replaceAll(name, 'NAME')
    .replaceAll(/"(\w*id|created_at|updated_at|expires_at|resets_at|doc_url)":"[^"]*"/g, '"$1":"…"')
  return { status: answer.status, text }
}

function place(at: Record<string, unknown>, [name, ...rest]: string[], value: string): void {
  if (rest.length === 0) at[name!] = /s$/.test(name!) ? [value] : value
  else if (rest[0] === '[]') {
    const [first = {}] = (at[name!] as Record<string, unknown>[] | undefined) ?? []
    const item = { ...first }
    place(item, rest.slice(1), value)
    at[name!] = [item]
  } else {
    at[name!] = { ...(at[name!] as object) }
    place(at[name!] as Record<string, unknown>, rest, value)
  }
}

/** A cursor that the operation gave to this side. */
async function cursorOf(side: Side, { operation }: Field): Promise<string> {
  const address = operation.path.replaceAll(/\{(\w+)\}/g, (_, param: string) => encodeURIComponent(side.names[param]!))
  const headers = { accept: 'application/json' }
  const answer =
    operation.method === 'GET'
      ? await test.call('GET', `/api/v1${address}?limit=1`, { key: side.key, headers })
      : await test.call('POST', `/api/v1${address}`, { key: side.key, body: { limit: 1 } })
  expect([operation.id, typeof answer.body.next_cursor]).toEqual([operation.id, 'string'])
  return answer.body.next_cursor
}

async function nameOf(side: Side, field: Field): Promise<string> {
  const last = field.path.at(-1)!
  if (last === 'cursor') return cursorOf(side, field)
  const wantsStores = last === 'list_id' && (field.path[0] === 'store' || field.path[1] === 'store')
  return side.names[wantsStores ? 'store.list_id' : last]!
}

/** Of the same form, and nobody’s. */
const unknownLike = (name: string): string =>
  /^(live|test)-\d$/.test(name)
    ? 'no-such-label'
    : name.includes('@')
      ? 'nobody@nowhere.example'
      : /^[\w-]+(\.[\w-]+)+$/.test(name)
        ? 'nowhere.example'
        : `${name.slice(0, -8)}ZqXjVkWy`

/** What takes any name, and says nothing of what it stands for; what comes of it is tested where the module is. */
const saysNothing: Record<string, string> = {
  'putExclusion entries.[].email':
    'the answer is the same whoever has the address: EXCL-1; MODE-3 tests what it leaves out',
  'putExclusion entries.[].domain': 'likewise',
  'putExclusion label': 'any label is a new list',
  'listStoreChanges cursor': 'no store of the synthetic catalogue has a second page of changes',
  'createJob people.[].email': 'a quote of people is the largest possible cost, whoever they are',
  'createJob people.[].domain': 'likewise',
  'createHubspotExclusion label': 'any label is a new list',
  'createJob domains': 'a job takes any domain; its results are tested by MODE-3',
}

const fields = namesIn().filter((field) => !(describeField(field) in saysNothing))
const directions = [
  ['test', 'live'],
  ['live', 'test'],
] as const

describe.each(directions)(
  'TM3, MODE-5: for a %s key, what the account has in %s mode does not exist',
  (asker, owner) => {
    it('every name in a request is known to this test', () => {
      const unknown = fields.filter(({ path }) => path.at(-1) !== 'cursor' && !(path.at(-1)! in sides[owner].names))
      expect(unknown.map(describeField)).toEqual([])
      expect(fields.length).toBeGreaterThan(80)
      expect(
        Object.keys(saysNothing).filter((name) => !namesIn().some((field) => describeField(field) === name)),
      ).toEqual([])
    })

    it('it is answered as what nobody has, and nothing of the other mode changes', async () => {
      const theirs = new Map<Field, string>()
      for (const field of fields) theirs.set(field, await nameOf(sides[owner], field))
      await forgive(test)
      const before = await rowsOfMode(test.store.database, owner)
      const told: string[] = []
      for (const field of fields) {
        await forgive(test)
        const foreign = theirs.get(field)!
        const unknown = unknownLike(await nameOf(sides[asker], field))
        const [toForeign, toUnknown] = [
          await ask(sides[asker], field, foreign),
          await ask(sides[asker], field, unknown),
        ]
        if (toForeign.status !== toUnknown.status || toForeign.text !== toUnknown.text)
          told.push(
            `${describeField(field)}: ${toForeign.status} ${toForeign.text} | ${toUnknown.status} ${toUnknown.text}`,
          )
      }
      expect(told).toEqual([])
      expect(await rowsOfMode(test.store.database, owner)).toEqual(before)
      expect(await mixedRows(test.store.database)).toEqual([])
    })
  },
)

/** Nothing can be done with what is deleted, so what deletes comes last. */
const deletionsLast = ({ operation: { id } }: Field): number =>
  /^remove/.test(id) ? 1 : /^(deleteWatch|unfollow)/.test(id) ? 2 : /^(delete|disconnect)/.test(id) ? 3 : 0

it.each(['live', 'test'] as const)(
  'MODE-5: the same questions about what is one’s own have another answer in %s mode',
  async (mode) => {
    const same: string[] = []
    for (const field of fields.toSorted((one, other) => deletionsLast(one) - deletionsLast(other))) {
      await forgive(test)
      const own = await nameOf(sides[mode], field)
      const [toOwn, toUnknown] = [await ask(sides[mode], field, own), await ask(sides[mode], field, unknownLike(own))]
      if (toOwn.status === toUnknown.status && toOwn.text === toUnknown.text)
        same.push(`${describeField(field)}: ${toOwn.status} ${toOwn.text}`)
    }
    expect(same).toEqual([])
  },
)

/** They also show jobs and webhooks of test mode, what the node works out in its own time, or one thing that is named. */
const shownOtherwise = /^\/(system|quality)$|\{(?!account_id|table)/
const reports = ['accounts', 'new-accounts', 'revenue', 'credits', 'reveals']

/** What operators see of accounts, money, credits and people. */
async function lookAsOperator(key: string): Promise<Record<string, unknown>> {
  const paths = operatorOperations
    .filter(({ method, path }) => method === 'GET' && !shownOtherwise.test(path))
    .flatMap(({ path }) => (path.includes('{table}') ? reports.map((name) => path.replace('{table}', name)) : [path]))
  const shown: Record<string, unknown> = {}
  for (const path of paths) {
    const address = `/admin/v1${path.replace('{account_id}', sides.live.accountId)}`
    const { status, body } = await test.call('GET', address, { key })
    expect([path, status]).toEqual([path, 200])
    const { request_id: _id, findings: _findings, ...rest } = body
    // What else the machine does is nothing of anybody's.
    if (rest.load) rest.load.machine = 0
    shown[path] = path === '/accounts/{account_id}' ? { ...rest, keys: [], webhooks: [], jobs: [], audit: [] } : rest
  }
  return shown
}

it('MODE-3, BOUNCE-9: what operators see of accounts, money, credits and bounces does not change by work in test mode', async () => {
  const { key } = await createOperatorKey(test.app.database, 'looks', { canOperate: true })
  const before = await lookAsOperator(key)
  expect(Object.keys(before).length).toBeGreaterThan(10)
  await forgive(test)
  const call = (path: string, body: object) => test.call('POST', `/api/v1${path}`, { key: sides.test.key, body })
  const found = await call('/contacts/search', { limit: 100, person: { revealed: false, has_verified_email: true } })
  const contact_ids = found.body.data.map(({ id }: { id: string }) => id)
  expect((await call('/jobs', { kind: 'reveal', contact_ids })).status).toBe(201)
  await test.app.queue.runWaiting()
  const bounces = contact_ids.map((contact_id: string) => ({ contact_id, code: '5.1.1' }))
  expect((await call('/bounces', { bounces })).status).toBe(200)
  await call('/billing/top-up-link', {})
  expect(await lookAsOperator(key)).toEqual(before)
})

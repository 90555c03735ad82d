import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Browser, createBrowser, type ServedApp, startServedApp } from '../../test/support/browser.ts'
import { newContactId, newStoreId } from '../base/ids.ts'
import { sql } from '../base/sql.ts'

let test: ServedApp
let owner: Browser
/** A member of the owner's account. */
let colleague: Browser
/** Of another account. */
let stranger: Browser
let apiKey: string
let planted: string[]

beforeAll(async () => {
  test = await startServedApp()
  ;({ apiKey } = await test.createAccount({ email: 'owner@lists.example' }))
  owner = createBrowser(test)
  await owner.signIn('owner@lists.example')
  colleague = await signInElsewhere('colleague@lists.example')
  await join(colleague, 'colleague@lists.example')
  stranger = await signInElsewhere('stranger@elsewhere.example')
  planted = await test.plantContacts(5)
  await test.reveal(apiKey, planted.slice(0, 2))
})
afterAll(async () => {
  test.expectDescribedReplies()
  await test.stop()
})

async function signInElsewhere(email: string): Promise<Browser> {
  await test.createAccount({ email })
  const browser = createBrowser(test)
  await browser.signIn(email)
  return browser
}

async function join(browser: Browser, email: string): Promise<void> {
  await owner.call('POST', '/app/v1/invitations', { email, role: 'member' })
  const token = /invitations\/(\w+)/.exec(test.mails.at(-1)!.text)![1]
  expect((await browser.call('POST', '/app/v1/invitations/accept', { token })).status).toBe(200)
}

const asKey = (method: string, path: string, body?: unknown, key = apiKey) =>
  test.call(method, `/api/v1${path}`, { key, ...(body !== undefined && { body }) })

const makeList = async (draft: object = {}, browser = owner): Promise<string> => {
  const made = await browser.call('POST', '/api/v1/lists', { name: 'Outreach', kind: 'contacts', ...draft })
  expect(made.status).toBe(201)
  return made.body.id
}

const makeKey = async (scopes: string[]): Promise<string> => {
  const made = await owner.call('POST', '/app/v1/keys', { name: 'Narrow', scopes })
  return made.body.api_key
}

it('LIST-8: a key and a person share a list: both fill it, read it, rename it and delete it', async () => {
  const made = await asKey('POST', '/lists', { name: ' From a key ', kind: 'contacts' })
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({
    object: 'saved_list',
    name: 'From a key',
    kind: 'contacts',
    private: false,
    items: 0,
  })
  const { id } = made.body
  const filled = await owner.call('POST', `/api/v1/lists/${id}/items`, { ids: [planted[0], planted[2]] })
  expect([filled.status, filled.body.items, filled.body.added]).toEqual([200, 2, 2])
  expect((await asKey('GET', `/lists/${id}`)).body).toMatchObject({ id, items: 2 })
  const renamed = await owner.call('PATCH', `/api/v1/lists/${id}`, { name: 'Ours' })
  expect(renamed.body).toMatchObject({ name: 'Ours', items: 2 })
  const left = await asKey('DELETE', `/lists/${id}/items`, { ids: [planted[0], planted[4]] })
  expect([left.body.removed, left.body.items]).toEqual([1, 1])
  expect((await owner.call('DELETE', `/api/v1/lists/${id}`)).body).toMatchObject({
    id,
    object: 'saved_list',
    deleted: true,
  })
  expect((await asKey('GET', `/lists/${id}`)).body.error).toMatchObject({
    code: 'resource_not_found',
    param: 'list_id',
  })
})

it('LIST-8, G2: contacts need not be revealed, each is in a list once, and ids that show nothing are named', async () => {
  const id = await makeList()
  const unknown = newContactId()
  const [optedOut] = await test.plantContacts(1)
  await test.app.database.query(sql`UPDATE contacts SET suppressed = true WHERE contact_id = ${optedOut}`)
  const ids = [planted[3], planted[3], unknown, optedOut]
  const filled = await asKey('POST', `/lists/${id}/items`, { ids })
  expect(filled.body).toMatchObject({ items: 1, added: 1, unavailable_ids: [unknown, optedOut] })
  expect((await asKey('POST', `/lists/${id}/items`, { ids })).body).toMatchObject({ items: 1, added: 0 })
  const wrong = await asKey('POST', `/lists/${id}/items`, { ids: [planted[3], 'nobody'] })
  expect(wrong.body.error).toMatchObject({ code: 'invalid_contact_id', param: 'ids[1]' })
})

it('LIST-8: a list of stores takes ids and pasted domains, and shows the stores', async () => {
  const id = await makeList({ kind: 'stores' })
  const stores = await test.app.database.query<{ id: string; domain: string }>(
    sql`SELECT store_id AS id, domain FROM stores ORDER BY store_id LIMIT 2`,
  )
  const [one, other] = stores
  const unknown = newStoreId()
  const given = [one!.id, `https://www.${other!.domain}/products`, unknown, 'no domain']
  const filled = await asKey('POST', `/lists/${id}/items`, { ids: given })
  expect(filled.body).toMatchObject({ items: 2, unavailable_ids: [unknown, 'no domain'] })
  const items = await asKey('GET', `/lists/${id}/items`)
  expect(items.body.data.map((store: { domain: string }) => store.domain).sort()).toEqual(
    stores.map(({ domain }) => domain).sort(),
  )
  expect(items.body.data[0]).toMatchObject({ object: 'store' })
  expect((await asKey('DELETE', `/lists/${id}/items`, { ids: [other!.domain] })).body.items).toBe(1)
})

it('LIST-9, G6: items are previews until they are revealed, and channels need the right to reveal', async () => {
  const id = await makeList()
  await asKey('POST', `/lists/${id}/items`, { ids: planted })
  const reader = await makeKey(['lists:read'])
  const masked = await asKey('GET', `/lists/${id}/items`, undefined, reader)
  expect(masked.status).toBe(200)
  expect(masked.body.data.map((one: { object: string }) => one.object)).toEqual(Array(5).fill('contact_preview'))
  expect(masked.text).not.toContain('@')
  const whole = await asKey('GET', `/lists/${id}/items`)
  const revealed = whole.body.data.filter((one: { object: string }) => one.object === 'contact')
  expect(revealed.map((one: { id: string }) => one.id).sort()).toEqual(planted.slice(0, 2).sort())
  expect(revealed[0].emails).toHaveLength(1)
  const writer = await makeKey(['lists:write'])
  expect((await asKey('GET', `/lists/${id}/items`, undefined, writer)).body.error.code).toBe('insufficient_scope')
  expect((await asKey('POST', `/lists/${id}/items`, { ids: planted }, reader)).body.error.code).toBe(
    'insufficient_scope',
  )
})

it('LIST-9, LIST-7: pages hold every item once, the latest first, and neither they nor the total hold who opted out', async () => {
  const id = await makeList()
  const many = await test.plantContacts(7)
  for (const one of many) await asKey('POST', `/lists/${id}/items`, { ids: [one] })
  await test.app.database.query(sql`UPDATE contacts SET suppressed = true WHERE contact_id = ${many[2]}`)
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const rest: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page = await asKey('GET', `/lists/${id}/items?limit=2${rest}`)
    expect(page.body.total).toBe(6)
    seen.push(...page.body.data.map((one: { id: string }) => one.id))
    cursor = page.body.next_cursor
  } while (cursor !== null)
  expect(seen).toEqual(many.filter((_, at) => at !== 2).reverse())
  expect((await asKey('GET', `/lists/${id}`)).body.items).toBe(7)
})

it('LIST-20: what is added at once stands in the order given, before what was there', async () => {
  const id = await makeList()
  const many = await test.plantContacts(12)
  const [first, ...rest] = many
  await asKey('POST', `/lists/${id}/items`, { ids: [first] })
  await asKey('POST', `/lists/${id}/items`, { ids: [...rest, first, rest[3]] })
  const page = await asKey('GET', `/lists/${id}/items?limit=5`)
  const next = await asKey('GET', `/lists/${id}/items?limit=20&cursor=${encodeURIComponent(page.body.next_cursor)}`)
  const shown = [...page.body.data, ...next.body.data].map((one: { id: string }) => one.id)
  expect(shown).toEqual([...rest, first])
})

/** What can be done with a list by its id, and how it is answered. */
const tryAll = async (browser: Browser, id: string): Promise<Record<string, string>> => {
  const answers = {
    look: await browser.call('GET', `/api/v1/lists/${id}`),
    add: await browser.call('POST', `/api/v1/lists/${id}/items`, { ids: [planted[0]] }),
    show: await browser.call('GET', `/api/v1/lists/${id}/items`),
    revealed: await browser.call('GET', `/api/v1/contacts/revealed?list_id=${id}`),
    remove: await browser.call('DELETE', `/api/v1/lists/${id}/items`, { ids: [planted[0]] }),
    rename: await browser.call('PATCH', `/api/v1/lists/${id}`, { name: 'Taken over' }),
    delete: await browser.call('DELETE', `/api/v1/lists/${id}`),
  }
  return Object.fromEntries(
    Object.entries(answers).map(([what, { status, body }]) => [what, body.error?.code ?? String(status)]),
  )
}
const listsOf = async (browser: Browser): Promise<{ id: string }[]> =>
  (await browser.call('GET', '/api/v1/lists?limit=100')).body.data
const refusedAll = Object.fromEntries(
  ['look', 'add', 'show', 'revealed', 'remove', 'rename', 'delete'].map((what) => [what, 'resource_not_found']),
)

it('LIST-5, G1: a private list exists for its maker alone, and not for the account’s keys', async () => {
  const id = await makeList({ name: 'Private', private: true })
  expect((await listsOf(colleague)).map((list) => list.id)).not.toContain(id)
  expect(await tryAll(colleague, id)).toEqual(refusedAll)
  expect((await asKey('GET', `/lists/${id}`)).status).toBe(404)
  expect(await listsOf(owner)).toContainEqual(expect.objectContaining({ id, name: 'Private', private: true }))
  const ofKey = await asKey('POST', '/lists', { name: 'Mine', kind: 'contacts', private: true })
  expect(ofKey.body.error).toMatchObject({ code: 'invalid_request', param: 'private' })
})

it('LIST-5, G1: a shared list is everybody’s in the account, but only its maker makes it private', async () => {
  const id = await makeList({ name: 'Shared' })
  const taken = await colleague.call('PATCH', `/api/v1/lists/${id}`, { private: true })
  expect(taken.body.error).toMatchObject({ code: 'invalid_request', param: 'private' })
  expect((await asKey('PATCH', `/lists/${id}`, { private: true })).body.error.param).toBe('private')
  expect((await owner.call('PATCH', `/api/v1/lists/${id}`, { private: true })).body.private).toBe(true)
  expect(await tryAll(colleague, id)).toEqual(refusedAll)
  expect((await owner.call('PATCH', `/api/v1/lists/${id}`, { private: false })).body.private).toBe(false)
  expect(await tryAll(stranger, id)).toEqual(refusedAll)
  expect(Object.values(await tryAll(colleague, id))).toEqual(Array(7).fill('200'))
})

it('LIST-11, FIND-10: revealed contacts are narrowed to a list, to a moment and to words, in pages and spreadsheets', async () => {
  const id = await makeList()
  const [first, second] = planted
  await asKey('POST', `/lists/${id}/items`, { ids: planted.slice(1) })
  const inList = await asKey('GET', `/contacts/revealed?list_id=${id}`)
  expect([inList.body.total, inList.body.data.map((one: { id: string }) => one.id)]).toEqual([1, [second]])
  const since = (moment: string) => asKey('GET', `/contacts/revealed?since=${encodeURIComponent(moment)}`)
  expect((await since('2020-01-01T00:00:00Z')).body.total).toBe(2)
  expect((await since('2100-01-01T00:00:00Z')).body).toMatchObject({ total: 0, data: [] })
  const headers = { accept: 'text/csv' }
  const sheet = await test.call('GET', `/api/v1/contacts/revealed?list_id=${id}`, { key: apiKey, headers })
  expect(sheet.text.trim().split('\r\n')).toHaveLength(2)
  const found = await asKey('GET', '/contacts/revealed/search?words=LOVELACE%20found&limit=1')
  expect([found.body.data.length, found.body.has_more, found.body.total]).toEqual([1, true, null])
  const cursor = encodeURIComponent(found.body.next_cursor)
  const rest = await asKey('GET', `/contacts/revealed/search?words=lovelace%20found&limit=1&cursor=${cursor}`)
  expect(rest.body).toMatchObject({ has_more: false, data: [expect.anything()] })
  expect((await asKey('GET', '/contacts/revealed/search?words=nobody')).body.data).toEqual([])
  expect((await asKey('GET', '/contacts/revealed/search?words=lovelcae')).body.data).toEqual([])
  const meant = await asKey('GET', '/contacts/revealed/search?words=lovelcae&spelling=near&limit=1')
  expect([meant.body.data.length, meant.body.has_more]).toEqual([1, true])
  const next = encodeURIComponent(meant.body.next_cursor)
  expect(
    (await asKey('GET', `/contacts/revealed/search?words=lovelcae&spelling=near&cursor=${next}`)).body.data,
  ).toHaveLength(1)
  const mixed = await asKey('GET', `/contacts/revealed/search?words=lovelcae&cursor=${next}`)
  expect(mixed.body.error.code).toBe('invalid_cursor')
  const owned = await asKey('POST', '/contacts/owned', { contact_ids: [planted[4], first] })
  expect(owned.body.data.map((one: { id: string }) => one.id)).toEqual([first])
})

it('LIST-12: after a lapse people keep their lists and what they revealed, and keys reach none of it', async () => {
  const { apiKey: key, accountId: lapsing } = await test.createAccount({ email: 'lapsing@lists.example' })
  const person = createBrowser(test)
  await person.signIn('lapsing@lists.example')
  await test.reveal(key, [planted[0]])
  const id = await makeList({ name: 'Kept' }, person)
  await person.call('POST', `/api/v1/lists/${id}/items`, { ids: planted })
  await test.app.database.query(sql`UPDATE accounts SET status = 'lapsed' WHERE account_id = ${lapsing}`)
  const paths = [
    '/lists',
    `/lists/${id}`,
    `/contacts/revealed?list_id=${id}`,
    '/contacts/revealed/search?words=a',
    '/saved-searches',
    '/credits/history',
  ]
  for (const path of paths) {
    expect([path, (await person.call('GET', `/api/v1${path}`)).status]).toEqual([path, 200])
    expect([path, (await asKey('GET', path, undefined, key)).body.error?.code]).toEqual([path, 'api_access_required'])
  }
  expect((await person.call('GET', `/api/v1/lists/${id}/items`)).body.error.code).toBe('api_access_required')
  expect((await person.call('POST', '/api/v1/contacts/export', { list_id: id })).body.rows).toBe(1)
  expect((await person.call('DELETE', `/api/v1/lists/${id}`)).status).toBe(200)
})

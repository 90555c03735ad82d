import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, createBrowser, type ServedApp, startServedApp } from '../../test/support/browser.ts'

let test: ServedApp
let owner: Browser
/** A second member of the owner's account. */
let colleague: Browser
/** Of another account. */
let stranger: Browser
let apiKey: string
let revealed: string[]

beforeAll(async () => {
  test = await startServedApp()
  const account = await test.createAccount({ email: 'owner@collections.example' })
  apiKey = account.apiKey
  owner = createBrowser(test)
  await owner.signIn('owner@collections.example')
  colleague = await signInElsewhere('colleague@collections.example')
  await join(colleague, 'colleague@collections.example')
  stranger = await signInElsewhere('stranger@elsewhere.example')
  revealed = await test.plantContacts(3)
  await test.reveal(apiKey, revealed)
})
afterAll(() => test.stop())

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

const makeList = async (name: string, shared = false): Promise<string> =>
  (await owner.call('POST', '/app/v1/lists', { name, shared })).body.list.id

describe('lists', () => {
  it('G2: only revealed contacts get into a list, and each once', async () => {
    const id = await makeList('Outreach')
    const [notRevealed] = await test.plantContacts(1)
    const filled = await owner.call('POST', `/app/v1/lists/${id}/add`, {
      contact_ids: [revealed[0], revealed[1], notRevealed],
    })
    expect(filled.body.list.contacts).toBe(2)
    const again = await owner.call('POST', `/app/v1/lists/${id}/add`, { contact_ids: [revealed[0]] })
    expect(again.body.list.contacts).toBe(2)
    const left = await owner.call('POST', `/app/v1/lists/${id}/remove`, { contact_ids: [revealed[0]] })
    expect(left.body.list.contacts).toBe(1)
  })

  it('the revealed contacts can be narrowed to a list and to words', async () => {
    const id = await makeList('Narrow')
    await owner.call('POST', `/app/v1/lists/${id}/add`, { contact_ids: [revealed[2]] })
    const inList = await owner.call('GET', `/app/v1/revealed?list_id=${id}`)
    expect(inList.body.data.map((contact: { id: string }) => contact.id)).toEqual([revealed[2]])
    expect(inList.body.total).toBe(1)
    const firstPage = await owner.call('GET', '/app/v1/revealed?limit=2')
    expect(firstPage.body).toMatchObject({ total: 3, has_more: true })
    const cursor = encodeURIComponent(firstPage.body.next_cursor)
    expect((await owner.call('GET', `/app/v1/revealed?limit=2&cursor=${cursor}`)).body.total).toBeNull()
    const named = await owner.call('GET', '/app/v1/revealed?words=LOVELACE%20found&limit=2')
    expect(named.body.total).toBeNull()
    expect(named.body.data).toHaveLength(2)
    expect(named.body.has_more).toBe(true)
    const rest = await owner.call(
      'GET',
      `/app/v1/revealed?words=lovelace%20found&limit=2&cursor=${encodeURIComponent(named.body.next_cursor)}`,
    )
    expect(rest.body.data).toHaveLength(1)
    const nobody = await owner.call('GET', '/app/v1/revealed?words=nobody')
    expect(nobody.body.data).toEqual([])
  })

  it('G1: a list can be renamed, shared and deleted by its maker', async () => {
    const id = await makeList('Before')
    const changed = await owner.call('POST', `/app/v1/lists/${id}`, { name: 'After', shared: true })
    expect(changed.body.list).toMatchObject({ name: 'After', shared: true, mine: true, contacts: 0 })
    expect((await owner.call('POST', `/app/v1/lists/${id}/delete`)).status).toBe(200)
    expect((await owner.call('POST', `/app/v1/lists/${id}/delete`)).body.error.code).toBe('resource_not_found')
  })

  /** What can be done with a list by its id, and how it is answered. */
  const tryAll = async (browser: Browser, id: string): Promise<Record<string, string>> => {
    const answers = {
      add: await browser.call('POST', `/app/v1/lists/${id}/add`, { contact_ids: [revealed[0]] }),
      show: await browser.call('GET', `/app/v1/revealed?list_id=${id}`),
      remove: await browser.call('POST', `/app/v1/lists/${id}/remove`, { contact_ids: [revealed[0]] }),
      rename: await browser.call('POST', `/app/v1/lists/${id}`, { name: 'Taken over' }),
      share: await browser.call('POST', `/app/v1/lists/${id}`, { shared: true }),
      delete: await browser.call('POST', `/app/v1/lists/${id}/delete`),
    }
    return Object.fromEntries(
      Object.entries(answers).map(([what, { status, body }]) => [what, body.error?.code ?? String(status)]),
    )
  }
  const listsOf = async (browser: Browser): Promise<{ id: string }[]> =>
    (await browser.call('GET', '/app/v1/lists')).body.data
  const refusedAll = Object.fromEntries(
    ['add', 'show', 'remove', 'rename', 'share', 'delete'].map((what) => [what, 'resource_not_found']),
  )

  it('LIST-5, G1: to another member a private list does not exist', async () => {
    const id = await makeList('Private')
    expect((await listsOf(colleague)).map((list) => list.id)).not.toContain(id)
    expect(await tryAll(colleague, id)).toEqual(refusedAll)
    expect(await listsOf(owner)).toContainEqual(
      expect.objectContaining({ id, name: 'Private', shared: false, contacts: 0 }),
    )
  })

  it('LIST-5, G1: another member sees and fills a shared list, and only its maker renames, unshares or deletes it', async () => {
    const id = await makeList('Shared', true)
    expect(await listsOf(colleague)).toContainEqual(expect.objectContaining({ id, name: 'Shared', mine: false }))
    expect(await tryAll(colleague, id)).toEqual({ ...refusedAll, add: '200', show: '200', remove: '200' })
    await colleague.call('POST', `/app/v1/lists/${id}/add`, { contact_ids: [revealed[1]] })
    expect(await listsOf(owner)).toContainEqual(
      expect.objectContaining({ id, name: 'Shared', shared: true, mine: true, contacts: 1 }),
    )
    await owner.call('POST', `/app/v1/lists/${id}`, { shared: false })
    expect(await tryAll(colleague, id)).toEqual(refusedAll)
  })

  it('G1: to another account a shared list does not exist', async () => {
    const id = await makeList('Ours', true)
    expect(await listsOf(stranger)).toEqual([])
    expect(await tryAll(stranger, id)).toEqual(refusedAll)
  })
})

describe('saved searches', () => {
  it('G3: are kept with their filters and listed by name', async () => {
    const query = { person: { roles_any: ['founder'] }, store: { apps: { any: ['Klaviyo'] } } }
    const saved = await owner.call('POST', '/app/v1/saved-searches', { name: 'Founders', searches: 'contacts', query })
    expect(saved.body.saved_search.query).toEqual(query)
    const listed = await owner.call('GET', '/app/v1/saved-searches')
    expect(listed.body.data).toEqual([saved.body.saved_search])
    const { id } = saved.body.saved_search
    expect((await owner.call('POST', `/app/v1/saved-searches/${id}/delete`)).status).toBe(200)
    expect((await owner.call('GET', '/app/v1/saved-searches')).body.data).toEqual([])
  })

  it('LIST-5, G3: every member sees and may delete those of another, and no other account does', async () => {
    const draft = { name: 'Everybody’s', searches: 'stores', query: { store: { countries: ['US'] } } }
    const { saved_search: saved } = (await owner.call('POST', '/app/v1/saved-searches', draft)).body
    expect((await stranger.call('GET', '/app/v1/saved-searches')).body.data).toEqual([])
    const refused = await stranger.call('POST', `/app/v1/saved-searches/${saved.id}/delete`)
    expect(refused.body.error.code).toBe('resource_not_found')
    expect((await colleague.call('GET', '/app/v1/saved-searches')).body.data).toEqual([saved])
    expect((await colleague.call('POST', `/app/v1/saved-searches/${saved.id}/delete`)).status).toBe(200)
    expect((await owner.call('GET', '/app/v1/saved-searches')).body.data).toEqual([])
  })

  it('LIST-5, G5: only what the search itself would take is kept, and what it would not is named', async () => {
    const save = async (searches: string, query: unknown) => {
      const { status, body } = await owner.call('POST', '/app/v1/saved-searches', { name: 'Kept', searches, query })
      return [status, body.error?.param]
    }
    const ofStores = { contacts: { available: true, roles_any: ['ceo'] }, store: { countries: ['DE'] } }
    expect(await save('stores', ofStores)).toEqual([200, undefined])
    expect(await save('contacts', {})).toEqual([200, undefined])
    expect(await save('contacts', ofStores)).toEqual([400, 'query.contacts'])
    expect(await save('stores', { person: { roles_any: ['ceo'] } })).toEqual([400, 'query.person'])
    expect(await save('contacts', { store: { apps: { any: [7] } } })).toEqual([400, 'query.store.apps.any[0]'])
    expect(await save('contacts', { 'a\0b': 1 })).toEqual([400, 'query.a\0b'])
    expect(await save('contacts', { limit: 10 })).toEqual([400, 'query.limit'])
    expect(await save('contacts', 'everything')).toEqual([400, 'query'])
    const deep = JSON.parse(`${'{"person":'.repeat(2_000)}1${'}'.repeat(2_000)}`)
    expect(await save('contacts', deep)).toEqual([400, 'query.person.person'])
  })
})

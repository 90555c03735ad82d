import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, createBrowser, type ServedApp, startServedApp } from '../../test/support/browser.ts'

let test: ServedApp
let owner: Browser
let apiKey: string
let revealed: string[]

beforeAll(async () => {
  test = await startServedApp()
  const account = await test.createAccount({ email: 'owner@collections.example' })
  apiKey = account.apiKey
  owner = createBrowser(test)
  await owner.signIn('owner@collections.example')
  revealed = await test.plantContacts(3)
  await test.reveal(apiKey, revealed)
})
afterAll(() => test.stop())

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

  it('G4: a name must say something', async () => {
    const refused = await owner.call('POST', '/app/v1/lists', { name: '   ' })
    expect(refused.body.error).toMatchObject({ code: 'invalid_request', param: 'name' })
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
})

it('credits spent are summed by day, door and actor', async () => {
  const history = await owner.call('GET', '/app/v1/credits/history?days=2')
  const today = new Date().toISOString().slice(0, 10)
  expect(history.body.data).toEqual([
    { date: expect.any(String), door: 'api_key', actor: expect.objectContaining({ type: 'api_key' }), spent: 3 },
  ])
  expect(history.body.data[0].date <= today).toBe(true)
})

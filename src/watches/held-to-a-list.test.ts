/** Who sees what a watch told of a list, after the list or the search was changed. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTeam, openWatching } from './watches-fixture.ts'

let stage: Awaited<ReturnType<typeof openWatching>>
beforeAll(async () => {
  stage = await openWatching()
  await stage.importStores([{ domain: 'first.example', apps: ['Baseline'] }])
})
afterAll(() => stage.test.stop())

/** A store as it was so many minutes ago, and what that makes of watches. */
async function tell(domain: string, apps: string[], minutes: number): Promise<void> {
  const observed_at = new Date(Date.now() - minutes * 60_000).toISOString()
  await stage.importStores([{ domain, country: 'DE', apps, observed_at }])
  await stage.judge()
}
const team = () => openTeam(stage.test)

it('WATCH-7, LIST-5, WT5: what a search found while it was held to a list stays with those who see the list, whatever becomes of both', async () => {
  await tell('list-held.example', [], 60)
  const { owner, colleague, events } = await team()
  const list = (await owner('POST', '/lists', { name: 'Ours', kind: 'stores' })).body
  await owner('POST', `/lists/${list.id}/items`, { ids: ['list-held.example'] })
  const query = { store: { list_id: list.id, apps: { any: ['ListHeld'] } } }
  const saved = (await owner('POST', '/saved-searches', { name: 'Held', kind: 'stores', query })).body
  const watch = (await owner('POST', '/watches', { saved_search_id: saved.id })).body
  const theirs = (await colleague('POST', '/watches', { saved_search_id: saved.id })).body
  await tell('list-held.example', ['ListHeld'], 50)
  const shown = async () => (await events()).map(({ data }: { data: unknown[] }) => data.length)
  const matches = async (as: typeof owner, id: string) => {
    const { status, body } = await as('GET', `/watches/${id}/matches`)
    return status === 200 ? [body.total, body.data.length] : status
  }
  expect(await shown()).toEqual([1, 1])
  expect(await matches(colleague, watch.id)).toEqual([1, 1])

  const newTo = async (as: typeof owner, id: string) => {
    const found = (await as('GET', `/watches/${id}`)).body.new_matches
    const listed = (await as('GET', '/watches')).body.data.find((one: { id: string }) => one.id === id)
    expect(listed.new_matches).toBe(found)
    return found
  }
  expect([await newTo(colleague, watch.id), await newTo(owner, watch.id)]).toEqual([1, 1])

  await owner('PATCH', `/lists/${list.id}`, { private: true })
  expect(await shown()).toEqual([0, 0])
  expect(await matches(colleague, watch.id)).toBe(404)
  expect(await matches(owner, watch.id)).toEqual([1, 1])
  // Whoever made a watch was told when the list was theirs to see.
  expect(await matches(colleague, theirs.id)).toEqual([1, 1])

  await owner('PATCH', `/saved-searches/${saved.id}`, { query: { store: { apps: { any: ['ListHeld'] } } } })
  expect(await shown()).toEqual([0, 0])
  expect(await matches(colleague, watch.id)).toEqual([0, 0])
  expect(await matches(owner, watch.id)).toEqual([1, 1])
  // What is new to somebody is what they can see.
  expect([await newTo(colleague, watch.id), await newTo(owner, watch.id)]).toEqual([0, 1])
  await tell('list-held-later.example', ['ListHeld'], 45)
  expect([await newTo(colleague, watch.id), await newTo(owner, watch.id)]).toEqual([1, 2])
  expect((await colleague('POST', `/watches/${watch.id}/visit`, {})).body.new_matches).toBe(0)
  expect([await newTo(colleague, watch.id), await newTo(owner, watch.id)]).toEqual([0, 2])

  await owner('DELETE', `/lists/${list.id}`)
  expect((await shown()).slice(0, 2)).toEqual([0, 0])
  expect(await matches(colleague, watch.id)).toEqual([1, 1])
  expect(await matches(owner, watch.id)).toEqual([2, 2])
})

it('WATCH-7, LIST-5: a private list that is deleted is not named again by the events that it told before', async () => {
  await tell('named-before.example', [], 60)
  const { owner, events } = await team()
  const list = (await owner('POST', '/lists', { name: 'Acquisition', kind: 'stores' })).body
  await owner('POST', `/lists/${list.id}/items`, { ids: ['named-before.example'] })
  await owner('POST', '/watches', { list_id: list.id })
  await tell('named-before.example', ['First'], 50)
  await owner('PATCH', `/lists/${list.id}`, { private: true })
  await owner('DELETE', `/lists/${list.id}`)
  const gone = { list_id: null, name: 'A deleted list', count: 1, data: [], next_cursor: null }
  expect(await events()).toMatchObject([gone])
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { race } from '../../test/support/race.ts'
import { liftSuspension, suspend } from '../accounts/suspension.ts'
import { sql } from '../base/sql.ts'
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

type MatchReply = { store: { domain: string }; changes: { value: string | null }[] }
const team = () => openTeam(stage.test)
const domainsOf = (answer: { body: { data: MatchReply[] } }) => answer.body.data.map(({ store }) => store.domain)

async function watching(query: object) {
  const { apiKey, accountId } = await stage.test.createAccount()
  const saved = await stage.post(apiKey, '/saved-searches', { name: 'News', kind: 'stores', query })
  const watch = await stage.post(apiKey, '/watches', { saved_search_id: saved.id })
  const matches = async (): Promise<MatchReply[]> =>
    (await stage.get(apiKey, `/watches/${watch.id}/matches?limit=100`)).data
  return { apiKey, accountId, watch, matches }
}

it.each([
  ['in another case', 'case.example', { type: 'APP_ADDED' }, [['Straße'], ['STRASSE 2']]],
  ['by its label', 'label.example', { type: 'App added' }, [['Straße'], ['STRASSE 2']]],
  ['with its value in another case', 'value.example', { type: 'app_added', value: ' straße 2 ' }, [['STRASSE 2']]],
])(
  'WATCH-3: a change that the filter names %s is told, and so is each later one',
  async (_how, domain, asked, told) => {
    await tell(domain, [], 50)
    const { matches } = await watching({
      store: { domains: [domain], changes: { any: [{ ...asked, within_days: 30 }] } },
    })
    await tell(domain, ['Straße'], 40)
    await tell(domain, ['Straße', 'STRASSE 2'], 30)
    expect((await matches()).toReversed().map(({ changes }) => changes.map(({ value }) => value))).toEqual(told)
  },
)

it('WATCH-5, WT4: a list that is deleted takes its watch along with its matches, and a watch that adds to it goes on without', async () => {
  const { apiKey, accountId, watch, matches } = await watching({ store: { apps: { any: ['Kept'] } } })
  await tell('left.example', ['Left'], 60)
  const list = await stage.post(apiKey, '/lists', { name: 'Deleted', kind: 'stores' })
  await stage.post(apiKey, `/lists/${list.id}/items`, { ids: ['left.example'] })
  const ofList = await stage.post(apiKey, '/watches', { list_id: list.id })
  const change = { key: apiKey, body: { add_to_list_id: list.id } }
  expect((await stage.test.call('PATCH', `/api/v1/watches/${watch.id}`, change)).body.add_to_list_id).toBe(list.id)
  await tell('left.example', ['Left', 'Kept'], 50)
  expect((await stage.get(apiKey, `/watches/${ofList.id}/matches`)).data).toHaveLength(1)
  await stage.test.call('DELETE', `/api/v1/lists/${list.id}`, { key: apiKey })
  expect((await stage.test.call('GET', `/api/v1/watches/${ofList.id}`, { key: apiKey })).status).toBe(404)
  const kept = await stage.test.store.owner.query<{ watchId: string }>(
    sql`SELECT DISTINCT watch_id AS "watchId" FROM watch_matches WHERE account_id = ${accountId}`,
  )
  expect(kept).toEqual([{ watchId: watch.id }])
  expect((await stage.get(apiKey, `/watches/${watch.id}`)).add_to_list_id).toBeNull()
  await tell('kept.example', ['Kept'], 40)
  expect((await matches()).map(({ store }) => store.domain)).toEqual(['kept.example', 'left.example'])
})

it('WATCH-6: mails that are switched on later begin with what is told from then on', async () => {
  const { apiKey, watch, accountId, matches } = await watching({ store: { apps: { any: ['Quiet'] } } })
  const mailedAfter = async (hours: number) => {
    await stage.test.store.owner.query(sql`
      UPDATE watches SET created_at = created_at - make_interval(hours => ${hours}),
        mailed_at = mailed_at - make_interval(hours => ${hours}) WHERE account_id = ${accountId}`)
    await stage.judge()
    await stage.test.app.queue.runWaiting()
    return stage.test.mails.filter(({ text }) => text.includes(watch.id)).map(({ subject }) => subject)
  }
  await tell('before.example', ['Quiet'], 50)
  expect(await mailedAfter(1_000)).toEqual([])
  await stage.test.call('PATCH', `/api/v1/watches/${watch.id}`, { key: apiKey, body: { mail: 'daily' } })
  expect(await mailedAfter(25)).toEqual([])
  await tell('after.example', ['Quiet'], 40)
  expect(await matches()).toHaveLength(2)
  expect(await mailedAfter(25)).toEqual(['1 new match for “News”'])
})

it('WATCH-1: two who change a watch at once change it both, and news is only added to a list that its maker sees', async () => {
  const { owner, colleague } = await team()
  const query = { store: { apps: { any: ['Changed'] } } }
  const saved = (await owner('POST', '/saved-searches', { name: 'Ours', kind: 'stores', query })).body
  const { id } = (await owner('POST', '/watches', { saved_search_id: saved.id })).body
  const { owner: database } = stage.test.store
  const waiting = async () =>
    (
      await database.query(
        sql`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      )
    ).length
  const { answers } = await database.transaction(async (tx) => {
    await tx.query(sql`SELECT FROM watches WHERE watch_id = ${id} FOR UPDATE`)
    const both = [
      owner('PATCH', `/watches/${id}`, { mail: 'weekly' }),
      colleague('PATCH', `/watches/${id}`, { events: false }),
    ]
    await expect.poll(waiting, { timeout: 30_000 }).toBe(2)
    return { answers: Promise.all(both) }
  })
  expect((await answers).map(({ status }) => status)).toEqual([200, 200])
  expect((await owner('GET', `/watches/${id}`)).body).toMatchObject({ mail: 'weekly', events: false })

  const theirs = (await colleague('POST', '/lists', { name: 'Theirs', kind: 'stores', private: true })).body
  const addTo = (list: object) => colleague('PATCH', `/watches/${id}`, list)
  const refused = await addTo({ add_to_list_id: theirs.id })
  expect([refused.status, refused.body.error.param]).toEqual([400, 'add_to_list_id'])
  await colleague('PATCH', `/lists/${theirs.id}`, { private: false })
  expect((await addTo({ add_to_list_id: theirs.id })).body.add_to_list_id).toBe(theirs.id)
  expect((await addTo({ mail: 'off' })).body.add_to_list_id).toBe(theirs.id)
  expect((await addTo({ add_to_list_id: null })).body.add_to_list_id).toBeNull()
})

it('WATCH-7, LIST-5: what a private list tells is its maker’s own: no event, nothing for others, no name in the audit log', async () => {
  await tell('secret.example', [], 60)
  const { owner, colleague, events, namesInAudit } = await team()
  const { watch_id: watchId, list_id: listId } = (await owner('PUT', '/stores/secret.example/follow', {})).body
  expect((await owner('GET', `/watches/${watchId}`)).body).toMatchObject({ name: 'Followed stores', events: false })
  await tell('secret.example', ['First'], 50)
  const told = async () => domainsOf(await owner('GET', `/watches/${watchId}/matches`))
  expect(await told()).toEqual(['secret.example'])
  expect(await events()).toEqual([])
  for (const [method, path, body] of [
    ['PATCH', `/watches/${watchId}`, { events: true }],
    ['POST', '/watches', { list_id: listId, events: true }],
  ] as const) {
    const { status, body: answer } = await owner(method, path, body)
    expect([status, answer.error.param]).toEqual([400, 'events'])
  }
  const second = (await owner('POST', '/watches', { list_id: listId })).body
  expect(second.events).toBe(false)
  expect((await colleague('GET', '/watches')).body.data).toEqual([])
  expect((await owner('PATCH', `/watches/${second.id}`, { mail: 'daily' })).body.mail).toBe('daily')
  await owner('DELETE', `/watches/${second.id}`)
  expect(await namesInAudit()).toEqual([null, null, null, null])
})

it('WATCH-7, LIST-5: a list that becomes private tells no more events, and those that it told no longer show it', async () => {
  await tell('shared.example', [], 60)
  const { owner, events } = await team()
  const list = (await owner('POST', '/lists', { name: 'Ours', kind: 'stores' })).body
  await owner('POST', `/lists/${list.id}/items`, { ids: ['shared.example'] })
  const watch = (await owner('POST', '/watches', { list_id: list.id })).body
  expect(watch.events).toBe(true)
  await tell('shared.example', ['First'], 50)
  const first = { watch_id: watch.id, list_id: list.id, name: 'Ours', count: 1 }
  expect(await events()).toMatchObject([{ ...first, data: [{ store: { domain: 'shared.example' } }] }])
  await owner('PATCH', `/lists/${list.id}`, { private: true })
  expect((await owner('GET', `/watches/${watch.id}`)).body.events).toBe(false)
  await tell('shared.example', ['First', 'Second'], 40)
  expect(domainsOf(await owner('GET', `/watches/${watch.id}/matches`))).toHaveLength(2)
  const hidden = { list_id: null, name: 'A private list', data: [], next_cursor: null }
  expect(await events()).toMatchObject([{ ...first, ...hidden }])
})

it('WATCH-7, LIST-5: a watch of a saved search that is held to a private list is its maker’s own, too', async () => {
  await tell('held.example', [], 60)
  const { owner, colleague, events, namesInAudit } = await team()
  const list = (await owner('POST', '/lists', { name: 'Mine', kind: 'stores', private: true })).body
  await owner('POST', `/lists/${list.id}/items`, { ids: ['held.example'] })
  const query = { store: { list_id: list.id, apps: { any: ['Held'] } } }
  const saved = (await owner('POST', '/saved-searches', { name: 'Held', kind: 'stores', query })).body
  const watch = (await owner('POST', '/watches', { saved_search_id: saved.id })).body
  expect(watch.events).toBe(false)
  await tell('held.example', ['Held'], 50)
  expect(domainsOf(await owner('GET', `/watches/${watch.id}/matches`))).toEqual(['held.example'])
  expect((await colleague('GET', `/watches/${watch.id}/matches`)).status).toBe(404)
  expect((await colleague('POST', `/watches/${watch.id}/preview`, {})).status).toBe(404)
  expect(await events()).toEqual([])
  expect(await namesInAudit()).toEqual([null])
  // What one of them watches that sees nothing of the list tells nothing of it.
  const theirs = (await colleague('POST', '/watches', { saved_search_id: saved.id })).body
  expect(theirs).toMatchObject({ name: 'Held', events: true })
})

it('OPERATOR-14: a suspended account is told nothing and gets no mail; after it, all that came meanwhile', async () => {
  const { apiKey, accountId, watch, matches } = await watching({ store: { apps: { any: ['Closed'] } } })
  const { database, clock } = stage.test.app
  await stage.test.call('PATCH', `/api/v1/watches/${watch.id}`, { key: apiKey, body: { mail: 'daily' } })
  await tell('told.example', ['Closed'], 50)
  await database.transaction((tx) => suspend(tx, clock, accountId, 'Stolen card'))
  const mailed = async () => {
    await stage.judge()
    await stage.test.app.queue.runWaiting()
    return stage.test.mails.filter(({ text }) => text.includes(watch.id)).map(({ subject }) => subject)
  }
  await stage.test.store.owner.query(sql`
    UPDATE watches SET mailed_at = mailed_at - interval '25 hours' WHERE account_id = ${accountId}`)
  await tell('meanwhile.example', ['Closed'], 40)
  expect(await mailed()).toEqual([])
  await database.transaction((tx) => liftSuspension(tx, accountId))
  expect((await matches()).map(({ store }) => store.domain)).toEqual(['told.example'])
  expect(await mailed()).toEqual(['2 new matches for “News”'])
  expect((await matches()).map(({ store }) => store.domain)).toEqual(['meanwhile.example', 'told.example'])
})

it('WATCH-6: a mail counts only what can still be shown, beyond its lines, too', async () => {
  const { apiKey, accountId, watch } = await watching({ store: { apps: { any: ['Counted'] } } })
  await stage.test.call('PATCH', `/api/v1/watches/${watch.id}`, { key: apiKey, body: { mail: 'daily' } })
  for (const at of [1, 2, 3]) await tell(`counted${at}.example`, ['Counted'], 10 - at)
  const news = Array.from({ length: 12 }, (_, at) => ({ domain: `many${at}.example`, apps: ['Counted'] }))
  await stage.importStores(news)
  await stage.judge()
  await stage.importStores(['counted1', 'many5'].map((name) => ({ domain: `${name}.example`, retired: true })))
  await stage.test.store.owner.query(sql`
    UPDATE watches SET mailed_at = NULL, created_at = created_at - interval '25 hours' WHERE account_id = ${accountId}`)
  await stage.judge()
  await stage.test.app.queue.runWaiting()
  const [mail] = stage.test.mails.filter(({ text }) => text.includes(watch.id))
  expect(mail!.subject).toBe('13 new matches for “News”')
  expect(mail!.text).toContain('And 3 more.')
})

it('EXCL-8: a watch tells nothing of whom the account excludes', async () => {
  const { apiKey, matches } = await watching({ store: { apps: { any: ['Excluding'] } } })
  const body = { entries: [{ domain: 'left-out.example' }] }
  expect((await stage.test.call('PUT', '/api/v1/exclusions/known', { key: apiKey, body })).status).toBe(200)
  await tell('left-out.example', ['Excluding'], 2)
  await tell('told-of.example', ['Excluding'], 2)
  expect((await matches()).map(({ store }) => store.domain)).toEqual(['told-of.example'])
})

it('WATCH-10: a store that is followed while it is added to the same list is in it once, and both calls succeed', async () => {
  await tell('followed-first.example', [], 3)
  await tell('added-twice.example', [], 2)
  const { apiKey } = await stage.test.createAccount()
  const follow = (domain: string) =>
    stage.test.call('PUT', `/api/v1/stores/${domain}/follow`, { key: apiKey, body: {} })
  const { list_id: listId } = (await follow('followed-first.example')).body
  const add = { key: apiKey, body: { ids: ['added-twice.example'] } }
  const counts = await race(stage.test.store, 'store_list_items', [
    () => follow('added-twice.example'),
    () => stage.test.call('POST', `/api/v1/lists/${listId}/items`, add),
  ])
  expect(counts).toEqual({ 200: 2 })
  expect((await stage.get(apiKey, `/lists/${listId}/items`)).data).toHaveLength(2)
})

/** A saved search that is changed while it is watched. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../base/sql.ts'
import { judgeWatches } from './follow-watches.ts'
import { openWatching } from './watches-fixture.ts'

let stage: Awaited<ReturnType<typeof openWatching>>
beforeAll(async () => {
  stage = await openWatching()
  await stage.importStores([{ domain: 'first.example', apps: ['Baseline'] }])
})
afterAll(() => stage.test.stop())

const having = (app: string) => ({ store: { apps: { any: [app] } } })

async function watching(query: object, settings: object = {}) {
  const { apiKey, accountId } = await stage.test.createAccount()
  const saved = await stage.post(apiKey, '/saved-searches', { name: 'News', kind: 'stores', query })
  const watch = await stage.post(apiKey, '/watches', { saved_search_id: saved.id, ...settings })
  const change = (body: object) => stage.test.call('PATCH', `/api/v1/saved-searches/${saved.id}`, { key: apiKey, body })
  type Match = { store: { domain: string } | null }
  const told = async (): Promise<(string | undefined)[]> =>
    (await stage.get(apiKey, `/watches/${watch.id}/matches`)).data.map(({ store }: Match) => store?.domain).toSorted()
  return { apiKey, accountId, saved, watch, change, told }
}

/** Waits until the node would find a store. */
async function indexed(query: ReturnType<typeof having>): Promise<void> {
  const page = { query, after: null, limit: 1, asOf: Date.now(), overlays: [], listed: [] }
  const find = () => stage.test.app.searchIndex.reader().searchStores(page).ids.length
  await expect.poll(find, { timeout: 60_000 }).toBe(1)
}

it('WATCH-5, WT2: what the first import after the change brings is reported, what the search found at the change is not', async () => {
  await stage.importStores([
    { domain: 'left.example', apps: ['Left'] },
    { domain: 'right.example', apps: ['Right'] },
  ])
  await stage.judge()
  const { change, told } = await watching(having('Left'))
  expect((await change({ query: having('Right') })).status).toBe(200)
  await stage.importStores([
    { domain: 'right.example', apps: ['Right'], country: 'FR' },
    { domain: 'new.example', apps: ['Right'] },
  ])
  await stage.judge()
  expect(await told()).toEqual(['new.example'])
})

it('WATCH-5: another name changes nothing of what is known, also with the same search', async () => {
  const { change, told } = await watching(having('Named'))
  await stage.importStores([{ domain: 'named.example', apps: ['Named'] }])
  expect((await change({ name: 'Other' })).body.name).toBe('Other')
  expect((await change({ name: 'Third', query: having('Named') })).body.name).toBe('Third')
  await stage.judge()
  expect(await told()).toEqual(['named.example'])
})

it('WATCH-5: what came before the change is reported as the search was, also if nobody had judged it', async () => {
  const { change, told } = await watching(having('Before'))
  await stage.test.app.database.transaction(async (tx) => {
    // The node does not judge until the search is about to be changed.
    await tx.query(sql`SELECT FROM watches FOR NO KEY UPDATE`)
    await stage.importStores([{ domain: 'before.example', apps: ['Before', 'After'] }])
    await indexed(having('Before'))
  })
  expect((await change({ query: having('After') })).status).toBe(200)
  await stage.judge()
  expect(await told()).toEqual(['before.example'])
})

it('WATCH-1, WATCH-5: a search that finds too much for its watch is refused, which changes nothing', async () => {
  const { change, told, saved, apiKey } = await watching(having('Narrow'))
  const { searchIndex } = stage.test.app
  const real = searchIndex.reader
  const crowd = (after: number | null, limit: number) => ({
    ids: Array.from({ length: limit }, (_, at) => `st_${after ?? 0}_${at}`),
    nextAfter: () => (after === 100 ? null : (after ?? 0) + 1),
  })
  type Page = { after: number | null; limit: number }
  searchIndex.reader = () => ({ ...real(), searchStores: ({ after, limit }: Page) => crowd(after, limit) }) as never
  const refused = await change({ name: 'Broad', query: having('Broad') })
  searchIndex.reader = real
  const { code, param, message } = refused.body.error
  expect([refused.status, code, param]).toEqual([409, 'watch_too_broad', 'query'])
  expect(message).toContain('100000')
  expect(await stage.get(apiKey, `/saved-searches/${saved.id}`)).toMatchObject({
    name: 'News',
    query: having('Narrow'),
  })
  await stage.importStores([{ domain: 'narrow.example', apps: ['Narrow'] }])
  await stage.judge()
  expect(await told()).toEqual(['narrow.example'])
})

it('WATCH-5: a change waits for a watch that is being judged, and gives up before the caller does', async () => {
  const { change, saved, apiKey } = await watching(having('Held'))
  const { changing } = await stage.test.store.owner.transaction(async (tx) => {
    await tx.query(sql`SELECT FROM watches WHERE saved_search_id = ${saved.id} FOR UPDATE`)
    const asked = performance.now()
    expect((await change({ query: having('Never') })).status).toBe(503)
    // Longer than an index may be behind an import.
    expect(performance.now() - asked).toBeGreaterThan(5_000)
    expect((await stage.get(apiKey, `/saved-searches/${saved.id}`)).query).toEqual(having('Held'))
    return { changing: change({ query: having('Then') }) }
  })
  expect((await changing).body.query).toEqual(having('Then'))
})

it('WATCH-5: a watch that is made while its search changes begins with what the changed search finds', async () => {
  await stage.importStores([{ domain: 'made.example', apps: ['Made'] }])
  await stage.judge()
  const { apiKey, accountId } = await stage.test.createAccount()
  const saved = await stage.post(apiKey, '/saved-searches', { name: 'Moving', kind: 'stores', query: having('Former') })
  const { made } = await stage.test.store.owner.transaction(async (tx) => {
    await tx.query(sql`
      UPDATE saved_searches SET query = ${JSON.stringify(having('Made'))}::jsonb WHERE account_id = ${accountId}`)
    const made = stage.post(apiKey, '/watches', { saved_search_id: saved.id })
    const waiting = () =>
      stage.test.store.owner.query(
        sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
    await expect.poll(waiting, { timeout: 30_000, interval: 10 }).not.toEqual([])
    return { made }
  })
  const { id } = await made
  await stage.importStores([
    { domain: 'made.example', apps: ['Made'], country: 'FR' },
    { domain: 'made-later.example', apps: ['Made'] },
  ])
  await stage.judge()
  const { data } = await stage.get(apiKey, `/watches/${id}/matches`)
  expect(data.map(({ store }: { store: { domain: string } }) => store.domain)).toEqual(['made-later.example'])
})

it('WATCH-14: judging does not wait for somebody who changes or deletes the list that news is added to', async () => {
  const { saved, apiKey } = await watching(having('Filling'))
  const list = await stage.post(apiKey, '/lists', { name: 'Target', kind: 'stores' })
  const watch = await stage.post(apiKey, '/watches', { saved_search_id: saved.id, add_to_list_id: list.id })
  await stage.test.store.owner.transaction(async (tx) => {
    await tx.query(sql`SELECT FROM contact_lists WHERE list_id = ${list.id} FOR UPDATE`)
    await stage.importStores([{ domain: 'filling.example', apps: ['Filling'] }])
    await indexed(having('Filling'))
    await judgeWatches(stage.test.app)
    await tx.query(sql`DELETE FROM contact_lists WHERE list_id = ${list.id}`)
  })
  await stage.judge()
  expect((await stage.get(apiKey, `/watches/${watch.id}/matches`)).data).toHaveLength(1)
})

it('WATCH-4, WATCH-5: a search that finds people now adds none of them to a list of stores', async () => {
  const { change, told, watch, apiKey } = await watching(having('Kinds'))
  const list = await stage.post(apiKey, '/lists', { name: 'Stores', kind: 'stores' })
  const target = { key: apiKey, body: { add_to_list_id: list.id } }
  expect((await stage.test.call('PATCH', `/api/v1/watches/${watch.id}`, target)).status).toBe(200)
  expect((await change({ kind: 'contacts', query: having('Kinds') })).status).toBe(200)
  const email = { email: 'ada@kinds.example', status: 'verified', type: 'work', is_primary: true } as const
  const contacts = [{ source_id: 'kinds', full_name: 'Ada Kinds', title: 'Founder', emails: [email] }]
  await stage.importStores([{ domain: 'kinds.example', apps: ['Kinds'], contacts }])
  await stage.judge()
  expect(await told()).toHaveLength(1)
  expect((await stage.get(apiKey, `/lists/${list.id}`)).items).toBe(0)
})

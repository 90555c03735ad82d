import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../base/sql.ts'
import type { ImportedStore } from '../catalog/import-record.ts'
import { suppress } from '../catalog/suppressions.ts'
import { openWatching } from './watches-fixture.ts'

let stage: Awaited<ReturnType<typeof openWatching>>
beforeAll(async () => {
  stage = await openWatching()
  await stage.importStores([{ domain: 'first.example', apps: ['Baseline'] }])
})
afterAll(() => stage.test.stop())

const store = (domain: string, more: Partial<ImportedStore> = {}): ImportedStore => ({
  domain,
  country: 'DE',
  contacts: [
    {
      source_id: domain,
      full_name: `Ada ${domain}`,
      title: 'Founder',
      emails: [{ email: `ada@${domain}`, status: 'verified', type: 'work', is_primary: true }],
    },
  ],
  ...more,
})
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
type MatchReply = {
  contact: { store: { domain: string } } | null
  store: { domain: string } | null
  changes: { type: string; value: string | null }[]
  new: boolean
}
const domainOf = ({ contact, store: found }: MatchReply) => contact?.store.domain ?? found?.domain

async function watching(query: object, kind = 'contacts', settings: object = {}) {
  const { apiKey, accountId } = await stage.test.createAccount({ credits: 10 })
  const saved = await stage.post(apiKey, '/saved-searches', { name: 'News', kind, query })
  const watch = await stage.post(apiKey, '/watches', { saved_search_id: saved.id, ...settings })
  const matches = async (): Promise<MatchReply[]> =>
    (await stage.get(apiKey, `/watches/${watch.id}/matches?limit=100`)).data
  const events = async () => (await stage.get(apiKey, '/events?types=watch.matched&limit=100')).data
  return { apiKey, accountId, saved, watch, matches, events }
}

it('WATCH-1, WATCH-2, WT2: who matches already is not told; who begins to match is told once, as a match and as an event with previews', async () => {
  await stage.importStores([store('known.example', { apps: ['Chat'] }), store('later.example')])
  await stage.judge()
  const { apiKey, watch, matches, events } = await watching({ store: { apps: { any: ['Chat'] } } })
  expect(watch).toMatchObject({
    object: 'watch',
    name: 'News',
    kind: 'contacts',
    mail: 'off',
    events: true,
    new_matches: 0,
  })
  await stage.importStores([
    store('known.example', { apps: ['Chat'], traffic_tier: '1m_5m' }),
    store('later.example', { apps: ['Chat'] }),
    store('new.example', { apps: ['Chat'] }),
  ])
  await stage.judge()
  expect((await matches()).map(domainOf).sort()).toEqual(['later.example', 'new.example'])
  await stage.importStores([store('later.example', { apps: ['Chat'], country: 'FR' })])
  await stage.judge()
  expect(await matches()).toHaveLength(2)
  const told = await events()
  expect(told).toHaveLength(1)
  expect(told[0].data).toMatchObject({
    watch_id: watch.id,
    name: 'News',
    kind: 'contacts',
    count: 2,
    last_match: 2,
    next_cursor: null,
  })
  expect(told[0].data.data.map(domainOf).sort()).toEqual(['later.example', 'new.example'])
  expect(JSON.stringify(told)).not.toContain('@')
  expect((await stage.get(apiKey, `/watches/${watch.id}`)).new_matches).toBe(2)
  const areNew = async () => (await matches()).map((match) => match.new)
  expect(await areNew()).toEqual([true, true])
  expect((await stage.post(apiKey, `/watches/${watch.id}/visit`, {})).new_matches).toBe(0)
  expect(await areNew()).toEqual([false, false])
  await suppress(stage.test.app.database, stage.test.app.channelKeys, { email: 'ada@new.example' })
  expect((await matches()).map(domainOf)).toEqual(['later.example'])
  expect((await events())[0].data.data.map(domainOf)).toEqual(['later.example'])
})

it('WATCH-2: an event carries 100 previews at most, and a cursor that goes on after them', async () => {
  const { apiKey, watch, events } = await watching({ store: { apps: { any: ['Crowd'] } } })
  const contacts = Array.from({ length: 103 }, (_, at) => ({
    source_id: `crowd-${at}`,
    full_name: `Ada Crowd${at}`,
    emails: [{ email: `ada${at}@crowd.example`, status: 'verified' as const }],
  }))
  await stage.importStores([store('crowd.example', { apps: ['Crowd'], contacts })])
  await stage.judge()
  const [{ data: told }] = await events()
  expect([told.count, told.data.length]).toEqual([103, 100])
  const rest = await stage.get(apiKey, `/watches/${watch.id}/matches?cursor=${encodeURIComponent(told.next_cursor)}`)
  const idsOf = (found: { contact: { id: string } }[]) => found.map(({ contact }) => contact.id)
  expect(new Set([...idsOf(told.data), ...idsOf(rest.data)]).size).toBe(103)
  expect(rest.data).toHaveLength(3)
})

it('WATCH-3: with a filter by changes, a store is told again for each later change that the filter asks for, and for no other', async () => {
  await stage.importStores([store('shop.example', { apps: [], observed_at: ago(50) })])
  const { matches } = await watching(
    { store: { changes: { any: [{ type: 'app_added', within_days: 30 }] } } },
    'stores',
  )
  await stage.importStores([store('shop.example', { apps: ['One'], observed_at: ago(40) })])
  await stage.judge()
  await stage.importStores([
    store('shop.example', { apps: ['One'], country: 'FR', ads_active: true, observed_at: ago(30) }),
  ])
  await stage.judge()
  await stage.importStores([store('shop.example', { apps: ['One', 'Two'], observed_at: ago(20) })])
  await stage.judge()
  await stage.judge()
  const told = (await matches()).toReversed().map(({ changes }) => changes.map(({ value }) => value))
  expect(told).toEqual([['One'], ['Two']])
})

it('WATCH-4: a list tells the changes of its stores since it is watched, and a store that is followed later from then on', async () => {
  await stage.importStores([
    store('a.example', { apps: ['Old'], observed_at: ago(60) }),
    store('b.example', { apps: ['Old'], observed_at: ago(60) }),
  ])
  const { apiKey } = await stage.test.createAccount({ credits: 10 })
  const list = await stage.post(apiKey, '/lists', { name: 'Followed', kind: 'stores' })
  await stage.importStores([store('a.example', { apps: ['Old', 'Earlier'], observed_at: ago(55) })])
  await stage.post(apiKey, `/lists/${list.id}/items`, { ids: ['a.example'] })
  const target = await stage.post(apiKey, '/lists', { name: 'Found', kind: 'stores' })
  const watch = await stage.post(apiKey, '/watches', { list_id: list.id, add_to_list_id: target.id })
  await stage.importStores([
    store('a.example', { apps: ['Old', 'Earlier', 'New'], observed_at: ago(50) }),
    store('b.example', { apps: ['Old', 'New'], observed_at: ago(50) }),
  ])
  await stage.judge()
  await stage.post(apiKey, `/lists/${list.id}/items`, { ids: ['b.example'] })
  await stage.importStores([store('b.example', { apps: ['Old', 'New', 'Newer'], observed_at: ago(40) })])
  await stage.judge()
  const { data } = await stage.get(apiKey, `/watches/${watch.id}/matches`)
  expect(data.toReversed().map((one: MatchReply) => [domainOf(one), one.changes.map(({ value }) => value)])).toEqual([
    ['a.example', ['New']],
    ['b.example', ['Newer']],
  ])
  expect((await stage.get(apiKey, `/lists/${target.id}`)).items).toBe(2)
  const preview = await stage.post(apiKey, `/watches/${watch.id}/preview`, {})
  expect([preview.days, preview.total]).toEqual([30, 2])
})

it('WATCH-5: a search that was changed starts over, and one that is deleted takes its watch along', async () => {
  await stage.importStores([store('one.example', { apps: ['Left'] }), store('two.example', { apps: ['Right'] })])
  await stage.judge()
  const { apiKey, saved, watch, matches } = await watching({ store: { apps: { any: ['Left'] } } })
  const query = { store: { apps: { any: ['Right'] } } }
  await stage.test.call('PATCH', `/api/v1/saved-searches/${saved.id}`, {
    key: apiKey,
    body: { kind: 'contacts', query },
  })
  await stage.importStores([store('two.example', { apps: ['Right'], country: 'FR' })])
  await stage.judge()
  expect(await matches()).toEqual([])
  await stage.importStores([store('three.example', { apps: ['Right'] })])
  await stage.judge()
  expect((await matches()).map(domainOf)).toEqual(['three.example'])
  await stage.test.call('DELETE', `/api/v1/saved-searches/${saved.id}`, { key: apiKey })
  expect((await stage.test.call('GET', `/api/v1/watches/${watch.id}`, { key: apiKey })).status).toBe(404)
})

it('WATCH-6: news is mailed once a day or once a week at most, and never twice', async () => {
  await stage.judge()
  const { matches, watch, accountId } = await watching({ store: { apps: { any: ['Mailed'] } } }, 'stores', {
    mail: 'daily',
  })
  await stage.importStores([store('mailed.example', { apps: ['Mailed'] })])
  await stage.judge()
  expect(await matches()).toHaveLength(1)
  const mails = () => stage.test.mails.filter(({ subject }) => subject.includes('“News”'))
  const send = async () => {
    await Promise.all([stage.judge(), stage.judge()])
    await stage.test.app.queue.runWaiting()
  }
  await send()
  expect(mails()).toHaveLength(0)
  await stage.test.store.owner.query(sql`
    UPDATE watches SET created_at = created_at - interval '25 hours', mailed_at = mailed_at - interval '25 hours'
    WHERE account_id = ${accountId}`)
  await send()
  await send()
  expect(mails()).toHaveLength(1)
  expect(mails()[0]!.text).toContain('mailed.example')
  expect(mails()[0]!.text).toContain(watch.id)
})

it('WATCH-7: what can’t be watched is refused, to others a watch does not exist, and a plan has a number of them', async () => {
  const { apiKey, watch, saved } = await watching({ store: { countries: ['DE'] } })
  const { apiKey: other } = await stage.test.createAccount()
  expect((await stage.test.call('GET', `/api/v1/watches/${watch.id}/matches`, { key: other })).status).toBe(404)
  const refused = async (body: object) => {
    const answer = await stage.test.call('POST', '/api/v1/watches', { key: apiKey, body })
    return [answer.status, answer.body.error.code, answer.body.error.param]
  }
  expect(await refused({})).toEqual([400, 'invalid_request', 'saved_search_id'])
  const both = { saved_search_id: saved.id, list_id: 'lst_none' }
  expect(await refused(both)).toEqual([400, 'invalid_request', 'list_id'])
  expect(await refused({ saved_search_id: 'sea_none' })).toEqual([404, 'resource_not_found', 'saved_search_id'])
  expect(await refused({ list_id: 'lst_none' })).toEqual([404, 'resource_not_found', 'list_id'])
  const list = await stage.post(apiKey, '/lists', { name: 'Stores', kind: 'stores' })
  expect(await refused({ saved_search_id: saved.id, add_to_list_id: list.id })).toEqual([
    400,
    'invalid_request',
    'add_to_list_id',
  ])
  const changed = await stage.test.call('PATCH', `/api/v1/watches/${watch.id}`, {
    key: apiKey,
    body: { mail: 'weekly', events: false },
  })
  expect(changed.body).toMatchObject({ mail: 'weekly', events: false })
  for (let made = 1; made < 25; made += 1) await stage.post(apiKey, '/watches', { list_id: list.id })
  expect((await refused({ list_id: list.id }))[1]).toBe('too_many_watches')
  expect((await stage.get(apiKey, '/watches')).total).toBe(25)
  const gone = await stage.test.call('DELETE', `/api/v1/watches/${watch.id}`, { key: apiKey })
  expect(gone.body).toMatchObject({ id: watch.id, deleted: true })
})

it('WATCH-9: a preview says what the last 30 days would have told, before anything is saved', async () => {
  await stage.importStores([
    store('lately.example', { apps: ['Previewed'] }),
    store('earlier.example', { apps: ['Previewed'], observed_at: ago(60 * 24 * 60) }),
  ])
  await stage.judge()
  const { apiKey } = await stage.test.createAccount()
  const search = { kind: 'stores', query: { store: { apps: { any: ['Previewed'] } } } }
  const preview = await stage.post(apiKey, '/watches/preview', { search })
  expect([preview.object, preview.days, preview.total]).toEqual(['watch_preview', 30, 1])
  expect(preview.data.map(domainOf)).toEqual(['lately.example'])
  const ofPeople = await stage.post(apiKey, '/watches/preview', { search: { ...search, kind: 'contacts' } })
  expect(ofPeople.data.map(domainOf)).toEqual(['lately.example'])
  const saved = await stage.post(apiKey, '/saved-searches', { name: 'Same', ...search })
  const ofSaved = await stage.post(apiKey, '/watches/preview', { saved_search_id: saved.id })
  expect(ofSaved.data.map(domainOf)).toEqual(['lately.example'])
  expect((await stage.get(apiKey, '/watches')).total).toBe(0)
  const refused = await stage.test.call('POST', '/api/v1/watches/preview', {
    key: apiKey,
    body: { search, saved_search_id: saved.id },
  })
  expect([refused.status, refused.body.error.param]).toEqual([400, 'search'])
})

it('WATCH-10: following a store makes the list and its watch, and tells what changes there until it is followed no more', async () => {
  await stage.importStores([store('followed.example', { apps: ['Old'], observed_at: ago(60) })])
  await stage.importStores([store('followed.example', { apps: ['Old', 'Before'], observed_at: ago(55) })])
  const { apiKey } = await stage.test.createAccount()
  const follow = (method: string, domain = 'followed.example') =>
    stage.test.call(method, `/api/v1/stores/${domain}/follow`, { key: apiKey, ...(method === 'PUT' && { body: {} }) })
  expect((await follow('GET')).body).toMatchObject({ followed: false, watch_id: null, list_id: null })
  const { body: first } = await follow('PUT')
  expect(first).toMatchObject({ object: 'store_follow', followed: true, watch_id: expect.stringMatching(/^wat_/) })
  expect((await follow('PUT')).body).toMatchObject({ watch_id: first.watch_id, list_id: first.list_id })
  expect((await follow('PUT', 'nowhere.example')).body.error.code).toBe('store_not_found')
  expect((await stage.get(apiKey, '/watches')).data.map(({ name }: { name: string }) => name)).toEqual([
    'Followed stores',
  ])
  await stage.importStores([store('followed.example', { apps: ['Old', 'Before', 'New'], observed_at: ago(50) })])
  await stage.judge()
  const told = async () =>
    (await stage.get(apiKey, `/watches/${first.watch_id}/matches`)).data.map((one: MatchReply) => [
      domainOf(one),
      one.changes.map(({ value }) => value),
    ])
  expect(await told()).toEqual([['followed.example', ['New']]])
  expect((await follow('DELETE')).body).toMatchObject({ followed: false, watch_id: first.watch_id })
  expect((await follow('GET')).body.followed).toBe(false)
  await stage.importStores([
    store('followed.example', { apps: ['Old', 'Before', 'New', 'Late'], observed_at: ago(40) }),
  ])
  await stage.judge()
  expect(await told()).toHaveLength(1)
})

it('WATCH-11: the audit log says who began, changed and ended a watch', async () => {
  const { apiKey, accountId, watch } = await watching({ store: { countries: ['DE'] } })
  await stage.test.call('PATCH', `/api/v1/watches/${watch.id}`, { key: apiKey, body: { mail: 'weekly' } })
  await stage.test.call('DELETE', `/api/v1/watches/${watch.id}`, { key: apiKey })
  const entries = await stage.test.store.owner.query(sql`
    SELECT action, target_name AS name, details FROM audit_entries
    WHERE account_id = ${accountId} AND target_id = ${watch.id} ORDER BY created_at, action DESC`)
  expect(entries).toEqual([
    { action: 'watch.created', name: 'News', details: { mail: 'off' } },
    { action: 'watch.changed', name: 'News', details: { mail: 'weekly', mail_before: 'off' } },
    { action: 'watch.deleted', name: 'News', details: {} },
  ])
})

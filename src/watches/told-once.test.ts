import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cases } from '../../test/support/seed.ts'
import { type App, createApp } from '../app.ts'
import { createLog } from '../base/log.ts'
import { sql } from '../base/sql.ts'
import type { ImportedStore } from '../catalog/import-record.ts'
import { openWatching } from './watches-fixture.ts'

let stage: Awaited<ReturnType<typeof openWatching>>
let second: App
beforeAll(async () => {
  stage = await openWatching()
  const { database, publicUrl } = stage.test.app
  second = createApp({ database, secrets: stage.test.secrets, publicUrl, log: createLog('silent') })
  await second.start()
  await stage.importStores([{ domain: 'first.example' }])
})
afterAll(async () => {
  await second.stop()
  await stage.test.stop()
})

/** A few stores, each with or without the app that is watched for, and with or without another detail. */
const state = fc.record({ at: fc.nat(7), has: fc.boolean(), country: fc.constantFrom('DE', 'FR') })
type State = { at: number; has: boolean; country: string }
/** As many imports as the watches of the story live through; `npm run long -- watches` makes it a thousand. */
const importsOfStory = cases(8)
const steps = fc.array(
  fc.record({
    stores: fc.uniqueArray(state, { selector: ({ at }) => at, minLength: 1, maxLength: 6 }),
    judges: fc.constantFrom(0, 1, 2, 3),
    dies: fc.boolean(),
  }),
  { minLength: importsOfStory, maxLength: importsOfStory },
)

/** What the catalogue holds, and who may and who must have been told. */
function startModel(before: readonly State[]) {
  const held = new Map(before.map(({ at, has }) => [at, has]))
  const baseline = new Set(before.filter(({ has }) => has).map(({ at }) => at))
  const ever = new Set<number>()
  return {
    ever,
    stores: () => [...held.keys()],
    now: () => [...held].flatMap(([at, has]) => (has && !baseline.has(at) ? [at] : [])),
    take(stores: readonly State[]) {
      for (const { at, has } of stores) {
        if (has && !baseline.has(at)) ever.add(at)
        held.set(at, has)
      }
    },
  }
}

let runs = 0
it('WATCH-8, WT1, WT3: whatever is imported, and whichever node judges or dies, each match is reported exactly once', async () => {
  const property = fc.asyncProperty(
    fc.uniqueArray(state, { selector: ({ at }) => at, minLength: 1, maxLength: 4 }),
    steps,
    async (before, story) => {
      runs += 1
      const app = `App${runs}`
      let minute = 0
      const toStore = ({ at, has, country }: State): ImportedStore => ({
        domain: `s${at}-${runs}.example`,
        apps: has ? [app] : ['Other'],
        country,
        observed_at: new Date(Date.now() - (600 + importsOfStory - minute) * 60_000).toISOString(),
        contacts: [
          {
            source_id: String(at),
            full_name: `Person ${at}`,
            emails: [{ email: `p${at}@s${at}-${runs}.example`, status: 'verified', type: 'work', is_primary: true }],
          },
        ],
      })
      await stage.importStores(before.map(toStore))
      await stage.judge()
      const { apiKey } = await stage.test.createAccount({ requestsPerMinute: 10_000 })
      const watch = async (kind: string, store: object) => {
        const saved = await stage.post(apiKey, '/saved-searches', { name: app, kind, query: { store } })
        return stage.post(apiKey, '/watches', { saved_search_id: saved.id })
      }
      const people = await watch('contacts', { apps: { any: [app] } })
      const changes = await watch('stores', { changes: { any: [{ type: 'app_added', value: app, within_days: 30 }] } })
      const model = startModel(before)
      for (const { stores, judges, dies } of story) {
        minute += 1
        await stage.importStores(stores.map(toStore))
        model.take(stores)
        if (dies) await dying(() => stage.judge())
        await Promise.all([...(judges & 1 ? [stage.judge()] : []), ...(judges & 2 ? [stage.judge(second)] : [])])
      }
      await Promise.all([stage.judge(), stage.judge(second)])
      const told = (await matchesOf(apiKey, people.id)).map(({ at }) => at)
      expect(new Set(told).size).toBe(told.length)
      for (const at of told) expect(model.ever.has(at)).toBe(true)
      expect(told).toEqual(expect.arrayContaining(model.now()))
      const ofChanges = await matchesOf(apiKey, changes.id)
      const additions = ofChanges.flatMap(({ at, observed }) => observed.map((when) => `${at} ${when}`))
      expect(new Set(additions).size).toBe(additions.length)
      expect(additions.sort()).toEqual((await additionsRecorded(apiKey, model.stores())).sort())
      const events = await eventsOf(apiKey)
      for (const [id, count] of [
        [people.id, told.length],
        [changes.id, ofChanges.length],
      ]) {
        const ofWatch = events.filter(({ data }) => data.watch_id === id)
        expect(ofWatch.reduce((sum, { data }) => sum + data.count, 0)).toBe(count)
      }
    },
  )
  await fc.assert(property, { numRuns: 1, endOnFailure: true })
})

type Match = {
  contact: { store: { domain: string } } | null
  store: { domain: string } | null
  changes: { observed_at: string }[]
}

/** Which store each match is of, and when the changes were observed that it is told for. */
async function matchesOf(apiKey: string, watchId: string): Promise<{ at: number; observed: string[] }[]> {
  const matches = await readAll<Match>(apiKey, `/watches/${watchId}/matches`)
  return matches.map(({ contact, store, changes }) => ({
    at: Number(/^s(\d)/.exec((contact?.store ?? store)!.domain)![1]),
    observed: changes.map(({ observed_at }) => observed_at),
  }))
}

/** When the app was added to each store, as the catalogue has recorded it. */
async function additionsRecorded(apiKey: string, stores: readonly number[]): Promise<string[]> {
  const all = await Promise.all(
    stores.map(async (at) => {
      const changes = await readAll<Change>(apiKey, `/stores/s${at}-${runs}.example/changes`)
      const added = changes.filter(({ type, value }) => type === 'app_added' && value === `App${runs}`)
      return added.map(({ observed_at }) => `${at} ${observed_at}`)
    }),
  )
  return all.flat()
}
type Change = { type: string; value: string | null; observed_at: string }

/** All pages of a list. */
async function readAll<Item>(apiKey: string, path: string): Promise<Item[]> {
  const read: Item[] = []
  for (let cursor = ''; ; ) {
    const { data, total, next_cursor: next } = await stage.get(apiKey, `${path}?limit=100${cursor}`)
    read.push(...data)
    if (next === null) {
      expect(read).toHaveLength(total)
      return read
    }
    cursor = `&cursor=${encodeURIComponent(next)}`
  }
}

type MatchEvent = { data: { watch_id: string; count: number } }

async function eventsOf(apiKey: string): Promise<MatchEvent[]> {
  const read: MatchEvent[] = []
  for (let after = 0; ; ) {
    const { data, next_after: next } = await stage.get(apiKey, `/events?types=watch.matched&limit=100&after=${after}`)
    if (data.length === 0) return read
    read.push(...data)
    after = next
  }
}

/** A node that dies before its commit: nothing of what it did is there. */
async function dying(judge: () => Promise<void>): Promise<void> {
  const { database } = stage.test.app
  const real = database.transaction
  database.transaction = (work) =>
    real(async (tx) => {
      await work(tx)
      throw new Error('The node died.')
    })
  try {
    await judge().catch(() => {})
  } finally {
    database.transaction = real
  }
}

it('WATCH-4: a store that is added to the list while an import is being written is told what the import changes', async () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const domain = 'late.example'
  await stage.importStores([{ domain, apps: ['Old'], observed_at: minutesAgo(60) }])
  const { apiKey } = await stage.test.createAccount({ credits: 10 })
  const list = await stage.post(apiKey, '/lists', { name: 'Followed', kind: 'stores' })
  const watch = await stage.post(apiKey, '/watches', { list_id: list.id })
  const waits = async () => {
    const [row] = await stage.test.store.owner.query<{ count: number }>(sql`
      SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%stores%'`)
    return row!.count
  }
  let importing: Promise<unknown> = Promise.resolve()
  await stage.test.app.database.transaction(async (tx) => {
    // The import is in the middle of its transaction, and waits for the row of the store.
    await tx.query(sql`SELECT FROM stores WHERE domain = ${domain} FOR NO KEY UPDATE`)
    importing = stage.importStores([{ domain, apps: ['Old', 'New'], observed_at: minutesAgo(50) }])
    await expect.poll(waits, { timeout: 30_000 }).toBeGreaterThan(0)
    await stage.post(apiKey, `/lists/${list.id}/items`, { ids: [domain] })
  })
  await importing
  await stage.judge()
  const { data } = await stage.get(apiKey, `/watches/${watch.id}/matches`)
  type ToldStore = { store: { domain: string }; changes: { value: string }[] }
  expect(data.map(({ store, changes }: ToldStore) => [store.domain, changes.map(({ value }) => value)])).toEqual([
    [domain, ['New']],
  ])
})

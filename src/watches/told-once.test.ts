import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cases } from '../../test/support/seed.ts'
import { type App, createApp } from '../app.ts'
import { createLog } from '../base/log.ts'
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
const steps = fc.array(
  fc.record({
    stores: fc.uniqueArray(state, { selector: ({ at }) => at, minLength: 1, maxLength: 6 }),
    judges: fc.constantFrom(0, 1, 2, 3),
    dies: fc.boolean(),
  }),
  { minLength: 2, maxLength: 6 },
)

let runs = 0
/** More of them: TEST_CASES, or `npm run long -- nightly`. */
it('WATCH-8, WT1, WT3: whatever is imported, and whichever node judges or dies, each match is told exactly once', async () => {
  const property = fc.asyncProperty(
    fc.uniqueArray(state, { selector: ({ at }) => at, maxLength: 4 }),
    steps,
    async (before, story) => {
      runs += 1
      const app = `App${runs}`
      const toStore = ({ at, has, country }: { at: number; has: boolean; country: string }): ImportedStore => ({
        domain: `s${at}-${runs}.example`,
        apps: has ? [app] : ['Other'],
        country,
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
      const { apiKey } = await stage.test.createAccount()
      const saved = await stage.post(apiKey, '/saved-searches', {
        name: app,
        kind: 'contacts',
        query: { store: { apps: { any: [app] } } },
      })
      const watch = await stage.post(apiKey, '/watches', { saved_search_id: saved.id })
      const baseline = new Set(before.filter(({ has }) => has).map(({ at }) => at))
      const ever = new Set<number>()
      const now = new Map(before.map(({ at, has }) => [at, has]))
      for (const { stores, judges, dies } of story) {
        await stage.importStores(stores.map(toStore))
        for (const { at, has } of stores) {
          now.set(at, has)
          if (has && !baseline.has(at)) ever.add(at)
        }
        if (dies) await dying(() => stage.judge())
        await Promise.all([...(judges & 1 ? [stage.judge()] : []), ...(judges & 2 ? [stage.judge(second)] : [])])
      }
      await Promise.all([stage.judge(), stage.judge(second)])
      const { data, total } = await stage.get(apiKey, `/watches/${watch.id}/matches?limit=100`)
      const told = data.map(({ contact }: { contact: { store: { domain: string } } }) =>
        Number(/^s(\d)/.exec(contact.store.domain)![1]),
      )
      expect(total).toBe(told.length)
      expect(new Set(told).size).toBe(told.length)
      for (const at of told) expect(ever.has(at)).toBe(true)
      for (const [at, has] of now) if (has && !baseline.has(at)) expect(told).toContain(at)
      const feed = await stage.get(apiKey, '/events?types=watch.matched&limit=100')
      const inEvents = feed.data.reduce(
        (sum: number, { data: event }: { data: { count: number } }) => sum + event.count,
        0,
      )
      expect(inEvents).toBe(told.length)
    },
  )
  await fc.assert(property, { numRuns: cases(4) })
})

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

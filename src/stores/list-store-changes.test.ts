import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { sql } from '../base/sql.ts'
import { importCatalogue } from '../catalog/import/import-catalogue.ts'
import { readRecords } from '../catalog/import/read-lines.ts'
import type { ImportedStore } from '../catalog/import-record.ts'
import { catalogRetention } from '../catalog/retention.ts'

let test: TestApp
let apiKey: string
beforeAll(async () => {
  test = await startTestApp()
  apiKey = (await test.createAccount()).apiKey
  const lines: ImportedStore[] = [1, 2, 3, 4].map((day) => ({
    domain: 'shop.example',
    observed_at: `2026-03-0${day}`,
    apps: ['A', 'B', 'C', 'D'].slice(0, day),
    traffic_tier: day < 3 ? '10k_50k' : '50k_100k',
  }))
  await importCatalogue(test.store.database, { channelKeys: test.app.channelKeys, source: readRecords(lines) })
})
afterAll(() => test.stop())

const get = async (path: string) => {
  const { status, body } = await test.call('GET', `/api/v1${path}`, { key: apiKey })
  return { status, body }
}

it('CHANGE-6: the changes of a store, newest first, page by page', async () => {
  const whole = await get('/stores/https%3A%2F%2Fwww.shop.example%2F/changes')
  expect(whole.status).toBe(200)
  const change = { object: 'store_change', value: null, from: null, to: null }
  const expected = [
    { ...change, type: 'app_added', value: 'D', observed_at: '2026-03-04T00:00:00.000Z' },
    { ...change, type: 'app_added', value: 'C', observed_at: '2026-03-03T00:00:00.000Z' },
    { ...change, type: 'traffic_tier_up', from: '10k_50k', to: '50k_100k', observed_at: '2026-03-03T00:00:00.000Z' },
    { ...change, type: 'app_added', value: 'B', observed_at: '2026-03-02T00:00:00.000Z' },
  ]
  expect(whole.body).toMatchObject({ object: 'list', data: expected, has_more: false, next_cursor: null })
  const paged: unknown[] = []
  let cursor = ''
  for (let page = 0; page < 4; page += 1) {
    const { body } = await get(`/stores/shop.example/changes?limit=1${cursor}`)
    paged.push(...body.data)
    cursor = `&cursor=${body.next_cursor}`
  }
  expect(paged).toEqual(expected)
  expect((await get('/stores/nobody.example/changes')).status).toBe(404)
  expect((await get('/stores/shop.example/changes?cursor=nonsense')).body.error.code).toBe('invalid_cursor')
})

it('CHANGE-6: held changes are not in it, and changes are kept as long as CHANGES_KEPT_DAYS says, two years unless set', async () => {
  const { database } = test.store
  const listed = async () => (await get('/stores/shop.example/changes')).body.total
  expect(await listed()).toBe(4)
  await database.query(sql`UPDATE store_changes SET state = 'held' WHERE value = 'D'`)
  const { body } = await get('/stores/shop.example/changes')
  expect([body.total, body.data.map(({ value }: { value: string }) => value)]).toEqual([3, ['C', null, 'B']])
  const keepFor = (days: number) => catalogRetention(days).find(({ table }) => table === 'store_changes')!
  const observedDaysAgo = async (days: number, kept = 730) => {
    await database.query(
      sql`UPDATE store_changes SET observed_at = now() - make_interval(days => ${days}) + interval '1 minute' WHERE value = 'B'`,
    )
    await keepFor(kept).deleteSome(test.store.owner, test.app.clock, 1_000)
    return listed()
  }
  expect(await observedDaysAgo(730)).toBe(3)
  expect(await observedDaysAgo(1_000, 1_000)).toBe(3)
  expect(await observedDaysAgo(1_001, 1_000)).toBe(2)
})

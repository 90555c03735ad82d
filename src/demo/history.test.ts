import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { sql } from '../base/sql.ts'
import { createChannelKeys } from '../catalog/channel-keys.ts'
import { plantHistory } from '../catalog/demo-history.ts'
import { importCatalogue } from '../catalog/import/import-catalogue.ts'
import { readRecords } from '../catalog/import/read-lines.ts'
import { openDatabase } from '../db/database.ts'
import { deadlinesOf } from '../db/wire/deadlines.ts'
import { demoCatalogue, demoNames } from './catalogue.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
  await importCatalogue(db.database, {
    source: readRecords(demoCatalogue({ stores: 1_000, seed: 1, now: new Date() }), 'demo'),
    channelKeys: createChannelKeys([randomBytes(32)]),
  })
  await plantHistory(db.database, demoNames)
})
afterAll(() => db.drop())

it('CLI-20: the demo catalogue has a past of two years that fits what its stores are now', async () => {
  const types = await db.database.query<{ type: string; count: number }>(sql`
    SELECT type, count(*)::integer AS count FROM store_changes WHERE state = 'recorded' GROUP BY type`)
  expect(types.length).toBeGreaterThan(12)
  const wrong = await db.database.query(sql`
    SELECT change.* FROM store_changes change JOIN stores store USING (store_id)
    WHERE (type = 'app_added' AND value <> ALL (store.apps)) OR (type = 'app_removed' AND value = ANY (store.apps))
      OR (type LIKE 'traffic_tier%' AND new_value <> store.traffic_tier)
      OR change.observed_at < store.first_seen_at OR change.observed_at > store.observed_at OR store.observed_at > now()
      OR (value = '' AND type LIKE 'app%') OR old_value = new_value`)
  expect(wrong).toEqual([])
  const [ages] = await db.database.query<{ oldest: number; newest: number; fresh: number }>(sql`
    SELECT extract(days FROM now() - min(first_seen_at))::integer AS oldest,
      extract(days FROM now() - max(first_seen_at))::integer AS newest,
      count(*) FILTER (WHERE observed_at > now() - interval '15 days')::integer AS fresh FROM stores`)
  expect(ages!.oldest).toBeGreaterThanOrEqual(729)
  expect(ages!.newest).toBeLessThan(10)
  expect(ages!.fresh).toBe(1_000)
  const before = await db.database.query(sql`SELECT count(*) FROM store_changes`)
  await plantHistory(db.database, demoNames)
  expect(await db.database.query(sql`SELECT count(*) FROM store_changes`)).toEqual(before)
})

it('RUN-5: a machine that takes longer for the past than a request may be silent still finishes its first start', async () => {
  await db.database.query(sql`DELETE FROM store_changes`)
  await db.owner.query(sql`
    CREATE FUNCTION be_slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.5); RETURN NULL; END'`)
  await db.owner.query(sql`
    CREATE TRIGGER be_slow AFTER INSERT ON store_changes FOR EACH STATEMENT EXECUTE FUNCTION be_slow()`)
  const impatient = openDatabase({
    url: db.url,
    deadlines: { ...deadlinesOf.requests, statementMs: 200, silenceMs: 200 },
  })
  try {
    await plantHistory(impatient, demoNames)
  } finally {
    await impatient.close()
  }
  const [planted] = await db.database.query<{ any: boolean }>(sql`SELECT EXISTS (SELECT FROM store_changes) AS any`)
  expect(planted!.any).toBe(true)
})

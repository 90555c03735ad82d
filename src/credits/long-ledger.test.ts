import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { rowsRead } from '../../test/support/rows-read.ts'
import { systemClock } from '../base/clock.ts'
import { rawSql, sql } from '../base/sql.ts'
import type { Principal } from '../call/principal.ts'
import type { Database, Db } from '../db/database.ts'
import { getCreditHistory } from '../usage/get-credit-history.ts'
import { listCreditEntries } from '../usage/list-credit-entries.ts'
import { openLedger } from './ledger.ts'
import { listRevealsAmong } from './reveals.ts'

/** A spend an hour for 5,000 hours, until now; every thousandth entry is a grant. */
const accountId = 'acc_busy'
const entries = 5_000
const today = new Date('2026-05-10T15:00:00Z')
let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
  await openLedger(store.database, accountId)
  await store.database.query(sql`
    INSERT INTO credit_entries (account_id, seq, entry_id, kind, amount, balance_after, door, contact_ids, period_start,
      created_at)
    SELECT ${accountId}, n, 'ent_' || n, CASE WHEN n % 1000 = 0 THEN 'grant' ELSE 'spend' END,
      CASE WHEN n % 1000 = 0 THEN 1000 ELSE -1 END, 1000, 'api_key',
      CASE WHEN n % 1000 = 0 THEN '{}' ELSE ARRAY['ct_' || n] END, '2026-01-01',
      ${today}::timestamptz - (${entries} - n) * interval '1 hour'
    FROM generate_series(1, ${entries}::int) AS n`)
  await store.database.query(sql`
    INSERT INTO reveals (account_id, contact_id, entry_seq, revealed_at)
    SELECT account_id, contact_ids[1], seq, created_at FROM credit_entries WHERE kind = 'spend'`)
  await store.owner.query(rawSql('VACUUM ANALYZE credit_entries, reveals'))
})
afterAll(() => store.drop())

const principal = { account: { id: accountId }, period: null, admittedAt: today } as unknown as Principal
const from = { address: '127.0.0.1', userAgent: null }
const call = {
  principal,
  recheck: async () => principal,
  requestId: 'req_1',
  from,
  body: {},
  params: {},
  headers: {},
  setHeader: () => {},
  answerOk: () => {},
}
/** A cursor that says where it stands, to stand anywhere. */
const cursors = { seal: (position: string) => position, open: (cursor: string) => cursor }

const listed = (query: object) => (db: Db) =>
  listCreditEntries.run({ ...call, query }, { database: db as Database, clock: systemClock, cursors })

it('A page deep in the ledger reads as many entries as the first one', async () => {
  const first = await rowsRead(store.database, 'credit_entries', listed({ limit: 10 }))
  const deep = await rowsRead(store.database, 'credit_entries', listed({ limit: 10, cursor: '20' }))
  expect({ first, deep }).toEqual({ first: 11, deep: 11 })
})

it('The few entries that are not spends are found, and counted, without reading the spends between them', async () => {
  expect(await rowsRead(store.database, 'credit_entries', listed({ kind: 'grant' }))).toBe(10)
})

it('The history of some days reads no entries from before, and whole days of UTC', async () => {
  let days: string[] = []
  const read = await rowsRead(store.database, 'credit_entries', async (db) => {
    const reply = await getCreditHistory.run({ ...call, query: { days: 2 } }, { database: db as Database })
    days = reply.data.map(({ date, spent }) => `${date} ${spent}`)
  })
  // 24 hours of the day before, and 16 of today of which the last entry is a grant.
  expect(days).toEqual(['2026-05-09 24', '2026-05-10 15'])
  expect(read).toBeLessThan(100)
})

it('The contacts of a list are found without reading what else the account owns', async () => {
  const read = await rowsRead(store.database, 'reveals', async (db) => {
    const found = await listRevealsAmong(db, accountId, ['ct_7', 'ct_4999', 'ct_unknown'])
    expect(found.map(({ contactId }) => contactId)).toEqual(['ct_4999', 'ct_7'])
  })
  expect(read).toBeLessThanOrEqual(3)
})

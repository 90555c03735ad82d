import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { rowsRead } from '../../test/support/rows-read.ts'
import { systemClock } from '../base/clock.ts'
import { newContactId, newRequestId } from '../base/ids.ts'
import { rawSql, type Sql, sql } from '../base/sql.ts'
import { openLedger } from './ledger.ts'
import { isRevealedBy, ownedAmong } from './reveals.ts'
import { createSpendBatch } from './spend-batch.ts'
import type { SpendRequest } from './spend-request.ts'

/** Owns a lot, where by the statistics everybody owns little: PostgreSQL then likes to read all that an account owns. */
const collector = 'acc_collector'
const asked = Array.from({ length: 25 }, (_, at) => `ct_${at + 1}`)
let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
  const own = (accountId: Sql, contacts: number) =>
    store.database.query(sql`
      INSERT INTO reveals (account_id, contact_id, entry_seq, revealed_at)
      SELECT ${accountId}, 'ct_' || n, 1, now() FROM generate_series(1, ${contacts}::int) AS n`)
  await own(sql`'acc_' || n / 10`, 40_000)
  await store.owner.query(rawSql('VACUUM ANALYZE reveals'))
  await own(sql`${collector}::text`, 5_000)
})
afterAll(() => store.drop())

it('A question about a few contacts reads only those, however many the account owns', async () => {
  const read = await rowsRead(store.database, 'reveals', (db) => ownedAmong(db, collector, asked))
  expect(read).toBeLessThanOrEqual(asked.length)
})

it('Whether the contacts of a page are revealed is read contact by contact, however many the account owns', async () => {
  const owned = isRevealedBy(collector, sql`page.contact_id`)
  const page = sql`unnest(${asked}::text[]) AS page (contact_id)`
  const read = await rowsRead(store.database, 'reveals', (db) =>
    db.query(sql`SELECT page.contact_id, ${owned} AS revealed FROM ${page}`),
  )
  expect(read).toBeLessThanOrEqual(asked.length)
})

it('A batch of spends looks up only the contacts it buys, however many the account owns', async () => {
  await openLedger(store.database, collector)
  await store.database.query(
    sql`UPDATE credit_balances SET balance = 100, period_start = '2026-05-01' WHERE account_id = ${collector}`,
  )
  const spendBatch = createSpendBatch(systemClock)
  const read = await rowsRead(store.database, 'reveals', (db) =>
    spendBatch({ query: db.query, check: async () => {}, close: async () => {} }, [spendOf(newContactId())]),
  )
  expect(read).toBeLessThanOrEqual(1)
})

const spendOf = (contactId: string): SpendRequest => ({
  accountId: collector,
  period: { start: new Date('2026-05-01'), end: new Date('2026-06-01'), credits: 0, reason: 'May' },
  door: 'api_key',
  actor: { type: 'api_key', id: 'key_1', name: 'A key' },
  countsFor: [{ type: 'api_key', id: 'key_1', limit: null }],
  requestId: newRequestId(),
  idempotencyKey: 'once',
  items: [{ contactId, purchasable: true, readable: true }],
})

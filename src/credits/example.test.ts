import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { fixedClock } from '../base/clock.ts'
import { newAccountId, newContactId, newRequestId } from '../base/ids.ts'
import { sql } from '../base/sql.ts'
import { adjustCredits } from './grants.ts'
import { openLedger, type Period } from './ledger.ts'
import { currentBalance } from './periods.ts'
import { refundSpend } from './refunds.ts'
import { createSpending, type Spending } from './spend.ts'
import { verifyLedger } from './verify.ts'

const march: Period = { start: new Date('2026-03-01'), end: new Date('2026-04-01'), credits: 5, reason: 'March' }
const april: Period = { start: new Date('2026-04-01'), end: new Date('2026-05-01'), credits: 5, reason: 'April' }

let now = new Date('2026-03-10T09:00:00.000Z')
const clock = fixedClock(() => now)
let store: TestDatabase
let spending: Spending
beforeAll(async () => {
  store = await createTestDatabase()
  spending = createSpending(store.database, clock)
})
afterAll(async () => {
  await spending.close()
  await store.drop()
})

it('the example ledger of the README comes out as written there', async () => {
  const { database } = store
  const accountId = newAccountId()
  await openLedger(database, accountId)
  const [ada, ben, cleo, dora, eli] = Array.from({ length: 5 }, newContactId) as [
    string,
    string,
    string,
    string,
    string,
  ]

  const reveal = (period: Period, ...contactIds: string[]) =>
    spending.spend({
      accountId,
      period,
      door: 'api_key',
      actor: { type: 'api_key', id: 'key_1', name: 'Production' },
      countsFor: [{ type: 'api_key', id: 'key_1', limit: null }],
      requestId: newRequestId(),
      idempotencyKey: null,
      items: contactIds.map((contactId) => ({ contactId, purchasable: true, readable: true })),
    })

  expect(await reveal(march, ada, ben)).toMatchObject({ kind: 'spent', spent: 2, remaining: 3 })
  const second = await reveal(march, ben, cleo, ada)
  expect(second).toMatchObject({ kind: 'spent', spent: 1, remaining: 2 })
  expect(second.kind === 'spent' && second.items.map(({ charged }) => charged)).toEqual([false, true, false])

  const [spend] = await database.query<{ entry_id: string }>(
    sql`SELECT entry_id FROM credit_entries WHERE account_id = ${accountId} AND seq = 3`,
  )
  const byOperator = (reason: string, period: Period) => ({ door: 'operator' as const, reason, period })
  await refundSpend(database, clock, accountId, { entryId: spend!.entry_id }, byOperator('Wrong number', march))
  expect(await reveal(march, cleo)).toMatchObject({ kind: 'spent', spent: 0, remaining: 3 })

  now = new Date('2026-04-02T09:00:00.000Z')
  expect(await currentBalance(database, clock, accountId, april)).toMatchObject({ balance: 5, periodCredits: 5 })
  await adjustCredits(database, clock, accountId, -4, byOperator('Granted twice', april))
  expect(await reveal(april, dora, eli)).toMatchObject({ kind: 'insufficient_credits', required: 2, remaining: 1 })
  expect(await reveal(april, dora)).toMatchObject({ kind: 'spent', spent: 1, remaining: 0 })

  const entries = await database.query<{ seq: number; kind: string; amount: number; balance_after: number }>(
    sql`SELECT seq, kind, amount, balance_after FROM credit_entries WHERE account_id = ${accountId} ORDER BY seq`,
  )
  const readme = await readFile(new URL('README.md', import.meta.url), 'utf8')
  const told = readme
    .slice(readme.indexOf('## A small ledger'))
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, 5)
        .map((cell) => cell.trim()),
    )
  expect(entries.map(({ seq, kind, amount, balance_after }) => [seq, kind, amount, balance_after].map(String))).toEqual(
    told,
  )
  expect(await verifyLedger(database)).toEqual({ accounts: 1, entries: 8, reveals: 4, problems: [] })
})

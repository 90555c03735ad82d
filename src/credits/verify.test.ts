import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { systemClock as clock } from '../base/clock.ts'
import { newAccountId, newContactId, newRequestId } from '../base/ids.ts'
import { type Sql, sql } from '../base/sql.ts'
import { grantCredits } from './grants.ts'
import { lockBalance, openLedger, type Period } from './ledger.ts'
import { currentBalance, findUnopened, recordPastPeriod } from './periods.ts'
import { refundSpend } from './refunds.ts'
import { createSpending } from './spend.ts'
import type { SpendRequest } from './spend-request.ts'
import { verifyLedger } from './verify.ts'

const may: Period = { start: new Date('2026-05-01'), end: new Date('2026-06-01'), credits: 5, reason: 'Monthly' }
const june: Period = { start: new Date('2026-06-01'), end: new Date('2026-07-01'), credits: 5, reason: 'Monthly' }
const given = { door: 'operator' as const, reason: 'Goodwill', period: june }

let store: TestDatabase
function cloneDatabase(): void {
  beforeAll(async () => {
    store = await createTestDatabase()
  })
  afterAll(() => store.drop())
}

function request(accountId: string, period: Period, contacts: number): SpendRequest {
  return {
    accountId,
    period,
    door: 'api_key',
    actor: { type: 'api_key', id: 'key_1', name: 'A key' },
    countsFor: [{ type: 'api_key', id: 'key_1', limit: null }],
    requestId: newRequestId(),
    idempotencyKey: null,
    items: Array.from({ length: contacts }, () => ({ contactId: newContactId(), purchasable: true, readable: true })),
  }
}

/** Every kind of entry: 1 grant 5, 2 spend 2, 3 expire 3, 4 grant 5, 5 spend 3, 6 refund 1, 7 grant 10, 8 spend 1. */
async function keepLedger(accountId = newAccountId()): Promise<string> {
  const { database } = store
  const spending = createSpending(database, clock)
  await openLedger(database, accountId)
  await spending.spend(request(accountId, may, 2))
  await currentBalance(database, clock, accountId, june)
  await spending.spend(request(accountId, june, 3))
  const [spend] = await database.query<{ entry_id: string }>(
    sql`SELECT entry_id FROM credit_entries WHERE account_id = ${accountId} AND seq = 5`,
  )
  await refundSpend(database, clock, accountId, { entryId: spend!.entry_id, amount: 1 }, given)
  await grantCredits(database, clock, accountId, 10, given)
  await spending.spend(request(accountId, june, 1))
  await spending.close()
  return accountId
}

/** Entries 9 and 10: a grant of 5 and its expiry. */
async function recordApril(accountId: string): Promise<void> {
  const april: Period = { start: new Date('2026-04-01'), end: may.start, credits: 5, reason: 'Monthly' }
  await store.database.transaction(async (tx) => {
    const held = await recordPastPeriod(tx, clock, await lockBalance(tx, accountId), april, 'billing')
    expect(held).toEqual(await lockBalance(tx, accountId))
    expect(await findUnopened(tx, accountId, [may, april, june])).toEqual([])
  })
}

/** Takes every protection away that the owner of the tables can take away. */
async function unprotect(): Promise<void> {
  const { owner } = store
  await owner.query(sql`GRANT UPDATE, DELETE ON credit_entries, reveals TO PUBLIC`)
  await owner.query(sql`ALTER TABLE credit_entries DROP CONSTRAINT credit_entries_check`)
  await owner.query(sql`DROP INDEX credit_entries_one_opening`)
}

describe('an untouched ledger', () => {
  cloneDatabase()

  it('a ledger that only the code has written has no problems', async () => {
    await keepLedger()
    await keepLedger()
    await openLedger(store.database, newAccountId())
    expect(await verifyLedger(store.database)).toEqual({ accounts: 3, entries: 16, reveals: 12, problems: [] })
  })

  it('accounts are checked in chunks, and each is counted once whatever their size', async () => {
    for (let at = 0; at < 2; at += 1) await keepLedger()
    for (const accountsPerChunk of [1, 2, 5, 100]) {
      const seen: number[] = []
      const report = await verifyLedger(store.database, {
        accountsPerChunk,
        onProgress: (at) => seen.push(at.accounts),
      })
      expect(report).toEqual({ accounts: 5, entries: 32, reveals: 24, problems: [] })
      expect(seen.at(-1)).toBe(5)
    }
  })

  it('one account can be checked alone, and an unknown one is a problem', async () => {
    const [good, bad] = [await keepLedger(), await keepLedger()]
    await store.database.query(sql`UPDATE credit_balances SET balance = 999 WHERE account_id = ${bad}`)
    expect(await verifyLedger(store.database, { accountId: good })).toMatchObject({ accounts: 1, problems: [] })
    expect((await verifyLedger(store.database, { accountId: bad })).problems).not.toEqual([])
    expect((await verifyLedger(store.database, { accountId: 'acc_none' })).problems).toEqual([
      'Account acc_none has no ledger.',
    ])
  })

  it('L9: a period that was over when it became known is given and expired at once, and the current one is untouched', async () => {
    const accountId = await keepLedger()
    await recordApril(accountId)
    expect(await verifyLedger(store.database, { accountId })).toMatchObject({ entries: 10, problems: [] })
    const held = await currentBalance(store.database, clock, accountId, june)
    expect(held).toMatchObject({ balance: 12, periodCredits: 15, periodStart: june.start, lastSeq: 10 })
  })
})

describe('L1, L2, L3, L4, L8, L9, L10, L11: every kind of tampering is found and named with its account and entry', () => {
  cloneDatabase()
  beforeAll(unprotect)

  const cases: [string, (id: string) => Sql[], (id: string) => string][] = [
    [
      'an entry taken out of the middle',
      (id) => [sql`DELETE FROM credit_entries WHERE account_id = ${id} AND seq = 6`],
      (id) => `Account ${id}, entry 7: the one before it has the number 5, so something was taken out.`,
    ],
    [
      'the last entry taken out',
      (id) => [sql`DELETE FROM credit_entries WHERE account_id = ${id} AND seq = 8`],
      (id) => `Account ${id}: the balance counts 8 entries, but the last one is 7.`,
    ],
    [
      'an amount edited',
      (id) => [sql`UPDATE credit_entries SET amount = 11 WHERE account_id = ${id} AND seq = 7`],
      (id) => `Account ${id}, entry 7: the balance was 3 and the amount is 11, but the balance after it is 13.`,
    ],
    [
      'a balance edited',
      (id) => [sql`UPDATE credit_balances SET balance = 100 WHERE account_id = ${id}`],
      (id) => `Account ${id}: the balance is 100, but its entries add up to 12.`,
    ],
    [
      'the balance after the last entry edited',
      (id) => [sql`UPDATE credit_entries SET balance_after = 13 WHERE account_id = ${id} AND seq = 8`],
      (id) => `Account ${id}: the balance is 12, but the last entry (8) left 13.`,
    ],
    [
      'a balance moved to another period',
      (id) => [sql`UPDATE credit_balances SET period_start = '2026-07-01' WHERE account_id = ${id}`],
      (id) =>
        `Account ${id}: the balance stands in the period of 2026-07-01 00:00:00+00, but its entries in that of 2026-06-01 00:00:00+00.`,
    ],
    [
      'a balance row taken away',
      (id) => [sql`DELETE FROM credit_balances WHERE account_id = ${id}`],
      (id) => `Account ${id} has entries but no balance.`,
    ],
    [
      'a spend that names fewer contacts than it charged for',
      (id) => [sql`UPDATE credit_entries SET contact_ids = contact_ids[2:] WHERE account_id = ${id} AND seq = 2`],
      (id) => `Account ${id}, entry 2: a spend of -2 for 1 contacts.`,
    ],
    [
      'a spend that names a contact twice',
      (id) => [
        sql`UPDATE reveals SET contact_id = 'ct_one' WHERE account_id = ${id} AND entry_seq = 8`,
        sql`UPDATE credit_entries SET contact_ids = '{ct_one,ct_one}' WHERE account_id = ${id} AND seq = 8`,
      ],
      (id) => `Account ${id}, entry 8: it paid for ct_one, ct_one, but revealed ct_one.`,
    ],
    [
      'a spend that names another contact than it revealed',
      (id) => [
        sql`UPDATE reveals SET contact_id = 'ct_other' WHERE account_id = ${id} AND entry_seq = 8`,
        sql`UPDATE credit_entries SET contact_ids = '{ct_paid}' WHERE account_id = ${id} AND seq = 8`,
      ],
      (id) => `Account ${id}, entry 8: it paid for ct_paid, but revealed ct_other.`,
    ],
    [
      'a paid reveal taken away',
      (id) => [
        sql`UPDATE credit_entries SET contact_ids = '{ct_paid}' WHERE account_id = ${id} AND seq = 8`,
        sql`DELETE FROM reveals WHERE account_id = ${id} AND entry_seq = 8`,
      ],
      (id) => `Account ${id}, entry 8: it paid for ct_paid, but revealed nothing.`,
    ],
    [
      'a reveal that nothing paid for',
      (id) => [sql`INSERT INTO reveals VALUES (${id}, 'ct_free', 99, now())`],
      (id) => `Account ${id}, entry 99: contact ct_free is revealed by it, but there is no such spend.`,
    ],
    [
      'a reveal hung on an entry that is not a spend',
      (id) => [sql`INSERT INTO reveals VALUES (${id}, 'ct_free', 1, now())`],
      (id) => `Account ${id}, entry 1: contact ct_free is revealed by it, but there is no such spend.`,
    ],
    [
      'the time of a reveal edited',
      (id) => [
        sql`UPDATE credit_entries SET created_at = '2026-06-02' WHERE account_id = ${id} AND seq = 8`,
        sql`UPDATE reveals SET revealed_at = '2026-06-03', contact_id = 'ct_late' WHERE account_id = ${id} AND entry_seq = 8`,
      ],
      (id) =>
        `Account ${id}, entry 8: it is dated 2026-06-02 00:00:00+00, but contact ct_late was revealed at 2026-06-03 00:00:00+00.`,
    ],
    [
      'a refund of more than its spend took',
      (id) => [sql`UPDATE credit_entries SET refunds_seq = 2, amount = 3 WHERE account_id = ${id} AND seq = 6`],
      (id) => `Account ${id}, entry 2: it took 2, but 3 were refunded.`,
    ],
    [
      'a refund of something that is not a spend',
      (id) => [sql`UPDATE credit_entries SET refunds_seq = 4 WHERE account_id = ${id} AND seq = 6`],
      (id) => `Account ${id}, entry 6: it refunds entry 4, which is not an earlier spend.`,
    ],
    [
      'the credits of the period edited',
      (id) => [sql`UPDATE credit_balances SET period_credits = 1000 WHERE account_id = ${id}`],
      (id) => `Account ${id}: this period was given 1000 credits, but its entries say 15.`,
    ],
    [
      'an entry moved back to an earlier period',
      (id) => [sql`UPDATE credit_entries SET period_start = '2026-05-01' WHERE account_id = ${id} AND seq = 6`],
      (id) => `Account ${id}, entry 6: it goes back to the period of 2026-05-01 00:00:00+00.`,
    ],
    [
      'a past period that was given and did not expire',
      (id) => [
        sql`UPDATE credit_entries SET period_start = '2026-04-01', kind = 'grant', opens_period = true
        WHERE account_id = ${id} AND seq = 7`,
      ],
      (id) => `Account ${id}, entry 7: it goes back to the period of 2026-04-01 00:00:00+00.`,
    ],
    [
      'a period that nobody opened',
      (id) => [sql`UPDATE credit_entries SET opens_period = false WHERE account_id = ${id} AND seq = 4`],
      (id) => `Account ${id}, entry 4: it begins the period of 2026-06-01 00:00:00+00 without opening it.`,
    ],
    [
      'a period opened twice',
      (id) => [sql`UPDATE credit_entries SET opens_period = true WHERE account_id = ${id} AND seq = 7`],
      (id) => `Account ${id}, entry 7: it opens the period of 2026-06-01 00:00:00+00 again.`,
    ],
    [
      'a period opened by something else than a grant',
      (id) => [sql`UPDATE credit_entries SET kind = 'adjust' WHERE account_id = ${id} AND seq = 4`],
      (id) => `Account ${id}, entry 4: it opens a period, but its kind is adjust.`,
    ],
    [
      'credits carried over into the next period',
      (id) => [
        sql`UPDATE credit_entries SET amount = -2, balance_after = 1 WHERE account_id = ${id} AND seq = 3`,
        sql`UPDATE credit_entries SET balance_after = 6 WHERE account_id = ${id} AND seq = 4`,
      ],
      (id) => `Account ${id}, entry 4: it opens a period with 1 credits that should have expired.`,
    ],
    [
      'an expiry that leaves a rest',
      (id) => [sql`UPDATE credit_entries SET amount = -2, balance_after = 1 WHERE account_id = ${id} AND seq = 3`],
      (id) => `Account ${id}, entry 3: it let 2 credits expire and left 1.`,
    ],
    [
      'the counter of a key edited',
      (id) => [sql`UPDATE credit_actor_spends SET spent = 0 WHERE account_id = ${id} AND period_start = '2026-06-01'`],
      (id) =>
        `Account ${id}: api_key key_1 spent 4 credits in the period of 2026-06-01 00:00:00+00, but its counter says 0.`,
    ],
    [
      'a spend moved to another key',
      (id) => [sql`UPDATE credit_entries SET actor_id = 'key_2' WHERE account_id = ${id} AND seq = 8`],
      (id) =>
        `Account ${id}: api_key key_2 spent 1 credits in the period of 2026-06-01 00:00:00+00, but its counter says 0.`,
    ],
  ]

  it.each(cases)('%s', async (_, changes, sentence) => {
    const untouched = await keepLedger()
    const id = await keepLedger()
    for (const change of changes(id)) await store.database.query(change)
    const { problems } = await verifyLedger(store.database)
    expect(problems).toContain(sentence(id))
    expect(problems.filter((problem) => problem.includes(untouched))).toEqual([])
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestDatabase } from '../../test/support/database.ts'
import { systemClock as clock } from '../base/clock.ts'
import { newAccountId, newContactId, newRequestId } from '../base/ids.ts'
import { sql } from '../base/sql.ts'
import { openLedger, type Period, readBalance } from './ledger.ts'
import { createSpending, type Spending } from './spend.ts'
import type { SpendRequest } from './spend-request.ts'
import { type CountedSpending, openCountedSpending } from './spending-fixture.ts'
import { verifyLedger } from './verify.ts'

const may: Period = { start: new Date('2026-05-01'), end: new Date('2026-06-01'), credits: 50, reason: 'May' }

let store: TestDatabase
let spending: Spending
let counted: CountedSpending
beforeAll(async () => {
  counted = await openCountedSpending(clock)
  ;({ store, spending } = counted)
})
afterAll(async () => {
  expect((await verifyLedger(store.database)).problems).toEqual([])
  await spending.close()
  await store.drop()
})

async function openAccount(): Promise<string> {
  const accountId = newAccountId()
  await openLedger(store.database, accountId)
  await spending.spend(request(accountId))
  counted.alone = 0
  return accountId
}

function request(accountId: string, changes: Partial<SpendRequest> = {}): SpendRequest {
  return {
    accountId,
    period: may,
    door: 'api_key',
    actor: { type: 'api_key', id: 'key_1', name: 'A key' },
    countsFor: [{ type: 'api_key', id: 'key_1', limit: null }],
    requestId: newRequestId(),
    idempotencyKey: null,
    items: [{ contactId: newContactId(), purchasable: true, readable: true }],
    ...changes,
  }
}

it('requests for new contacts share one statement, whatever their accounts', async () => {
  const accounts = await Promise.all([openAccount(), openAccount(), openAccount()])
  const outcomes = await Promise.all(Array.from({ length: 30 }, (_, at) => spending.spend(request(accounts[at % 3]!))))
  expect(outcomes.every((outcome) => outcome.kind === 'spent' && outcome.spent === 1)).toBe(true)
  expect(counted.alone).toBe(0)
  for (const accountId of accounts) expect(await readBalance(store.database, accountId)).toMatchObject({ balance: 39 })
})

it('L12: owned and shared contacts, limits not yet reached and mixtures go through in batches; a repeated key runs alone', async () => {
  const accountId = await openAccount()
  const [ada, ben, cleo] = [0, 1, 2].map(() => ({ contactId: newContactId(), purchasable: true, readable: true }))
  const retired = { ...ada!, purchasable: false }
  const limited = { countsFor: [{ type: 'api_key' as const, id: 'key_1', limit: 30 }] }
  await spending.spend(request(accountId, { items: [ada!], idempotencyKey: 'first' }))
  const outcomes = await Promise.all(
    [
      request(accountId, { items: [ada!] }),
      request(accountId, { items: [retired], idempotencyKey: 'free' }),
      request(accountId, { items: [ada!], idempotencyKey: 'first' }),
      request(accountId, { items: [ben!], idempotencyKey: 'first' }),
      request(accountId, { items: [ada!, cleo!] }),
      request(accountId, { items: [cleo!], ...limited }),
      request(accountId, limited),
    ].map(spending.spend),
  )
  expect(outcomes.map((outcome) => (outcome.kind === 'spent' ? outcome.spent : outcome.kind))).toEqual([
    0,
    0,
    1,
    'idempotency_conflict',
    1,
    0,
    1,
  ])
  expect(counted.alone).toBe(2)
  expect(await readBalance(store.database, accountId)).toMatchObject({ balance: 46 })
})

it('L11: the limit of a key holds to the credit when two nodes spend for it at once', async () => {
  const accountId = await openAccount()
  const other = createSpending(store.database, clock)
  const limited = { countsFor: [{ type: 'api_key' as const, id: 'key_1', limit: 11 }] }
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, (_, at) => (at % 2 ? other : spending).spend(request(accountId, limited))),
  )
  await other.close()
  expect(outcomes.filter(({ kind }) => kind === 'spent')).toHaveLength(10)
  expect(outcomes.filter(({ kind }) => kind === 'actor_limit_reached')).toHaveLength(30)
})

it('L5: two nodes that reveal the same contacts at once charge for each of them once', async () => {
  const accountId = await openAccount()
  const other = createSpending(store.database, clock)
  const items = Array.from({ length: 8 }, () => ({ contactId: newContactId(), purchasable: true, readable: true }))
  const outcomes = await Promise.all(
    Array.from({ length: 24 }, (_, at) =>
      (at % 2 ? other : spending).spend(request(accountId, { items: items.slice(at % 5) })),
    ),
  )
  await other.close()
  expect(outcomes.every(({ kind }) => kind === 'spent')).toBe(true)
  expect(await readBalance(store.database, accountId)).toMatchObject({ balance: 41 })
})

it('L12: a request that the database itself refuses fails by itself, and the others of its batch go through', async () => {
  const accountId = await openAccount()
  const poison = request(accountId, { actor: { type: 'api_key', id: 'key_1', name: 'no \u0000 in a text' } })
  const outcomes = await Promise.allSettled([request(accountId), poison, request(accountId)].map(spending.spend))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await readBalance(store.database, accountId)).toMatchObject({ balance: 47 })
})

it('L12: an account that may be refused leaves the batch with all its requests; the other accounts stay in it', async () => {
  const [poor, rich] = [await openAccount(), await openAccount()]
  const items = Array.from({ length: 48 }, () => ({ contactId: newContactId(), purchasable: true, readable: true }))
  await spending.spend(request(poor, { items }))
  counted.alone = 0
  const outcomes = await Promise.all([request(poor), request(rich), request(poor), request(rich)].map(spending.spend))
  expect(outcomes.map((outcome) => outcome.kind)).toEqual(['spent', 'spent', 'insufficient_credits', 'spent'])
  expect(counted.alone).toBe(2)
  expect(await readBalance(store.database, poor)).toMatchObject({ balance: 0 })
})

it('IDEM-9, L7: the record under an Idempotency-Key holds facts only: ids, counts and a time', async () => {
  const accountId = await openAccount()
  const { items } = request(accountId)
  await spending.spend(request(accountId, { items, idempotencyKey: 'a key' }))
  const [row] = await store.database.query(sql`SELECT * FROM idempotency_keys WHERE account_id = ${accountId}`)
  const ids = items.map(({ contactId }) => contactId)
  expect(row).toEqual({
    account_id: accountId,
    idempotency_key: 'a key',
    request_id: expect.stringMatching(/^req_/),
    requested_ids: ids,
    available_ids: ids,
    charged_ids: ids,
    credits_remaining: 48,
    options: null,
    excluded_ids: [],
    created_at: expect.any(Date),
  })
})

it('ERR-13: a full queue refuses with 503 and spends nothing for what it refused', async () => {
  const accountId = await openAccount()
  const small = createSpending(store.database, clock, { waitingMax: 5 })
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => small.spend(request(accountId))))
  await small.close()
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(15)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'service_unavailable' })
  expect(await readBalance(store.database, accountId)).toMatchObject({ balance: 44 })
})

it('closing waits for what was accepted', async () => {
  const accountId = await openAccount()
  const brief = createSpending(store.database, clock)
  const accepted = Promise.all(Array.from({ length: 10 }, () => brief.spend(request(accountId))))
  await brief.close()
  expect((await accepted).every((outcome) => outcome.kind === 'spent')).toBe(true)
})

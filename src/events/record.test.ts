import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { TestDatabase } from '../../test/support/database.ts'
import { fixedClock } from '../base/clock.ts'
import { newAccountId, newContactId, newRequestId } from '../base/ids.ts'
import { sql } from '../base/sql.ts'
import { type CountedActor, openLedger, type Period } from '../credits/ledger.ts'
import { grantPack } from '../credits/lots.ts'
import { currentBalance } from '../credits/periods.ts'
import type { Spending } from '../credits/spend.ts'
import { type CountedSpending, openCountedSpending } from '../credits/spending-fixture.ts'
import { readEvents } from './read-events.ts'
import { numberLongLedgers, recordEvents } from './record.ts'

const may: Period = { start: new Date('2026-05-01'), end: new Date('2026-06-01'), credits: 10, reason: 'May' }
const june: Period = { start: new Date('2026-06-01'), end: new Date('2026-07-01'), credits: 10, reason: 'June' }
let now = new Date('2026-05-10')
const clock = fixedClock(() => now)
let store: TestDatabase
let spending: Spending
let counted: CountedSpending
let accountId: string

beforeAll(async () => {
  counted = await openCountedSpending(clock)
  ;({ store, spending } = counted)
})
afterAll(async () => {
  await spending.close()
  await store.drop()
})
beforeEach(async () => {
  now = new Date('2026-05-10')
  accountId = newAccountId()
  await openLedger(store.database, accountId)
  await currentBalance(store.database, clock, accountId, may)
  counted.alone = 0
})

const newIds = (count: number): string[] => Array.from({ length: count }, newContactId)
type SpendChanges = { period?: Period; countsFor?: CountedActor[]; account?: string }
const spend = (ids: string[], { period = may, countsFor, account = accountId }: SpendChanges = {}) =>
  spending.spend({
    accountId: account,
    period,
    door: 'api_key',
    actor: { type: countsFor?.[0]?.type ?? 'api_key', id: countsFor?.[0]?.id ?? 'key_1', name: 'An actor' },
    countsFor: countsFor ?? [{ type: 'api_key', id: 'key_1', limit: null }],
    requestId: newRequestId(),
    idempotencyKey: null,
    items: ids.map((contactId) => ({ contactId, purchasable: true, readable: true })),
  })

type RecordedEvent = { sequence: number; type: string; data: Record<string, unknown> }
async function recorded(account = accountId): Promise<RecordedEvent[]> {
  const { events } = await readEvents(store.database, account, { after: 0, types: null, limit: 1_000 })
  return events.map(({ sequence, type, data }) => ({ sequence, type, data: { ...data } }))
}
const types = async (): Promise<string[]> => (await recorded()).map(({ type }) => type)

it('EVENT-3: a period that opens with a grant is an event, and the event of a reveal names the contacts it charged', async () => {
  const ids = newIds(2)
  await spend(ids)
  await spend(ids)
  expect(await recorded()).toEqual([
    {
      sequence: 1,
      type: 'credits.renewed',
      data: { granted: 10, remaining: 10, period: { start: may.start.toISOString(), end: may.end.toISOString() } },
    },
    { sequence: 2, type: 'reveal.created', data: { contact_ids: ids, credits: 2, door: 'api_key' } },
  ])
})

it('EVENT-3: low credits are an event once a period, and so is the last credit when it is spent', async () => {
  await spend(newIds(7))
  expect(await types()).toEqual(['credits.renewed', 'reveal.created'])
  await spend(newIds(1))
  const resets_at = may.end.toISOString()
  expect((await recorded()).at(-1)).toMatchObject({
    type: 'credits.low',
    data: { remaining: 2, granted: 10, resets_at },
  })
  await grantPack(store.database, clock, {
    accountId,
    credits: 5,
    expiresAt: new Date('2027-01-01'),
    reference: 'a pack',
    reason: 'Pack',
    door: 'billing',
  })
  await spend(newIds(2))
  await spend(newIds(4))
  await spend(newIds(1))
  expect((await types()).filter((type) => type === 'credits.low')).toHaveLength(1)
  expect((await recorded()).at(-1)).toMatchObject({ type: 'credits.exhausted', data: { granted: 10, resets_at } })
  now = new Date('2026-06-02')
  await spend(newIds(8), { period: june })
  expect((await types()).slice(-3)).toEqual(['credits.renewed', 'reveal.created', 'credits.low'])
})

it.each([
  ['api_key', 'key'],
  ['member', 'member'],
  ['connection', 'connection'],
] as const)('EVENT-3: the reveal that uses a limit up tells it, and no other: %s', async (type, of) => {
  const limited = { countsFor: [{ type, id: 'the_one', limit: 3 }] }
  const told = async () => (await recorded()).filter((event) => event.type === 'limit.reached').map(({ data }) => data)
  await spend(newIds(2), limited)
  expect(await told()).toEqual([])
  await spend(newIds(1), limited)
  expect(await told()).toEqual([{ of, id: 'the_one', limit: 3 }])
  expect(await spend(newIds(1), limited)).toMatchObject({ kind: 'actor_limit_reached' })
  now = new Date('2026-06-02')
  await spend(newIds(3), { ...limited, period: june })
  expect(await told()).toEqual([1, 2].map(() => ({ of, id: 'the_one', limit: 3 })))
})

it('spends that tell nothing but their reveal go through in a batch; one that tells more runs alone', async () => {
  await spend(newIds(1))
  expect(counted.alone).toBe(0)
  await spend(newIds(7))
  expect(counted.alone).toBe(1)
  await spend(newIds(1))
  expect(counted.alone).toBe(1)
  await spend(newIds(1))
  expect(counted.alone).toBe(2)
})

it('EVENT-1, EVENT-2: numbers have no gap and match the ledger, whoever records at the same time', async () => {
  const accounts = Array.from({ length: 4 }, () => newAccountId())
  const large = { ...may, credits: 1_000 }
  for (const account of accounts) {
    await openLedger(store.database, account)
    await currentBalance(store.database, clock, account, large)
  }
  const work: Promise<unknown>[] = []
  for (let round = 0; round < 100; round += 1) {
    const account = accounts[round % 4]!
    work.push(spend(newIds(1), { account, period: large }))
    const trial_ends_at = new Date(round).toISOString()
    const recordOne = store.database.transaction(async (tx) => {
      await recordEvents(tx, clock, account, [{ type: 'trial.ending', data: { trial_ends_at } }])
      // What is rolled back has told nothing, and leaves no gap.
      if (round % 3 === 0) throw new Error('rolled back')
    })
    work.push(recordOne.catch(() => {}))
  }
  await Promise.all(work)
  for (const account of accounts) {
    const events = await recorded(account)
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, at) => at + 1))
    const spends = await store.database.query<{ ids: string[] }>(
      sql`SELECT contact_ids AS ids FROM credit_entries WHERE account_id = ${account} AND kind = 'spend' ORDER BY seq`,
    )
    const told = events.filter(({ type }) => type === 'reveal.created').map(({ data }) => data.contact_ids)
    expect(told).toEqual(spends.map(({ ids }) => ids))
    expect(events.filter(({ type }) => type === 'trial.ending').length).toBeLessThan(25)
  }
})

it('EVENT-2: an event that is recorded once for something is not recorded again, by however many', async () => {
  const event = { type: 'trial.ending' as const, data: { trial_ends_at: may.end.toISOString() }, once: 'the trial' }
  await Promise.all(
    Array.from({ length: 10 }, () => store.database.transaction((tx) => recordEvents(tx, clock, accountId, [event]))),
  )
  expect((await types()).filter((type) => type === 'trial.ending')).toHaveLength(1)
})

it('EVENT-2: what the ledger tells comes before whatever is recorded after it, and needs no reader to be numbered', async () => {
  const large = { ...may, credits: 5_000 }
  const account = newAccountId()
  await openLedger(store.database, account)
  await currentBalance(store.database, clock, account, large)
  const event = { type: 'trial.ending' as const, data: { trial_ends_at: may.end.toISOString() } }
  await spend(newIds(1), { account, period: large })
  await store.database.transaction((tx) => recordEvents(tx, clock, account, [event]))
  await Promise.all(newIds(1_001).map((id) => spend([id], { account, period: large })))
  await numberLongLedgers(store.database)
  const numbered = await store.database.query<{ type: string }>(
    sql`SELECT type FROM events WHERE account_id = ${account} ORDER BY sequence`,
  )
  const order = ['credits.renewed', 'reveal.created', 'trial.ending', ...Array(1_001).fill('reveal.created')]
  expect(numbered.map(({ type }) => type)).toEqual(order)
})

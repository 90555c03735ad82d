import * as fc from 'fast-check'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { findAccount, hasApiAccess, periodOf, planOf } from '../access/accounts.ts'
import { type Clock, fixedClock } from '../clock.ts'
import { currentBalance } from '../credits/periods.ts'
import { verifyLedger } from '../credits/verify.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { KnownFact } from './facts.ts'
import { openAccount } from './open-account.ts'
import { plans } from './plans.ts'
import { type Deed, deed, type Life, play } from './sandbox/random-life-fixture.ts'
import { standingOf } from './standing.ts'
import { readSignedEvent } from './stripe-events.ts'
import { takeEvent } from './take-event.ts'

const startsAt = new Date('2026-01-31T10:00:00.250Z')
const secret = 'whsec_model'

let store: TestDatabase
let otherNode: Database
beforeAll(async () => {
  store = await createTestDatabase()
  otherNode = openDatabase({ url: store.url, poolSize: 4 })
})
afterAll(async () => {
  await otherNode.close()
  await store.drop()
})

const seed = 20_261_115
const someDice = fc.infiniteStream(fc.noBias(fc.integer({ min: 0, max: 999_999 })))
const someLife = fc.array(deed, { minLength: 3, maxLength: 14 })

it('B1: facts in any order, any number of times, are the same standing', () => {
  fc.assert(
    fc.property(someLife, someDice, (life, dice) => {
      const facts = factsOf(play(life, 'acc_model', startsAt))
      const mixed = shuffled([...facts, ...facts], dice)
      expect(standingOf(plans, mixed, 'pro')).toEqual(standingOf(plans, facts, 'pro'))
    }),
    { numRuns: 300, seed },
  )
})

it('B1, B3: shuffled, repeated and concurrent events on two nodes end in the state, period and balance of the ordered ones', async () => {
  await fc.assert(
    fc.asyncProperty(someLife, someDice, async (life, dice) => {
      const ordered = await live(life, (events) => events)
      const mixed = await live(life, (events) => shuffled([...events, ...events], dice), 4)
      expect(mixed.state).toEqual(ordered.state)
      expect(mixed.credits).toEqual(ordered.credits)
      // A period that was over before it was heard of may be left out; none is opened twice, none is added.
      expect(mixed.openings.length).toBeLessThanOrEqual(ordered.openings.length)
      expect(new Set(mixed.openings).size).toBe(mixed.openings.length)
      expect(mixed.unbalanced).toEqual([])
    }),
    { numRuns: 12, seed },
  )
  expect((await verifyLedger(store.database)).problems).toEqual([])
})

it('B3: events that are days late, repeated and out of order leave entry for entry the same ledger', async () => {
  await fc.assert(
    fc.asyncProperty(someLife, someDice, async (life, dice) => {
      const ordered = await live(life, (events) => events)
      const late = await live(life, (events) => delayed([...events, ...events], dice))
      expect(late).toEqual(ordered)
      expect(late.unbalanced).toEqual([])
    }),
    { numRuns: 12, seed: seed + 1 },
  )
})

type Sequence = Life['events']

const shuffled = <T>(items: T[], dice: Iterable<number>): T[] => sortBy(items, dice, () => 0, 1)
const delayed = (events: Sequence, dice: Iterable<number>): Sequence =>
  sortBy(events, dice, ({ at }) => at.getTime(), 3 * 86_400_000)

function sortBy<T>(items: T[], dice: Iterable<number>, keyOf: (item: T) => number, spread: number): T[] {
  const rolls = dice[Symbol.iterator]()
  return items
    .map((item) => ({ item, key: keyOf(item) + (spread * rolls.next().value!) / 1_000_000 }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)
}

function read(payload: string, now: Date) {
  const timestamp = Math.floor(now.getTime() / 1_000)
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  return readSignedEvent(secret, Buffer.from(payload), signature, now)!
}

const factsOf = ({ events, endsAt }: Life): KnownFact[] =>
  events.flatMap(({ payload }) => {
    const { id, fact } = read(payload, endsAt)
    return fact ? [{ ...fact, id }] : []
  })

/** A life on an account of its own; where it ends up. Everything is heard at its end, in the given order. */
async function live(life: readonly Deed[], arrange: (events: Sequence) => Sequence, atOnce = 1) {
  const accountId = await openAccountFor(store.database)
  const { events, endsAt } = play(life, accountId, startsAt)
  const clock = fixedClock(() => endsAt)
  const house = { clock, plans, publicUrl: 'http://localhost' }
  const arriving = arrange(events)
  for (let at = 0; at < arriving.length; at += atOnce) {
    await Promise.all(
      arriving.slice(at, at + atOnce).map(({ payload }, node) => {
        const { id, fact } = read(payload, endsAt)
        return takeEvent(node % 2 === 0 ? store.database : otherNode, house, id, fact!)
      }),
    )
  }
  return describe(accountId, clock)
}

async function describe(accountId: string, clock: Clock) {
  const { id, name, customerId, ...state } = (await findAccount(store.database, accountId))!
  const openings = await openingsOf(accountId)
  const period = hasApiAccess(state, clock.now()) ? periodOf(state, planOf(plans, state), clock.now()) : null
  const { balance, periodCredits, periodStart } = await currentBalance(store.database, clock, accountId, period)
  return {
    state,
    openings,
    // Without access the ledger stands where it stood when access ended.
    credits: { balance, periodCredits, periodStart: period && String(periodStart) },
    unbalanced: await unbalancedPeriods(accountId),
  }
}

async function openingsOf(accountId: string): Promise<string[]> {
  const rows = await store.database.query<{ opening: string }>(sql`
    SELECT kind || ' ' || amount || ' ' || period_start || ' ' || opens_period AS opening FROM credit_entries
    WHERE account_id = ${accountId} ORDER BY seq`)
  return rows.map((row) => row.opening)
}

/** B4: what a period was given and did not spend has expired, except in the current one. */
function unbalancedPeriods(accountId: string): Promise<unknown[]> {
  return store.database.query(sql`
    SELECT e.period_start FROM credit_entries e JOIN credit_balances b USING (account_id)
    WHERE account_id = ${accountId} GROUP BY e.period_start, b.period_start, b.balance
    HAVING sum(e.amount) <> CASE WHEN e.period_start = b.period_start THEN b.balance ELSE 0 END`)
}

async function openAccountFor(db: Database): Promise<string> {
  const userId = `usr_${Math.random().toString(36).slice(2).padEnd(20, '0')}`
  await db.query(sql`INSERT INTO users (id, name, email) VALUES (${userId}, 'Ada', ${`${userId}@x.example`})`)
  return openAccount(db, plans, 'Model', userId)
}

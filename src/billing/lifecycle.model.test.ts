import * as fc from 'fast-check'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { cases } from '../../test/support/seed.ts'
import { findAccount, hasApiAccess, periodOf, planOf } from '../accounts/accounts.ts'
import { type Clock, fixedClock } from '../clock.ts'
import { currentBalance } from '../credits/periods.ts'
import { verifyLedger } from '../credits/verify.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { randomLetters } from '../ids.ts'
import type { KnownFact } from './facts.ts'
import { plans } from './plans.ts'
import { type Deed, deed, type Life, play } from './sandbox/random-life-fixture.ts'
import { createSignUpAccount } from './sign-up.ts'
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

const someDice = fc.infiniteStream(fc.noBias(fc.integer({ min: 0, max: 999_999 })))
const someLife = fc.array(deed, { minLength: 3, maxLength: 14 })

it('B1: facts in any order, any number of times, are the same standing', () => {
  fc.assert(
    fc.property(someLife, someDice, (life, dice) => {
      const facts = factsOf(play(life, 'acc_model', startsAt))
      const mixed = shuffled([...facts, ...facts], dice)
      expect(standingOf(plans, mixed, 'pro')).toEqual(standingOf(plans, facts, 'pro'))
    }),
    { numRuns: cases(300) },
  )
})

it('B3: whatever part of the facts is known, it opens no period that the whole does not open, with the same credits', () => {
  fc.assert(
    fc.property(someLife, someDice, (life, dice) => {
      const facts = factsOf(play(life, 'acc_model', startsAt))
      const whole = openingsOf(facts)
      // As they arrive, one after the other.
      const mixed = shuffled(facts, dice)
      for (let known = 1; known < mixed.length; known += 1) {
        expect(whole).toEqual(expect.arrayContaining(openingsOf(mixed.slice(0, known))))
      }
    }),
    { numRuns: cases(300) },
  )
})

it('PLAN-10, B10: however many trials a provider gives, an account has one, and what comes after it is paid for', () => {
  let givenTwice = 0
  fc.assert(
    fc.property(someLife, someDice, (life, dice) => {
      const facts = factsOf(play(life, 'acc_model', startsAt, true))
      const { openings } = standingOf(plans, facts, 'pro')
      expect(standingOf(plans, shuffled(twice(facts), dice), 'pro').openings).toEqual(openings)
      const [first, ...later] = openings
      expect([first?.start, first?.credits]).toEqual([new Date(firstStartOf(facts)), 250])
      const paid = facts.flatMap((fact) =>
        fact.kind === 'payment' && fact.outcome === 'paid' ? [fact.periodStart] : [],
      )
      expect(later.filter(({ start }) => !paid.some((at) => Math.abs(at - start.getTime()) <= 1_000))).toEqual([])
      givenTwice += Number(
        new Set(facts.map(({ kind, ...fact }) => 'subscriptionId' in fact && fact.subscriptionId)).size > 1,
      )
    }),
    { numRuns: cases(300) },
  )
  expect(givenTwice).toBeGreaterThan(30)
})

it('B10: the ledger of such an account grants one trial', async () => {
  await fc.assert(
    fc.asyncProperty(someLife, async (life) => {
      const inTime = (events: Event[]) => events.map((event) => ({ ...event, heardAt: event.at, isSeen: true }))
      const { ledger, unbalanced } = await live(life, inTime, { trialsAgain: true })
      expect(ledger.filter(({ reason }) => reason?.startsWith('Trial of'))).toHaveLength(1)
      expect(unbalanced).toEqual([])
    }),
    { numRuns: cases(20) },
  )
  expect((await verifyLedger(store.database)).problems).toEqual([])
}, 120_000)

it('PLAN-11, B1, B3: shuffled, repeated and concurrent on two nodes, events end in the state, ledger and period of the ordered ones', async () => {
  await fc.assert(
    fc.asyncProperty(someLife, someDice, async (life, dice) => {
      const inTime = await live(life, (events) => events.map((event) => ({ ...event, heardAt: event.at })))
      const mixed = await live(life, (events, endsAt) => heardAt(endsAt, shuffled(twice(events), dice)), { atOnce: 4 })
      expect(mixed).toEqual(inTime)
      expect(mixed.unbalanced).toEqual([])
    }),
    { numRuns: cases(20) },
  )
  expect((await verifyLedger(store.database)).problems).toEqual([])
}, 120_000)

it('PLAN-11, B3: with requests in between, events that are weeks late leave the ledger that they leave in time', async () => {
  await fc.assert(
    fc.asyncProperty(someLife, someDice, fc.integer({ min: 2, max: 40 }), async (life, dice, days) => {
      // The same requests see the same facts, in whatever order and how often these were heard before.
      const inOrder = await live(life, (events, endsAt) => chapters(events, endsAt, days))
      const mixed = await live(life, (events, endsAt) =>
        sortBy(twice(chapters(events, endsAt, days)), dice, ({ heardAt }) => heardAt.getTime(), 1),
      )
      expect(mixed).toEqual(inOrder)
      expect(mixed.unbalanced).toEqual([])
    }),
    { numRuns: cases(20) },
  )
  expect((await verifyLedger(store.database)).problems).toEqual([])
}, 120_000)

it('B3: whatever requests saw before the late events came, no period is granted twice and every period sums up', async () => {
  await fc.assert(
    fc.asyncProperty(someLife, someDice, async (life, dice) => {
      const inTime = await live(life, (events) => events.map((event) => ({ ...event, heardAt: event.at })))
      const late = await live(life, (events) => delayed(twice(events), dice))
      expect(late.state).toEqual(inTime.state)
      expect(late.unbalanced).toEqual([])
      expect(new Set(late.opened).size).toBe(late.opened.length)
    }),
    { numRuns: cases(20) },
  )
  expect((await verifyLedger(store.database)).problems).toEqual([])
}, 120_000)

type Event = Life['events'][number]
/** An event and when we hear of it; `isSeen`: a request follows, which opens the usage month that it falls in. */
type Arrival = Event & { heardAt: Date; isSeen?: boolean }

const twice = <T>(items: T[]): T[] => [...items, ...items]
const shuffled = <T>(items: T[], dice: Iterable<number>): T[] => sortBy(items, dice, () => 0, 1)
const heardAt = (time: Date, events: Event[]): Arrival[] => events.map((event) => ({ ...event, heardAt: time }))

const dayMs = 86_400_000

/** Every event up to a month late, and a request after each. */
function delayed(events: Event[], dice: Iterable<number>): Arrival[] {
  const rolls = dice[Symbol.iterator]()
  return events
    .map((event) => {
      const lateMs = (31 * dayMs * rolls.next().value!) / 1_000_000
      return { ...event, heardAt: new Date(event.at.getTime() + lateMs), isSeen: true }
    })
    .sort((a, b) => a.heardAt.getTime() - b.heardAt.getTime())
}

/** Everything is heard at the end of its chapter of so many days, the last of which is followed by a request. */
function chapters(events: Event[], endsAt: Date, days: number): Arrival[] {
  const chapterMs = days * dayMs
  const endOf = ({ at }: Event) => Math.ceil((at.getTime() + 1 - startsAt.getTime()) / chapterMs) * chapterMs
  return events.map((event) => ({
    ...event,
    heardAt: new Date(Math.min(startsAt.getTime() + endOf(event), endsAt.getTime())),
    isSeen: true,
  }))
}

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

const firstStartOf = (facts: KnownFact[]): number =>
  Math.min(...facts.map((fact) => (fact.kind === 'subscription' ? fact.startedAt : Infinity)))

const openingsOf = (facts: KnownFact[]) =>
  standingOf(plans, facts, 'pro').openings.map(({ start, credits, reason }) => ({ start, credits, reason }))

/** A life on an account of its own, as it reaches us; where it ends up. At the end comes a request in any case. */
async function live(
  life: readonly Deed[],
  arrange: (events: Event[], endsAt: Date) => Arrival[],
  { atOnce = 1, trialsAgain = false } = {},
) {
  const accountId = await openAccountFor(store.database)
  const { events, endsAt } = play(life, accountId, startsAt, trialsAgain)
  let now = startsAt
  const clock = fixedClock(() => now)
  const context = { clock, plans, publicUrl: 'http://localhost' }
  const arriving = arrange(events, endsAt)
  for (let at = 0; at < arriving.length; at += atOnce) {
    const heard = arriving.slice(at, at + atOnce)
    now = heard[0]!.heardAt
    await Promise.all(
      heard.map(({ payload }, node) => {
        const { id, fact } = read(payload, now)
        return takeEvent(node % 2 === 0 ? store.database : otherNode, context, id, fact!)
      }),
    )
    const isLastOfItsMoment = arriving[at + atOnce]?.heardAt.getTime() !== now.getTime()
    if (heard[0]!.isSeen && isLastOfItsMoment) await visit(accountId, clock)
  }
  now = new Date(Math.max(now.getTime(), endsAt.getTime()))
  await visit(accountId, clock)
  return describe(accountId, clock)
}

/** What every request does: it opens the period that it falls in. */
async function visit(accountId: string, clock: Clock) {
  const account = (await findAccount(store.database, accountId))!
  const now = clock.now()
  const period = hasApiAccess(account, now) ? periodOf(account, planOf(plans, account), now) : null
  return currentBalance(store.database, clock, accountId, period)
}

async function describe(accountId: string, clock: Clock) {
  const { id, name, ...state } = (await findAccount(store.database, accountId))!
  const { balance, periodCredits, periodStart, periodEnd } = await visit(accountId, clock)
  const entries = await entriesOf(accountId)
  return {
    state: JSON.parse(JSON.stringify(state).replaceAll(accountId, 'acc_model')),
    credits: { balance, periodCredits, periodStart, periodEnd },
    ledger: entries.map(({ opens, ...entry }) => entry),
    opened: entries.filter(({ opens }) => opens).map(({ period }) => period),
    unbalanced: await unbalancedPeriods(accountId),
  }
}

/**
 * The ledger, one period after the other. Each entry is appended when its reason becomes known, so across periods the
 * numbers tell only the order in which we heard.
 */
function entriesOf(accountId: string) {
  return store.database.query<{
    kind: string
    amount: number
    reason: string | null
    period: string
    opens: boolean
  }>(sql`
    SELECT kind, amount, door, reason, period_start::text AS period, opens_period AS opens FROM credit_entries
    WHERE account_id = ${accountId} ORDER BY period_start, seq`)
}

/** B4: what a period was given and did not spend has expired, except in the current one. */
function unbalancedPeriods(accountId: string): Promise<unknown[]> {
  return store.database.query(sql`
    SELECT e.period_start FROM credit_entries e JOIN credit_balances b USING (account_id)
    WHERE account_id = ${accountId} GROUP BY e.period_start, b.period_start, b.balance
    HAVING sum(e.amount) <> CASE WHEN e.period_start = b.period_start THEN b.balance ELSE 0 END`)
}

async function openAccountFor(db: Database): Promise<string> {
  const userId = `usr_${randomLetters(20).toLowerCase()}`
  await db.query(sql`INSERT INTO users (id, name, email) VALUES (${userId}, 'Ada', ${`${userId}@x.example`})`)
  return createSignUpAccount(db, plans, 'Model', userId)
}

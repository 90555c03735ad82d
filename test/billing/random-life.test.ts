import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { effectiveStatus } from '../../src/accounts/api-access.ts'
import { advance } from '../../src/billing/stripe-simulator/billing-cycle.ts'
import { reconcile } from '../../src/billing/sync/reconcile.ts'
import { verifyLedger } from '../../src/credits/verify.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { checkCredits } from '../support/lives/check-credits.ts'
import { aboutMoney, beginnings, type DeedName, deeds, nameAllPrices } from '../support/lives/deeds.ts'
import { beginLife, deliver, type Life, type SimulatedEvent, takeEvents, visit } from '../support/lives/life.ts'
import { whatStripeSays } from '../support/lives/what-stripe-says.ts'
import { cases, seed } from '../support/seed.ts'

/**
 * Any sequence of what customers, operators, banks and the clock do, here and at Stripe, with events that are dropped, doubled
 * and shuffled: after reconciliation the account is what Stripe says, and the ledger adds up. `npm run long -- lives --lives 10000`.
 */
let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(async () => {
  expect((await verifyLedger(store.database)).problems).toEqual([])
  await store.drop()
})

type Step = { hours: number; deed: DeedName; fate: 'heard' | 'dropped' | 'doubled' | 'late' | 'shuffled' }

const hours = fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 24 * 45 }))
const fate = fc.constantFrom<Step['fate'][]>('heard', 'dropped', 'doubled', 'late', 'shuffled')
const stepWith = (names: readonly DeedName[]): fc.Arbitrary<Step> =>
  fc.record({ hours, deed: fc.constantFrom(...names), fate })
/** Short in every run, long in a nightly one. */
const longest = process.env.TEST_CASES ? 12 : 6
const someLife = fc
  .tuple(
    stepWith(beginnings),
    fc.array(fc.oneof(stepWith(Object.keys(deeds) as DeedName[]), stepWith(aboutMoney)), {
      minLength: 1,
      maxLength: longest,
      size: 'max',
    }),
  )
  .map(([first, rest]) => [first, ...rest])

async function live(steps: readonly Step[]): Promise<Life> {
  const life = await beginLife(store.database)
  let late: SimulatedEvent[] = []
  for (const { hours, deed, fate } of steps) {
    advance(life.world, life.world.now + hours * 3_600)
    await deeds[deed](life)
    const events = takeEvents(life)
    if (fate === 'late') late.push(...events)
    if (fate === 'heard') await deliver(life, events)
    if (fate === 'doubled') await deliver(life, events, 2)
    if (fate === 'shuffled') {
      await deliver(life, [...events, ...late].toReversed())
      late = []
      await visit(life)
    }
  }
  await deliver(life, late.toReversed())
  return life
}

async function endAsStripeSays(steps: readonly Step[]): Promise<void> {
  const life = await live(steps)
  const { accountId, needs } = life
  nameAllPrices(life)
  await reconcile(store.database, needs.billing, { accountId })
  const { status, planId, ...found } = await life.account()
  const standing = { status: effectiveStatus({ status, planId, ...found }, needs.clock.now()), planId }
  expect(standing).toEqual(await whatStripeSays(life, planId))
  await visit(life)
  const again = await reconcile(store.database, needs.billing, { accountId })
  expect([again.differences, again.failed]).toEqual([[], []])
  await checkCredits(life)
}

/** Lives do not touch each other, so several are lived side by side: the database works while we think. */
const sideBySide = 3

it('BILL-15, PLAN-11, B1, B3: whatever happens at Stripe and whatever we hear of it, after a look the account is what Stripe says', async () => {
  // As scripts/long.ts knows.
  const lives = cases(15)
  const numRuns = Math.ceil(lives / sideBySide)
  const shares = Array.from({ length: sideBySide }, (_, share) =>
    fc.assert(fc.asyncProperty(someLife, endAsStripeSays), { numRuns, seed: seed + share }),
  )
  await Promise.all(shares)
}, 3_600_000)

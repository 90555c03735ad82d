import { expect } from 'vitest'
import { isInTrial, planOf } from '../../../src/accounts/plan-state.ts'
import { sql } from '../../../src/base/sql.ts'
import { packs } from '../../../src/billing/plans/packs.ts'
import { plans } from '../../../src/billing/plans/plans.ts'
import { chargeOf } from '../../../src/billing/stripe-simulator/invoicing.ts'
import type { StripeObject, World } from '../../../src/billing/stripe-simulator/world.ts'
import type { Balance } from '../../../src/credits/ledger.ts'
import { readHoldings } from '../../../src/credits/lots.ts'
import { type Life, visit } from './life.ts'

type Entry = { kind: string; amount: number; reason: string | null; opens: boolean; start: Date | number }

/** What the ledger must hold, counted from what was paid and given back at Stripe. */
export async function checkCredits(life: Life): Promise<void> {
  const { needs, accountId, account, done, world } = life
  const entries = await needs.database.query<Entry>(sql`
    SELECT kind, amount, reason, opens_period AS opens, period_start AS start
    FROM credit_entries WHERE account_id = ${accountId}`)
  const opened = entries.filter(({ opens }) => opens).map(({ start }) => Number(start))
  expect(new Set(opened).size).toBe(opened.length)
  expect(entries.filter(({ reason }) => reason?.startsWith('Trial of')).length).toBeLessThanOrEqual(1)
  await checkPacks(life, entries)
  const found = await account()
  const { period, balance } = await visit(life)
  if (done.hasOperatorsWord) return
  await checkEnded(life, balance)
  if (!period || found.status !== 'active' || isInTrial(found)) return
  // The ledger never goes back: a month that the clock opened on old news stands for the one that is in force.
  const start = new Date(Math.max(period.start.getTime(), ...opened))
  const ofPeriod = entries.filter((entry) => Number(entry.start) === start.getTime())
  const isPlans = ({ opens, reason }: Entry): boolean =>
    opens || /^(Upgrade to|Downgrade to|Monthly credits of|No subscription)/.test(reason ?? '')
  const included = ofPeriod.filter(isPlans).reduce((sum, { amount }) => sum + amount, 0)
  const planCredits = [...plans.values()].map(({ creditsPerMonth }) => creditsPerMonth)
  if (ofPeriod.some(({ kind, reason }) => kind === 'adjust' && !/^(Downgrade|No subscription)/.test(reason ?? '')))
    return
  if (done.spends === 0) expect(planCredits).toContain(included)
  expect(included).toBeGreaterThanOrEqual(planOf(plans, found).creditsPerMonth)
  await checkRefundedPeriod(life, period.start)
  expect(world.now).toBeGreaterThan(0)
}

/** Once every subscription has ended, nothing is left of a month that began later. */
async function checkEnded({ world, needs, accountId }: Life, { periodStart }: Balance): Promise<void> {
  const begun = [...world.subscriptions.values()].filter(({ status }) => !status.startsWith('incomplete'))
  const lastEnd = Math.max(...begun.map(({ ended_at }) => ended_at ?? Number.POSITIVE_INFINITY))
  if (begun.length === 0 || Number(periodStart) < lastEnd * 1_000) return
  // One that ended in the second in which it began has had its month.
  if (begun.some(({ start_date }) => start_date * 1_000 === Number(periodStart))) return
  const own = (await readHoldings(needs.database, accountId)).lots.find(({ source }) => source === 'period')
  expect(own?.left ?? 0).toBe(0)
}

/** Every pack that was paid for is granted once; what was given back is taken back, and what was not stays. */
async function checkPacks({ world, needs, accountId, done }: Life, entries: Entry[]): Promise<void> {
  const bought = [...world.invoices.values()].filter(({ metadata, status }) => metadata.pack_id && status === 'paid')
  const size = packs.get('small')!.credits
  const granted = entries.filter(({ reason }) => reason?.startsWith('Credit pack'))
  expect(granted.map(({ amount }) => amount)).toEqual(bought.map(() => size))
  const { lots } = await readHoldings(needs.database, accountId)
  for (const invoice of bought) {
    const left = lots.find(({ reference }) => reference === invoice.id)?.left ?? 0
    const kept = size - Math.floor(size * givenBack(world, invoice))
    expect(left).toBeLessThanOrEqual(kept)
    const isFresh = world.now < invoice.status_transitions.paid_at + 360 * 86_400
    if (done.spends === 0 && isFresh) expect(left).toBe(kept)
  }
}

/** Of a month whose every payment was given back or lost, nothing of the plan's own credits is left. */
async function checkRefundedPeriod({ world, needs, accountId }: Life, start: Date): Promise<void> {
  const touching = [...world.invoices.values()].filter(({ status, lines, metadata }) => {
    const end = lines.data.at(-1)?.period.end * 1_000
    return status === 'paid' && !metadata.pack_id && end > start.getTime()
  })
  const isWhole = touching.length === 1 && touching[0].lines.data.length === 1
  if (!isWhole || givenBack(world, touching[0]) < 1) return
  if (Math.abs(touching[0].lines.data[0].period.start * 1_000 - start.getTime()) > 1_000) return
  const own = (await readHoldings(needs.database, accountId)).lots.find(({ source }) => source === 'period')
  expect(own?.left ?? 0).toBe(0)
}

function givenBack(world: World, invoice: StripeObject): number {
  const charge = chargeOf(world, invoice)
  if (!charge) return 0
  const isLost = [...world.disputes.values()].some(({ charge: id, status }) => id === charge.id && status === 'lost')
  return isLost ? 1 : charge.amount_refunded / charge.amount
}

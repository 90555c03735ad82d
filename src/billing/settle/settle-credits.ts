import { type Account, planOf } from '../../accounts/accounts.ts'
import { hasApiAccess } from '../../accounts/api-access.ts'
import type { Plans } from '../../accounts/plan.ts'
import { isInTrial, periodOf } from '../../accounts/plan-state.ts'
import { grantCredits } from '../../credits/grants.ts'
import type { Balance, Period } from '../../credits/ledger.ts'
import { grantPack, takeBack } from '../../credits/lots.ts'
import {
  findUnopened,
  isDue,
  keepPeriodEnd,
  openingCredits,
  openPeriod,
  recordPastPeriod,
} from '../../credits/periods.ts'
import type { Db } from '../../db/database.ts'
import { addMonths } from '../../metering/usage-month.ts'
import type { BillingContext } from '../billing-context.ts'
import { type Effects, readEffects } from './effects.ts'
import type { InvoiceSnapshot } from './snapshot.ts'
import { invoicesThatCount, type Known, type Standing } from './standing.ts'
import { invoiceRowOf, paymentOf, paymentRowOf } from './transitions.ts'

const secondMs = 1_000

/**
 * Brings the ledger to where the standing says: periods that were paid for, the difference of an upgrade, packs, and what
 * a refund or a lost dispute takes back. Each is done once, whatever makes us look again. The caller holds the balance.
 */
export async function settleCredits(
  tx: Db,
  context: BillingContext,
  balance: Balance,
  { account, known, standing }: { account: Account; known: Known; standing: Standing },
): Promise<void> {
  const { clock, plans } = context
  let held = balance
  for (const period of await findUnopened(tx, account.id, standing.openings)) {
    const write = isDue(held, period) ? openPeriod : recordPastPeriod
    held = await write(tx, clock, held, period, 'billing')
  }
  const now = clock.now()
  const current = hasApiAccess(account, now) ? periodOf(account, planOf(plans, account), now) : null
  if (current && isDue(held, current)) held = await openPeriod(tx, clock, held, current, 'billing')
  await keepPeriodEnd(tx, held, current ? [...standing.openings, current] : standing.openings)
  const invoices = invoicesThatCount(known)
  const effects = await readEffects(tx, clock, account.id)
  if (current && standing.subscription && !isInTrial(account)) {
    await followPlan(tx, context, { account, effects, current }, invoices)
  }
  for (const invoice of invoices) await settlePack(tx, context, { account, effects, current }, invoice)
  // The credits of an earlier subscription ended with it; a refund of its invoice takes nothing from the one in force.
  const inForce = standing.subscription?.subscriptionId
  const mayTakeBack = invoices.filter(({ pack, subscriptionId }) => pack !== null || subscriptionId === inForce)
  for (const invoice of mayTakeBack) await settleRefund(tx, context, { account, effects, current }, invoice)
}

/** What each step below works on. */
type Settling = { account: Account; effects: Effects; current: Period | null }

/**
 * An upgrade brings the difference at once, and only the first time in a period. A period that the clock opened before
 * the news of a downgrade came gives back what the smaller plan does not include.
 */
async function followPlan(
  tx: Db,
  { clock, plans }: BillingContext,
  { account, effects, current: period }: Settling & { current: Period },
  invoices: InvoiceSnapshot[],
): Promise<void> {
  const plan = planOf(plans, account)
  const opened = await openingCredits(tx, account.id, period.start)
  if (opened === null) return
  const [upgrade, downgrade] = ['upgrade', 'downgrade'].map((name) => `${name}:${period.start.toISOString()}`)
  const level = opened + effects.get(upgrade!) - effects.get(downgrade!)
  if (plan.creditsPerMonth > level) {
    const difference = plan.creditsPerMonth - level
    const reason = `Upgrade to ${plan.name}`
    await grantCredits(tx, clock, account.id, difference, { door: 'billing', reason, period, source: 'period' })
    await effects.keep(upgrade!, difference + effects.get(upgrade!))
    return
  }
  const paid = invoices.find(
    (invoice) => invoice.state === 'paid' && Math.abs(invoice.period.start - period.start.getTime()) <= secondMs,
  )
  const bought = paid?.planId ? plans.get(paid.planId)?.creditsPerMonth : undefined
  if (bought === undefined || bought >= opened || effects.get(downgrade!) > 0) return
  const lot = { periodStart: period.start }
  const reason = `Downgrade to ${plan.name}`
  await takeBack(tx, clock, { accountId: account.id, credits: opened - bought, lot, reason, door: 'billing' })
  await effects.keep(downgrade!, opened - bought)
}

async function settlePack(
  tx: Db,
  { clock }: BillingContext,
  { account, effects }: Settling,
  invoice: InvoiceSnapshot,
): Promise<void> {
  const { pack, state, paidAt, invoiceId } = invoice
  if (!pack || !invoiceRowOf(state).opensPeriod || effects.get(`pack:${invoiceId}`) > 0) return
  const expiresAt = addMonths(new Date(paidAt ?? clock.now()), pack.validMonths)
  await grantPack(tx, clock, {
    accountId: account.id,
    credits: pack.credits,
    expiresAt,
    reference: invoiceId,
    reason: `Credit pack of ${pack.credits.toLocaleString('en-US')}`,
    door: 'billing',
  })
  await effects.keep(`pack:${invoiceId}`, pack.credits)
}

async function settleRefund(
  tx: Db,
  { clock, plans }: BillingContext,
  { account, effects, current }: Settling,
  invoice: InvoiceSnapshot,
): Promise<void> {
  const share = refundedShare(invoice)
  if (share === 0) return
  const bought = creditsBoughtWith(plans, effects, current, invoice)
  if (!bought) return
  const effect = `refund:${invoice.invoiceId}`
  const before = effects.get(effect)
  const credits = Math.floor(bought.credits * share)
  if (credits <= before) return
  const reason = invoice.dispute === 'lost' ? 'Disputed payment' : 'Refunded payment'
  const taken = { accountId: account.id, credits: credits - before, lot: bought.lot, reason, door: 'billing' as const }
  await takeBack(tx, clock, taken)
  await effects.keep(effect, credits)
}

function refundedShare(invoice: InvoiceSnapshot): number {
  const { amountPaid, amountRefunded } = invoice
  if (amountPaid <= 0) return 0
  const shares = { nothing: 0, share: amountRefunded / amountPaid, everything: 1 }
  return shares[paymentRowOf(paymentOf(invoice)).takesBack]
}

type Bought = { credits: number; lot: { reference: string } | { periodStart: Date } }

/** Null when nothing of it can be left: the period is over. */
function creditsBoughtWith(
  plans: Plans,
  effects: Effects,
  current: Period | null,
  { pack, invoiceId, period, planId }: InvoiceSnapshot,
): Bought | null {
  if (pack) return { credits: pack.credits, lot: { reference: invoiceId } }
  const plan = planId === null ? undefined : plans.get(planId)
  if (!current || !plan) return null
  const start = current.start.getTime()
  if (start + secondMs >= period.start && start < period.end) {
    return { credits: plan.creditsPerMonth, lot: { periodStart: current.start } }
  }
  // An invoice that begins within the period is the price of an upgrade.
  if (period.start < start || period.start >= current.end.getTime()) return null
  const credits = effects.get(`upgrade:${current.start.toISOString()}`)
  return { credits, lot: { periodStart: current.start } }
}

import type { Account } from '../../accounts/accounts.ts'
import type { Plan } from '../../accounts/plan.ts'
import { addMonths, isInTrial, openablePeriod, planAt, reasonOfMonth } from '../../accounts/plan-state.ts'
import { grantCredits } from '../../credits/grants.ts'
import { type Balance, type Period, readBalance, toTime } from '../../credits/ledger.ts'
import { grantPack, takeBack } from '../../credits/lots.ts'
import { findOpening, type Opening, openPeriods } from '../../credits/periods.ts'
import type { Db } from '../../db/database.ts'
import type { BillingContext } from '../context/billing-context.ts'
import { type Effects, readEffects } from './effects.ts'
import { fixLevels, levelOf } from './plan-levels.ts'
import type { InvoiceSnapshot } from './snapshot.ts'
import { hasOperatorTheLastWord, type Standing } from './standing.ts'
import { type AccountFacts, earlyMs, invoicesThatCount } from './subscriptions.ts'
import { invoiceRowOf, paymentOf, paymentRowOf } from './transitions.ts'

/**
 * Brings the ledger to where the standing says: periods that were paid for, the difference of an upgrade, packs, and what
 * a refund or a lost dispute takes back. Each is done once, whatever makes us look again. The caller holds the balance.
 */
export async function settleCredits(
  tx: Db,
  context: BillingContext,
  balance: Balance,
  { account, known, standing }: { account: Account; known: AccountFacts; standing: Standing },
): Promise<void> {
  const { clock, plans } = context
  const now = clock.now()
  const current = openablePeriod(account, planAt(plans, account, now), now)
  const held = await openPeriods(tx, clock, balance, { paidFor: standing.openings, current })
  const { periodStart: start } = held
  const isKept = start instanceof Date && !isOperatorsWord(known, standing)
  const kept = current && isKept ? { ...current, start } : current
  const invoices = invoicesThatCount(known)
  const effects = await readEffects(tx, clock, account.id)
  const opening = kept && (await findOpening(tx, account.id, kept.start))
  const planIds = current
    ? [planAt(plans, account, now).id, ...covering(invoices, current).map(({ planId }) => planId)]
    : []
  const levels = await fixLevels(plans, effects, kept && { accountId: account.id, start: kept.start, opening }, planIds)
  const settling = { account, effects, current, kept, opening, levels }
  if (!current) await takeBackUnfounded(tx, context, held, settling, { known, standing })
  // The credits of a plan that the operator gave are the operator's to give: nobody has paid for its difference.
  const isSold = standing.subscription && !hasOperatorTheLastWord(known)
  if (current && kept && isSold && !isInTrial(account)) {
    await followPlan(tx, context, { ...settling, current, kept }, invoices)
  }
  for (const invoice of invoices) await settlePack(tx, context, settling, invoice)
  // The credits of an earlier subscription ended with it; a refund of its invoice takes nothing from the one in force.
  const inForce = standing.subscription?.subscriptionId
  const mayTakeBack = invoices.filter(({ pack, subscriptionId }) => pack !== null || subscriptionId === inForce)
  for (const invoice of mayTakeBack) await settleRefund(tx, context, settling, invoices, invoice)
}

/** What each step below works on. */
type CreditSettlement = {
  account: Account
  effects: Effects
  current: Period | null
  /**
   * The current period as the ledger holds it. The ledger never goes back: a month that the clock opened on old news, later than
   * the period that is in force, takes that period's place until it ends.
   */
  kept: Period | null
  opening: Opening | null
  /** What each plan gives in the current period, by id. */
  levels: ReadonlyMap<string, number>
}

/** A subscription does not override a fact that the operator set while it was alive. */
const isOperatorsWord = ({ operator }: AccountFacts, { subscription }: Standing): boolean =>
  operator !== null && subscription !== null && operator.at >= subscription.startedAt

/** What billing did to the credits of one period, by name. */
const effectsOn = ({ start }: Pick<Period, 'start'>) => ({
  upgrade: `upgrade:${start.toISOString()}`,
  downgrade: `downgrade:${start.toISOString()}`,
  unfounded: `unfounded:${start.toISOString()}`,
})

/**
 * A month that the clock opened after the last subscription had ended, because nobody could tell us: its unspent credits
 * are taken back. A month that the operator gave stays.
 */
async function takeBackUnfounded(
  tx: Db,
  { clock }: BillingContext,
  { periodStart: start }: Balance,
  { account, effects }: CreditSettlement,
  { known, standing }: { known: AccountFacts; standing: Standing },
): Promise<void> {
  const endedAt = standing.subscription?.endedAt ?? null
  if (endedAt === null || !(start instanceof Date) || start.getTime() < endedAt) return
  if (known.operator && known.operator.at >= endedAt) return
  if (standing.openings.some((opening) => opening.start.getTime() === start.getTime())) return
  const { unfounded } = effectsOn({ start })
  const given = { accountId: account.id, reason: 'No subscription in this period', door: 'billing' as const }
  const taken = await takeBack(tx, clock, { ...given, credits: Number.MAX_SAFE_INTEGER, lot: { periodStart: start } })
  if (taken > 0) await effects.keep(unfounded, effects.get(unfounded) + taken)
}

/** What plans have given to a period so far: when it opened, and in all. */
function planCredits(
  { credits }: Opening,
  period: Pick<Period, 'start'>,
  effects: Effects,
): { opened: number; inAll: number } {
  const { upgrade, downgrade, unfounded } = effectsOn(period)
  const opened = credits - effects.get(unfounded)
  return { opened, inAll: opened + effects.get(upgrade) - effects.get(downgrade) }
}

/** What an upgrade to this plan would add now. `period` is the current one, which the ledger may not have opened yet. */
export async function creditsOfUpgrade(
  db: Db,
  { clock, plans }: Pick<BillingContext, 'clock' | 'plans'>,
  accountId: string,
  plan: Plan,
  { period, current }: { period: Period; current: Plan },
): Promise<number> {
  const { periodStart } = await readBalance(db, accountId)
  const start = new Date(Math.max(period.start.getTime(), toTime(periodStart)))
  const opening = await findOpening(db, accountId, start)
  const effects = await readEffects(db, clock, accountId)
  const level = (one: Plan): number => levelOf(plans, effects, { accountId, start, opening }, one)
  const given = opening ? planCredits(opening, { start }, effects).inAll : level(current)
  return Math.max(0, level(plan) - given)
}

/**
 * An upgrade brings the difference at once, and only the first time in a period. A period that the clock opened before
 * the news of a downgrade or of another subscription came gives back what the smaller plan does not include.
 */
async function followPlan(
  tx: Db,
  { clock, plans }: BillingContext,
  { account, effects, current, kept, opening, levels }: CreditSettlement & { current: Period; kept: Period },
  invoices: InvoiceSnapshot[],
): Promise<void> {
  if (opening === null) return
  const plan = planAt(plans, account, clock.now())
  const included = levels.get(plan.id)!
  const { opened, inAll } = planCredits(opening, kept, effects)
  const { upgrade, downgrade } = effectsOn(kept)
  const isReplaced = kept.start > current.start
  if (included > inAll) {
    const difference = included - inAll
    const reason = isReplaced ? reasonOfMonth(plan) : `Upgrade to ${plan.name}`
    await grantCredits(tx, clock, account.id, difference, { door: 'billing', reason, period: kept, source: 'period' })
    await effects.keep(upgrade, difference + effects.get(upgrade))
    return
  }
  const paid = invoices.find(
    (invoice) => invoice.state === 'paid' && Math.abs(invoice.period.start - current.start.getTime()) <= earlyMs,
  )
  const invoiced = levels.get(paid?.planId ?? '')
  if (invoiced === undefined && !isReplaced) return
  // After an upgrade within the period it is the larger plan that was bought.
  const bought = Math.max(invoiced ?? 0, included)
  if (bought >= opened || effects.get(downgrade) > 0) return
  const lot = { periodStart: kept.start }
  const reason = `Downgrade to ${plan.name}`
  await takeBack(tx, clock, { accountId: account.id, credits: opened - bought, lot, reason, door: 'billing' })
  await effects.keep(downgrade, opened - bought)
}

async function settlePack(
  tx: Db,
  { clock }: BillingContext,
  { account, effects }: CreditSettlement,
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
  { clock }: BillingContext,
  settling: CreditSettlement,
  invoices: InvoiceSnapshot[],
  invoice: InvoiceSnapshot,
): Promise<void> {
  const { account, effects } = settling
  const share = refundedShare(invoice)
  if (share === 0) return
  const bought = creditsBoughtWith(settling, invoices, invoice)
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

type BoughtCredits = { credits: number; lot: { reference: string } | { periodStart: Date } }

/** Null when nothing of it can be left: the period is over. */
function creditsBoughtWith(
  { current, kept, levels }: CreditSettlement,
  invoices: InvoiceSnapshot[],
  { pack, invoiceId, subscriptionId }: InvoiceSnapshot,
): BoughtCredits | null {
  if (pack) return { credits: pack.credits, lot: { reference: invoiceId } }
  if (!current || !kept) return null
  const ofSubscription = invoices.filter((one) => one.pack === null && one.subscriptionId === subscriptionId)
  const credits = boughtInPeriod(levels, covering(ofSubscription, current)).get(invoiceId)
  return credits === undefined ? null : { credits, lot: { periodStart: kept.start } }
}

/** The invoices that were paid for a time which reaches into the period. */
const covering = (invoices: InvoiceSnapshot[], { start, end }: Period): InvoiceSnapshot[] =>
  invoices.filter(
    ({ state, period }) =>
      invoiceRowOf(state).opensPeriod && period.start < end.getTime() && period.end > start.getTime() + earlyMs,
  )

/**
 * What each invoice that covers the period bought of its credits: the first one what its plan includes, every upgrade after
 * it what its plan includes beyond those before. The provider counts in seconds, so several may share a moment.
 */
function boughtInPeriod(levels: ReadonlyMap<string, number>, invoices: InvoiceSnapshot[]): Map<string, number> {
  const priced = invoices
    .flatMap(({ invoiceId, period, planId }) => {
      const credits = levels.get(planId ?? '')
      return credits === undefined ? [] : [{ invoiceId, from: period.start, credits }]
    })
    .toSorted((a, b) => a.from - b.from || a.credits - b.credits)
  const bought = new Map<string, number>()
  let level = 0
  for (const { invoiceId, credits } of priced) {
    bought.set(invoiceId, Math.max(0, credits - level))
    level = Math.max(level, credits)
  }
  return bought
}

import { accessStatuses, effectiveStatus } from '../../../src/accounts/api-access.ts'
import type { PlanState } from '../../../src/accounts/plan.ts'
import { sql } from '../../../src/base/sql.ts'
import type { OperatorFact } from '../../../src/billing/settle/operator-fact.ts'
import { invoicesOf, type StripeObject, type World } from '../../../src/billing/stripe-simulator/world.ts'
import type { Life } from './life.ts'

const day = 86_400

type ExpectedStanding = { status: string; planId: string }

/**
 * Where an account must stand: what Stripe says, read as plainly as the table of docs/stripe.md puts it, without any of the
 * code under test. The operator's word counts until Stripe shows something new.
 */
export async function whatStripeSays(life: Life, planId: string): Promise<ExpectedStanding> {
  const { world } = life
  const begun = begunSubscriptions(life)
  const word = life.done.hasOperatorsWord ? await readWord(life) : null
  if (begun.length === 0) return word ? word.expected : { status: 'none', planId }
  if (word?.isLast) return word.expected
  const granted = life.done.hasOperatorsWord ? await readGranted(life) : new Set([begun[0].id])
  const living = begun.filter(({ ended_at }) => ended_at === null)
  const giving = living.find(({ status }) => ['trialing', 'active', 'past_due'].includes(status))
  const found = giving ?? living[0]
  const last = found ?? begun.toSorted((a, b) => a.ended_at - b.ended_at).at(-1)
  const expected = {
    status: found ? statusOf(world, found, granted.has(found.id)) : 'lapsed',
    planId: planOfPrice(last.items.data[0].price.id),
  }
  // A plan that the operator gave stays while a trial that does not count waits for its first payment.
  const waits = found && !granted.has(found.id) && isBeforeFirstPayment(world, found)
  return waits && word?.givesAccess ? word.expected : expected
}

/** `price_pro_month_12` stands for pro: the fake's ids say what was bought, whatever keys and metadata say. */
const planOfPrice = (priceId: string): string => priceId.split('_')[1]!

const begunSubscriptions = ({ world, accountId }: Life): StripeObject[] =>
  [...world.subscriptions.values()]
    .filter(({ metadata, status }) => metadata.account_id === accountId && !status.startsWith('incomplete'))
    .toSorted((a, b) => a.start_date - b.start_date || (a.id < b.id ? -1 : 1))

function statusOf(world: World, subscription: StripeObject, isTrialGranted: boolean): string {
  const { now } = world
  const { status, trial_end: trialEnd } = subscription
  const invoices = invoicesOf(world, subscription.id)
  if (subscription.cancel_at_period_end && subscription.items.data[0].current_period_end <= now) return 'lapsed'
  if (status === 'trialing') return isTrialGranted ? 'trialing' : 'lapsed'
  const unpaid = invoices.filter((one) => one.collection_method === 'send_invoice' && /draft|open/.test(one.status))
  if (status === 'past_due' && unpaid.length > 0) return now < paidUntil(subscription, invoices) ? 'past_due' : 'lapsed'
  if (status === 'past_due') {
    const open = invoices.filter((invoice) => invoice.status === 'open' && invoice.attempted)
    // A subscription can stay past due although nothing is open any more: then the period began unpaid.
    const failures = open.map((invoice) => invoice.status_transitions.finalized_at)
    const since = failures.length > 0 ? Math.min(...failures) : subscription.items.data[0].current_period_start
    return now < since + 7 * day ? 'past_due' : 'lapsed'
  }
  if (status !== 'active') return 'lapsed'
  if (isBeforeFirstPayment(world, subscription)) return isTrialGranted && now < trialEnd + day ? 'trialing' : 'lapsed'
  const paidFor = paidUntil(subscription, invoices)
  if (subscription.pause_collection) return now < paidFor ? 'active' : 'lapsed'
  if (unpaid.length > 1) return now < paidFor ? 'past_due' : 'lapsed'
  if (unpaid[0]?.status !== 'open') return 'active'
  const { due_date: due, lines } = unpaid[0]
  return now < Math.max(paidFor, Math.min(due, lines.data.at(-1).period.end)) ? 'active' : 'lapsed'
}

const paidUntil = ({ start_date }: StripeObject, invoices: StripeObject[]): number => {
  const paid = invoices.filter(({ status }) => status === 'paid')
  return Math.max(start_date, ...paid.map(({ lines }) => lines.data.at(-1).period.end))
}

function isBeforeFirstPayment(world: World, { id, status, trial_start, trial_end }: StripeObject): boolean {
  if (trial_start === null || !['trialing', 'active'].includes(status)) return false
  const settled = invoicesOf(world, id).filter((invoice) => ['paid', 'void', 'uncollectible'].includes(invoice.status))
  return !settled.some(({ lines, total }) => total > 0 && lines.data.at(-1).period.start >= trial_end)
}

/** The operator's latest word, what it comes to by now, and whether Stripe has shown anything new since. */
async function readWord({ needs: { database, clock }, accountId }: Life) {
  const [row] = await database.query<{ fact: OperatorFact; isLast: boolean }>(sql`
    SELECT fact, NOT EXISTS (
      SELECT FROM billing_snapshots s JOIN billing_customer_accounts c USING (customer_id)
      WHERE c.account_id = ${accountId} AND s.observed_at >= to_timestamp((fact->>'at')::float8 / 1000)) AS "isLast"
    FROM billing_facts WHERE account_id = ${accountId}
    ORDER BY (fact->>'at')::float8 DESC, received_at DESC LIMIT 1`)
  const { fact, isLast } = row!
  const date = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))
  const state: PlanState = {
    planId: fact.planId,
    status: fact.status,
    periodAnchor: date(fact.periodAnchor),
    trialEndsAt: date(fact.trialEndsAt),
    accessEndsAt: date(fact.accessEndsAt),
  }
  const expected = { status: effectiveStatus(state, clock.now()), planId: fact.planId }
  return { expected, isLast, givesAccess: accessStatuses.includes(fact.status) }
}

/** After the operator's word it is a matter of its moment whether a trial is the account's first (trials.test.ts). */
async function readGranted({ needs: { database }, accountId }: Life): Promise<Set<string>> {
  const rows = await database.query<{ id: string }>(sql`
    SELECT subscription_id AS id FROM billing_trials WHERE account_id = ${accountId} AND is_granted`)
  return new Set(rows.map(({ id }) => id))
}

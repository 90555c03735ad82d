import { findAccount, findAccountsOfCustomer, findCustomerIds } from '../../accounts/accounts.ts'
import type { Clock } from '../../base/clock.ts'
import { sql } from '../../base/sql.ts'
import type { Database, Db } from '../../db/database.ts'
import type { Settlement } from '../settle/settle.ts'
import { beginLook, registerCustomers } from '../settle/snapshots.ts'
import { isTestCustomer } from '../stripe-simulator/world-store.ts'
import { type BillingServices, requireStripe } from './billing-services.ts'
import { type Cause, type LookResult, lookEveryMinutes, takeObservation } from './look.ts'
import { overruledIn } from './overruled.ts'

/** A customer that we know, or that an account of the release before knows, or whose event names one of our accounts. */
export async function isOurCustomer(db: Db, customerId: string, namedAccountId: string | null): Promise<boolean> {
  const [known] = await db.query(sql`SELECT 1 FROM billing_customers WHERE customer_id = ${customerId}`)
  if (known || (namedAccountId !== null && (await findAccount(db, namedAccountId)))) return true
  return (await findAccountsOfCustomer(db, customerId)).length > 0
}

type Difference = { account_id: string; customer_id: string; changes: string[] }
export type ReconcileReport = {
  customers: number
  differences: Difference[]
  /** Where the operator's word holds against a living subscription, in a sentence each. Settling leaves them alone. */
  overruled: { account_id: string; customer_id: string; fact: string }[]
  /** Customers whom the provider could not return. */
  failed: { customer_id: string; reason: string }[]
}

const reconciling: Cause = { kind: 'reconcile', id: 'reconcile' }

type ReconcileOptions = { accountId?: string | null; dryRun?: boolean }

/** Reads the provider's truth about every customer and settles what differs, by the same way that events take. */
export async function reconcile(
  db: Database,
  services: BillingServices,
  { accountId = null, dryRun = false }: ReconcileOptions = {},
): Promise<ReconcileReport> {
  if (!dryRun) await registerEarlierCustomers(db, accountId)
  return compareEach(db, services, await findCustomers(db, accountId), dryRun)
}

type Part = { after: string | null; most: number; seconds: number }
type PartReport = ReconcileReport & { left: number; last: string | null }

/**
 * A part of all customers, in the order of their ids, compared without a change: at most so many, and none is begun after so many
 * seconds. `last`: behind whom the next part begins, if any are left.
 */
export async function comparePart(
  db: Database,
  services: BillingServices,
  { after, most, seconds }: Part,
): Promise<PartReport> {
  const waiting = (await findCustomers(db, null)).filter((customerId) => after === null || customerId > after)
  const report = await compareEach(db, services, waiting.slice(0, most), true, performance.now() + seconds * 1_000)
  const left = waiting.length - report.customers
  return { ...report, left, last: left > 0 ? waiting[report.customers - 1]! : null }
}

async function compareEach(
  db: Database,
  services: BillingServices,
  customerIds: string[],
  dryRun: boolean,
  until?: number,
): Promise<ReconcileReport> {
  const compared = await fewAtOnce(customerIds, (customerId) => compareOne(db, services, customerId, dryRun), until)
  return {
    customers: compared.length,
    differences: compared.flatMap(({ differences }) => differences),
    overruled: compared.flatMap(({ overruled }) => overruled),
    failed: compared.flatMap(({ failed }) => failed),
  }
}

async function findCustomers(db: Db, accountId: string | null): Promise<string[]> {
  const known = await db.query<{ customerId: string }>(sql`
    SELECT DISTINCT c.customer_id AS "customerId"
    FROM billing_customers c LEFT JOIN billing_customer_accounts a USING (customer_id)
    WHERE ${accountId}::text IS NULL OR a.account_id = ${accountId}`)
  const earlier = await findCustomerIds(db, accountId)
  const all = new Set([...known, ...earlier].map(({ customerId }) => customerId))
  return [...all].filter((customerId) => !isTestCustomer(customerId)).sort()
}

/** Customers of accounts from before customers had a table of their own: from here on they are looked at like all others. */
export async function registerEarlierCustomers(db: Db, accountId: string | null): Promise<void> {
  await registerCustomers(db, await findCustomerIds(db, accountId))
}

async function compareOne(
  db: Database,
  services: BillingServices,
  customerId: string,
  dryRun: boolean,
): Promise<Omit<ReconcileReport, 'customers'>> {
  try {
    const { settled } = dryRun
      ? await lookWithoutChange(db, services, customerId)
      : await services.look(customerId, reconciling)
    const found = settled.map((one) => {
      return { account_id: one.after.id, customer_id: customerId, changes: changesIn(one) }
    })
    const overruled = settled.flatMap((one) => {
      const fact = overruledIn(services.context.plans, one)
      return fact === null ? [] : [{ account_id: one.after.id, customer_id: customerId, fact }]
    })
    return { differences: found.filter(({ changes }) => changes.length > 0), overruled, failed: [] }
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    return { differences: [], overruled: [], failed: [{ customer_id: customerId, reason }] }
  }
}

class RolledBack extends Error {
  readonly seen: LookResult

  constructor(seen: LookResult) {
    super('A dry run changes nothing.')
    this.seen = seen
  }
}

/** The whole look, in a transaction that is undone. */
async function lookWithoutChange(db: Database, services: BillingServices, customerId: string): Promise<LookResult> {
  const { context } = services
  const observation = await requireStripe(services).observe(customerId)
  try {
    return await db.transaction(async (tx) => {
      const look = await beginLook(tx, customerId)
      throw new RolledBack(await takeObservation(tx, context, look, observation, reconciling))
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.seen
    throw error
  }
}

function changesIn({ before, after, corrections }: Settlement): string[] {
  const fields = [
    'status',
    'planId',
    'periodAnchor',
    'trialEndsAt',
    'accessEndsAt',
    'customerId',
    'paymentMethodOnFile',
  ] as const
  const shown = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value))
  const changed = fields
    .filter((field) => shown(before[field]) !== shown(after[field]))
    .map((field) => `${field}: ${shown(before[field])} -> ${shown(after[field])}`)
  return [...changed, ...corrections.map(({ amount, reason }) => `credits: ${signed(amount)} (${reason})`)]
}

const signed = (amount: number): string => (amount > 0 ? `+${amount}` : String(amount))

const batch = 20
/** Few enough for the provider's rate limit, enough for thousands of customers an hour. */
const atOnce = 4

/** What was seen of each, in their order. None is begun once it is `until`, but for the first few. */
async function fewAtOnce<Customer, Seen>(
  customers: readonly Customer[],
  look: (customer: Customer) => Promise<Seen>,
  until = Number.POSITIVE_INFINITY,
): Promise<Seen[]> {
  const seen: Seen[] = []
  let next = 0
  const take = async () => {
    do {
      const at = next
      next += 1
      if (at < customers.length) seen[at] = await look(customers[at]!)
    } while (next < customers.length && performance.now() < until)
  }
  await Promise.all(Array.from({ length: atOnce }, take))
  return seen
}

/**
 * The hourly pass. A node claims customers by moving their next look into the future, so nodes share the work, and one that
 * dies leaves its customers to the next hour. Resolves with how many it looked at.
 */
export async function lookAtDueCustomers(db: Database, services: BillingServices): Promise<number> {
  let looked = 0
  for (;;) {
    const due = await claimDue(db, services.context.clock)
    await fewAtOnce(due, ({ customer_id }) => lookAndReport(services, customer_id))
    looked += due.length
    if (due.length < batch) return looked
  }
}

const claimDue = (db: Database, clock: Clock): Promise<{ customer_id: string }[]> =>
  db.query(sql`
    UPDATE billing_customers SET next_look_at = ${clock.sql} + make_interval(mins => ${lookEveryMinutes})
    WHERE customer_id IN (
      SELECT customer_id FROM billing_customers WHERE next_look_at <= ${clock.sql}
      ORDER BY next_look_at LIMIT ${batch} FOR UPDATE SKIP LOCKED)
    RETURNING customer_id`)

async function lookAndReport({ look, context: { log } }: BillingServices, customerId: string): Promise<void> {
  try {
    const { settled } = await look(customerId, reconciling)
    for (const found of settled) {
      const changes = changesIn(found)
      if (changes.length > 0) log.warn({ account_id: found.after.id, changes }, 'billing differed from the provider')
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    log.warn({ customer_id: customerId, reason }, 'customer not reconciled')
  }
}

import { findAccount, findAccountsOfCustomer, findCustomerIds } from '../../accounts/accounts.ts'
import type { Clock } from '../../base/clock.ts'
import { sql } from '../../base/sql.ts'
import type { Database, Db } from '../../db/database.ts'
import type { Settlement } from '../settle/settle.ts'
import { beginLook, registerCustomers } from '../settle/snapshots.ts'
import { isTestCustomer } from '../stripe-simulator/world-store.ts'
import { type BillingServices, requireStripe } from './billing-services.ts'
import { type Cause, type LookResult, lookEveryMinutes, takeObservation } from './look.ts'

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
  const customerIds = await findCustomers(db, accountId)
  const report: ReconcileReport = { customers: customerIds.length, differences: [], failed: [] }
  for (const customerId of customerIds) await reconcileOne(db, services, customerId, dryRun, report)
  return report
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

async function reconcileOne(
  db: Database,
  services: BillingServices,
  customerId: string,
  dryRun: boolean,
  report: ReconcileReport,
): Promise<void> {
  try {
    const seen = dryRun
      ? await lookWithoutChange(db, services, customerId)
      : await services.look(customerId, reconciling)
    for (const settled of seen.settled) {
      const changes = changesIn(settled)
      if (changes.length > 0)
        report.differences.push({ account_id: settled.after.id, customer_id: customerId, changes })
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    report.failed.push({ customer_id: customerId, reason })
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

/**
 * The hourly pass. A node claims customers by moving their next look into the future, so nodes share the work, and one that
 * dies leaves its customers to the next hour. Resolves with how many it looked at.
 */
export async function lookAtDueCustomers(db: Database, services: BillingServices): Promise<number> {
  let looked = 0
  for (;;) {
    const due = await claimDue(db, services.context.clock)
    const waiting = [...due]
    const take = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await lookAndReport(services, next.customer_id)
    }
    await Promise.all(Array.from({ length: atOnce }, take))
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

import type { Clock } from '../../base/clock.ts'
import { prepared, sql } from '../../base/sql.ts'
import type { Db } from '../../db/database.ts'
import type { CustomerSnapshot } from './snapshot.ts'

export type Card = { brand: string; last4: string; expMonth: number; expYear: number }

/** The next number of a look at this customer. Taken before the provider is asked: of two looks, the later number wins. */
export async function beginLook(db: Db, customerId: string): Promise<number> {
  const [row] = await db.query<{ looks: string }>(
    prepared(
      'begin_look',
      sql`
    INSERT INTO billing_customers AS c (customer_id, looks) VALUES (${customerId}, 1)
    ON CONFLICT (customer_id) DO UPDATE SET looks = c.looks + 1 RETURNING looks`,
    ),
  )
  return Number(row!.looks)
}

/** Makes a customer known before anything was bought, so that no purchase can be missed. */
export async function registerCustomers(
  db: Db,
  customers: readonly { customerId: string; accountId: string }[],
): Promise<void> {
  if (customers.length === 0) return
  const customerIds = customers.map(({ customerId }) => customerId)
  await db.query(sql`
    INSERT INTO billing_customers (customer_id) SELECT DISTINCT unnest(${customerIds}::text[]) ON CONFLICT DO NOTHING`)
  await db.query(sql`
    INSERT INTO billing_customer_accounts (account_id, customer_id)
    SELECT * FROM unnest(${customers.map(({ accountId }) => accountId)}::text[], ${customerIds}::text[])
    ON CONFLICT DO NOTHING`)
}

/** The next look at the customer is no later than in so many minutes. */
export const lookWithin = async (db: Db, clock: Clock, customerId: string, minutes: number): Promise<void> =>
  void (await db.query(sql`
    UPDATE billing_customers SET next_look_at = least(next_look_at, ${clock.sql} + make_interval(mins => ${minutes}::int))
    WHERE customer_id = ${customerId}`))

export async function hasCustomers(db: Db): Promise<boolean> {
  return (await db.query(sql`SELECT FROM billing_customers LIMIT 1`)).length > 0
}

/** The account's customers, newest first. */
export async function customersOf(db: Db, accountId: string): Promise<{ customerId: string; isDeleted: boolean }[]> {
  return db.query(sql`
    SELECT c.customer_id AS "customerId", coalesce((newest.snapshot->>'isDeleted')::boolean, false) AS "isDeleted"
    FROM billing_customer_accounts c
    LEFT JOIN LATERAL (
      SELECT snapshot, look FROM billing_snapshots s WHERE s.customer_id = c.customer_id ORDER BY look DESC LIMIT 1
    ) newest ON true
    WHERE c.account_id = ${accountId} ORDER BY newest.look DESC NULLS LAST, c.customer_id`)
}

/** The accounts that a customer is known to be. */
export async function accountsOf(db: Db, customerId: string): Promise<string[]> {
  const rows = await db.query<{ accountId: string }>(sql`
    SELECT account_id AS "accountId" FROM billing_customer_accounts WHERE customer_id = ${customerId} ORDER BY 1`)
  return rows.map(({ accountId }) => accountId)
}

/**
 * Takes the answer to a look in, unless a later look has been taken in before: null then. Gives the card and the newest
 * snapshot that are stored; the customer's row stays locked until the transaction ends.
 */
export async function takeLook(
  tx: Db,
  customerId: string,
  look: number,
): Promise<{ newest: CustomerSnapshot | null; newestAt: Date | null; card: Card | null } | null> {
  const [customer] = await tx.query<{ card: Card | null }>(
    prepared(
      'take_look',
      sql`
    UPDATE billing_customers SET look_taken = ${look} WHERE customer_id = ${customerId} AND look_taken < ${look} RETURNING card`,
    ),
  )
  if (!customer) return null
  const [row] = await tx.query<{ look: string; observedAt: Date; snapshot: CustomerSnapshot }>(
    prepared(
      'newest_snapshot',
      sql`
    SELECT look, observed_at AS "observedAt", snapshot FROM billing_snapshots
    WHERE customer_id = ${customerId} ORDER BY look DESC LIMIT 1`,
    ),
  )
  // Releases before this one noted a look with its snapshot alone.
  if (row && Number(row.look) > look) return null
  return { newest: row?.snapshot ?? null, newestAt: row?.observedAt ?? null, card: customer.card }
}

export async function insertSnapshot(tx: Db, clock: Clock, look: number, snapshot: CustomerSnapshot): Promise<void> {
  await tx.query(sql`
    INSERT INTO billing_snapshots (customer_id, look, observed_at, snapshot)
    VALUES (${snapshot.customerId}, ${look}, ${clock.sql}, ${JSON.stringify(snapshot)}::jsonb)`)
}

export async function keepCustomer(
  tx: Db,
  clock: Clock,
  { customerId, accountIds, card, cardHash, nextLookInHours }: KeptCustomer,
): Promise<void> {
  await tx.query(
    prepared(
      'keep_customer',
      sql`
    WITH added AS (
      INSERT INTO billing_customer_accounts (account_id, customer_id)
      SELECT account_id, ${customerId} FROM unnest(${accountIds}::text[]) AS account_id ON CONFLICT DO NOTHING)
    UPDATE billing_customers SET
      card = ${card && JSON.stringify(card)}::jsonb, card_hash = ${cardHash}::bytea,
      next_look_at = ${clock.sql} + ${nextLookInHours}::float8 * interval '1 hour'
    WHERE customer_id = ${customerId}`,
    ),
  )
}
type KeptCustomer = {
  customerId: string
  accountIds: string[]
  card: Card | null
  cardHash: Buffer | null
  nextLookInHours: number
}

export async function readCard(db: Db, customerId: string): Promise<Card | null> {
  const [row] = await db.query<{ card: Card | null }>(
    sql`SELECT card FROM billing_customers WHERE customer_id = ${customerId}`,
  )
  return row?.card ?? null
}

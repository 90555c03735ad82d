import type { Clock } from '../base/clock.ts'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

/** A look takes its time; one that has been due for longer shows that nobody looks, or that the provider does not answer. */
export const lookLateMinutes = 10

type CountedCustomers = { customers: number; waiting: number }

/** Customers of the payment provider, and those whose next look is late. */
export async function countCustomers(db: Db, { sql: now }: Clock): Promise<CountedCustomers> {
  const [counted] = await db.query<CountedCustomers>(sql`
    SELECT count(*)::int AS customers, (count(*) FILTER (WHERE next_look_at < ${now} - make_interval(mins => ${lookLateMinutes})))::int AS waiting
    FROM billing_customers WHERE NOT starts_with(customer_id, 'cus_test_')`)
  return counted!
}

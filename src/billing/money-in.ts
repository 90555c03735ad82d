import type { Clock } from '../base/clock.ts'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

export type MoneyIn = { currency: string; paid: number; refunded: number; invoices: number }

/** Invoices paid within the last days, by currency, in its smallest unit: as of the newest look at each customer. Test mode is left out. */
export const readMoneyIn = (db: Db, { sql: now }: Clock, days: number): Promise<MoneyIn[]> =>
  db.query<MoneyIn>(sql`
    SELECT currency, sum(paid)::float8 AS paid, sum(refunded)::float8 AS refunded, count(*)::int AS invoices
    FROM (
      SELECT DISTINCT ON (invoice ->> 'invoiceId') invoice ->> 'currency' AS currency,
        (invoice ->> 'amountPaid')::bigint AS paid, (invoice ->> 'amountRefunded')::bigint AS refunded
      FROM billing_snapshots, jsonb_array_elements(snapshot -> 'invoices') AS invoice
      WHERE observed_at > ${now} - make_interval(days => ${days}) AND NOT starts_with(customer_id, 'cus_test_')
        AND (invoice ->> 'paidAt')::bigint > extract(epoch FROM ${now} - make_interval(days => ${days})) * 1000
        AND (invoice ->> 'amountPaid')::bigint > 0
      ORDER BY invoice ->> 'invoiceId', observed_at DESC) AS newest
    GROUP BY currency ORDER BY currency`)

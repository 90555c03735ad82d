import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

/** Amounts are in the smallest unit of the currency. `plan` is `credit pack` for extra credits. */
type RevenueSums = {
  month: string
  plan: string
  currency: string
  invoices: number
  paid: number
  refunded: number
  /** Invoices whose payment the customer took back through their bank. */
  lost: number
}

/** Paid invoices by the month of payment, as the provider last showed each of them. Test accounts are left out. */
export const sumRevenue = (db: Db, since: Date): Promise<RevenueSums[]> =>
  db.query(sql`
    SELECT to_char(paid_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, plan, currency, count(*)::integer AS invoices,
      sum(paid)::bigint AS paid, sum(refunded)::bigint AS refunded, coalesce(sum(paid - refunded) FILTER (WHERE dispute = 'lost'), 0)::bigint AS lost
    FROM (
      SELECT DISTINCT ON (customer_id, invoice->>'invoiceId')
        to_timestamp((invoice->>'paidAt')::numeric / 1000) AS paid_at,
        CASE WHEN jsonb_typeof(invoice->'pack') = 'object' THEN 'credit pack' ELSE coalesce(invoice->>'planId', 'unknown') END AS plan,
        invoice->>'currency' AS currency, (invoice->>'amountPaid')::bigint AS paid,
        (invoice->>'amountRefunded')::bigint AS refunded, invoice->>'dispute' AS dispute
      FROM billing_snapshots, jsonb_array_elements(snapshot->'invoices') AS invoice
      WHERE customer_id NOT LIKE 'cus\\_test\\_%'
      ORDER BY customer_id, invoice->>'invoiceId', look DESC) AS newest
    WHERE paid > 0 AND paid_at >= ${since}
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`)

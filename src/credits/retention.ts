import { type Sql, sql } from '../base/sql.ts'
import { deleteWhere, type Retention } from '../queue/housekeeping.ts'

/** Limits look only at the current period, whose rows always stay. */
const keepActorSpendsDays = 100

/** `of` is the alias of a row with an account and the start of a period. */
const isCurrentPeriod = (of: Sql): Sql => sql`EXISTS (
  SELECT FROM credit_balances b WHERE b.account_id = ${of}.account_id AND b.period_start <= ${of}.period_start)`

export const creditsRetention: Retention[] = [
  {
    // Promised for 24 hours; another day costs little and forgives slow clients.
    ...deleteWhere('idempotency_keys', (now) => sql`created_at < ${now} - interval '48 hours'`),
    keeps: '48 hours',
  },
  {
    ...deleteWhere(
      'credit_actor_spends AS counted',
      (now) =>
        sql`period_start < ${now} - make_interval(days => ${keepActorSpendsDays}) AND NOT ${isCurrentPeriod(sql`counted`)}`,
    ),
    table: 'credit_actor_spends',
    keeps: `${keepActorSpendsDays} days after the period began`,
  },
]

/** Whether the spends of a period are still counted per actor. A day less than they are kept, for clocks that differ. */
export const isActorSpendKept = (of: Sql): Sql => sql`
  (${of}.period_start > now() - make_interval(days => ${keepActorSpendsDays - 1}) OR ${isCurrentPeriod(of)})`

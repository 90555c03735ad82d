import { type Sql, sql } from '../base/sql.ts'
import { deleteWhere, type Retention } from '../queue/housekeeping.ts'

/** Limits look only at the current period, whose rows always stay. */
const keepActorSpendsDays = 100

/** How long an Idempotency-Key is promised to be remembered. Another day costs little and forgives slow clients. */
export const keyHours = 24
const keptKeyHours = keyHours + 24

/** `of` is the alias of a row with an account and the start of a period. */
const isCurrentPeriod = (of: Sql): Sql => sql`EXISTS (
  SELECT FROM credit_balances b WHERE b.account_id = ${of}.account_id AND b.period_start <= ${of}.period_start)`

export const creditsRetention: Retention[] = [
  {
    ...deleteWhere('idempotency_keys', (now) => sql`created_at < ${now} - make_interval(hours => ${keptKeyHours})`),
    keeps: `${keptKeyHours} hours`,
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

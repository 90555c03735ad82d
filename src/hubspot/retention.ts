import { sql } from '../base/sql.ts'
import { deleteWhere, type Retention } from '../queue/housekeeping.ts'

/** How long runs are kept. */
export const runDays = 30

export const hubspotRetention: Retention[] = [
  {
    ...deleteWhere(
      'hubspot_runs',
      (now) => sql`created_at < ${now} - make_interval(days => ${runDays}) AND status <> 'running'`,
    ),
    keeps: `${runDays} days`,
  },
]

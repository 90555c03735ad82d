import { clockAheadSql } from '../accounts/test-account.ts'
import { sql } from '../base/sql.ts'
import { deleteWhere, type Retention } from '../queue/housekeeping.ts'
import { resultDays } from './job.ts'

/** Items go with their job. */
export const jobsRetention: Retention[] = [
  {
    ...deleteWhere(
      'jobs',
      (now) => sql`ended_at < ${now} + ${clockAheadSql(sql`jobs.account_id`)} - make_interval(days => ${resultDays})`,
    ),
    keeps: `${resultDays} days after its end`,
  },
]

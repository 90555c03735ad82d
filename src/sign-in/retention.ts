import { rawSql, sql } from '../base/sql.ts'
import { deleteWhere, type Retention, untilExpired } from '../queue/housekeeping.ts'

const attemptHours = 24
const attemptMs = rawSql(String(attemptHours * 3_600_000))

/** Sessions, links and codes that have expired, and attempts that no limit looks at any more. */
export const signInRetention: Retention[] = [
  untilExpired('sessions'),
  untilExpired('support_views'),
  untilExpired('verifications'),
  {
    ...deleteWhere(
      'sign_in_attempts',
      (now) => sql`last_request < extract(epoch FROM ${now})::bigint * 1000 - ${attemptMs}`,
    ),
    keeps: `${attemptHours} hours`,
  },
]

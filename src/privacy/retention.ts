import { sql } from '../base/sql.ts'
import { deleteWhere, type Retention } from '../queue/housekeeping.ts'
import { linkDays } from './requests.ts'

export const privacyRetention: Retention[] = [
  {
    ...deleteWhere(
      'privacy_requests',
      (now) => sql`(state = 'unconfirmed' AND created_at < ${now} - make_interval(days => ${linkDays}))
        OR ended_at < ${now} - interval '3 years'`,
    ),
    keeps: `3 years after the answer; ${linkDays} days if nobody confirms`,
  },
]

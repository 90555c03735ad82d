import { sql } from '../base/sql.ts'
import { deleteWhere, type Retention } from '../queue/housekeeping.ts'
import { linkDays } from './requests.ts'

/** How long requests are kept after their answer. */
const answeredYears = 3
/** An address without a mailbox may have one again. */
const refusedDays = 400

export const privacyRetention: Retention[] = [
  {
    ...deleteWhere(
      'privacy_requests',
      (now) => sql`(state = 'unconfirmed' AND created_at < ${now} - make_interval(days => ${linkDays}))
        OR ended_at < ${now} - make_interval(years => ${answeredYears})`,
    ),
    keeps: `${answeredYears} years after the answer; ${linkDays} days if nobody confirms`,
  },
  {
    ...deleteWhere('refused_notices', (now) => sql`refused_at < ${now} - make_interval(days => ${refusedDays})`),
    keeps: `${refusedDays} days`,
  },
]

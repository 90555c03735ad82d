import { sql } from '../base/sql.ts'
import { deleteWhere, type Retention } from '../queue/housekeeping.ts'

/** An invitation names somebody who may never have joined: it is kept only as long as people look it up. */
export const membersRetention: Retention[] = [
  {
    ...deleteWhere(
      'invitations',
      (now) => sql`least(accepted_at, withdrawn_at, expires_at) < ${now} - interval '90 days'`,
    ),
    keeps: '90 days after it was accepted, withdrawn or expired',
  },
]

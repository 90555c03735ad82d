import { sql } from '../base/sql.ts'
import { deleteWhere, type Retention } from '../queue/housekeeping.ts'

const invitationKeptDays = 90

/** An invitation names somebody who may never have joined: it is kept only as long as people look it up. */
export const membersRetention: Retention[] = [
  {
    ...deleteWhere(
      'invitations',
      (now) =>
        sql`least(accepted_at, withdrawn_at, expires_at) < ${now} - make_interval(days => ${invitationKeptDays})`,
    ),
    keeps: `${invitationKeptDays} days after it was accepted, withdrawn or expired`,
  },
]

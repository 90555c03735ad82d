import { sql } from '../base/sql.ts'
import { deleteWhere, type Retention, untilExpired } from '../queue/housekeeping.ts'

export const actDays = 7

export const operatorRetention: Retention[] = [
  untilExpired('operator_sessions'),
  {
    ...deleteWhere('operator_acts', (now) => sql`created_at < ${now} - make_interval(days => ${actDays})`),
    keeps: `${actDays} days`,
  },
]

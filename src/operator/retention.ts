import { sql } from '../base/sql.ts'
import { deleteWhere, type Retention, untilExpired } from '../queue/housekeeping.ts'

export const operatorRetention: Retention[] = [
  untilExpired('operator_sessions'),
  { ...deleteWhere('operator_acts', (now) => sql`created_at < ${now} - interval '7 days'`), keeps: '7 days' },
]

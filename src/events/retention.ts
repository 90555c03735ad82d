import { sql } from '../base/sql.ts'
import { deleteWhere, type Retention } from '../queue/housekeeping.ts'

export const eventsRetention: Retention[] = [
  { ...deleteWhere('events', (now) => sql`created_at < ${now} - interval '90 days'`), keeps: '90 days' },
]

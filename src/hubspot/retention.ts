import { sql } from '../base/sql.ts'
import { deleteWhere, type Retention } from '../queue/housekeeping.ts'

export const hubspotRetention: Retention[] = [
  {
    ...deleteWhere('hubspot_runs', (now) => sql`created_at < ${now} - interval '30 days' AND status <> 'running'`),
    keeps: '30 days',
  },
]

import { sql } from '../base/sql.ts'
import { deleteWhere, type Retention } from '../queue/housekeeping.ts'

export const webhooksRetention: Retention[] = [
  {
    ...deleteWhere(
      'webhook_deliveries',
      // What waits for a suspended account can't be sent once its event is gone.
      (now) =>
        sql`created_at < ${now} - CASE outcome WHEN 'pending' THEN interval '90 days' ELSE interval '30 days' END`,
    ),
    keeps: '30 days; 90 while they wait',
  },
]

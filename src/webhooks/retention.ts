import { sql } from '../base/sql.ts'
import { deleteWhere, type Retention } from '../queue/housekeeping.ts'

export const webhooksRetention: Retention[] = [
  {
    ...deleteWhere(
      'webhook_deliveries',
      (now) => sql`created_at < ${now} - interval '30 days' AND outcome <> 'pending'`,
    ),
    keeps: '30 days',
  },
]

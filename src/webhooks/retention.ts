import { eventDays } from '../base/event-types.ts'
import { sql } from '../base/sql.ts'
import { deleteWhere, type Retention } from '../queue/housekeeping.ts'

/** How long the outcomes of deliveries are kept. */
export const deliveryDays = 30

export const webhooksRetention: Retention[] = [
  {
    ...deleteWhere(
      'webhook_deliveries',
      // What waits for a suspended account can't be sent once its event is gone.
      (now) =>
        sql`created_at < ${now} - make_interval(days => CASE outcome WHEN 'pending' THEN ${eventDays}::int ELSE ${deliveryDays}::int END)`,
    ),
    keeps: `${deliveryDays} days; ${eventDays} while they wait`,
  },
]

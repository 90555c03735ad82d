import { eventDays } from '../base/event-types.ts'
import { sql } from '../base/sql.ts'
import { deleteWhere, type Retention } from '../queue/housekeeping.ts'

export const eventsRetention: Retention[] = [
  {
    ...deleteWhere('events', (now) => sql`created_at < ${now} - make_interval(days => ${eventDays})`),
    keeps: `${eventDays} days`,
  },
]

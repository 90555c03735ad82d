import { sql } from '../base/sql.ts'
import { deleteWhere, type Retention } from '../queue/housekeeping.ts'

/** How long matches are kept. */
export const matchDays = 90

export const watchesRetention: Retention[] = [
  {
    ...deleteWhere('watch_matches', (now) => sql`matched_at < ${now} - make_interval(days => ${matchDays})`),
    keeps: `${matchDays} days`,
  },
]

import { sql } from '../base/sql.ts'
import { deleteWhere, type Retention } from '../queue/housekeeping.ts'

export const watchesRetention: Retention[] = [
  { ...deleteWhere('watch_matches', (now) => sql`matched_at < ${now} - interval '90 days'`), keeps: '90 days' },
]

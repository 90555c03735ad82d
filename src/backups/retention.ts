import { sql } from '../base/sql.ts'
import { deleteWhere, type Retention } from '../queue/housekeeping.ts'

export const backupsRetention: Retention[] = [
  {
    ...deleteWhere('backup_runs', (now) => sql`state <> 'running' AND started_at < ${now} - interval '400 days'`),
    keeps: '400 days',
  },
]

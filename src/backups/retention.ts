import { sql } from '../base/sql.ts'
import { deleteWhere, type Retention } from '../queue/housekeeping.ts'

const runDays = 400

export const backupsRetention: Retention[] = [
  {
    ...deleteWhere(
      'backup_runs',
      (now) => sql`state <> 'running' AND started_at < ${now} - make_interval(days => ${runDays})`,
    ),
    keeps: `${runDays} days`,
  },
]

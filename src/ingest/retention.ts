import { sql } from '../base/sql.ts'
import { deleteWhere, type Retention } from '../queue/housekeeping.ts'

/** A program that could not send a batch for this long has lost it. */
export const batchDays = 7

export const ingestRetention: Retention[] = [
  {
    ...deleteWhere('ingest_batches', (now) => sql`created_at < ${now} - make_interval(days => ${batchDays})`),
    keeps: `${batchDays} days`,
  },
]

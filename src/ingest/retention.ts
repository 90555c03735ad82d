import { sql } from '../base/sql.ts'
import { deleteWhere, type Retention } from '../queue/housekeeping.ts'

/** A program that could not send a batch for a week has lost it. */
export const ingestRetention: Retention[] = [
  { ...deleteWhere('ingest_batches', (now) => sql`created_at < ${now} - interval '7 days'`), keeps: '7 days' },
]

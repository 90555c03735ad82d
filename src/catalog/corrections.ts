/** What people say of themselves is written over what sources said of them, and is no sighting of them. */
import { type Sql, sql } from '../base/sql.ts'

/** The source that corrected people have. */
export const correctionSource = 'privacy'

const isCorrected = sql`contact.import_run IN (SELECT import_run FROM imports WHERE source = ${correctionSource})`

/** The import that last wrote a row of `contacts contact` for a source, and when. Of who was corrected since: the one that brought them. */
export const sourceRun: Sql = sql`
  CASE WHEN ${isCorrected} THEN coalesce(contact.added_run, contact.import_run) ELSE contact.import_run END`
export const sourceWroteAt: Sql = sql`
  CASE WHEN ${isCorrected} THEN coalesce(contact.added_at, contact.updated_at) ELSE contact.updated_at END`

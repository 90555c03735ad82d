import type { Admission } from './admission/admission.ts'
import type { Clock } from './base/clock.ts'
import { rawSql, type Sql, sql } from './base/sql.ts'
import { isSuppressionVersionCurrent } from './catalog/catalogue-state.ts'
import type { OnBatch } from './db/batch.ts'
import type { Database } from './db/database.ts'
import { createKnownExclusions, type KnownExclusions } from './result-pages/known-exclusions.ts'
import { createPageAdmission } from './result-pages/page-admission.ts'
import { createSearchSettlement, type SearchSettlement } from './result-pages/settlement.ts'
import { syntheticVersion } from './test-mode/synthetic-index.ts'

type Watched = (batch: string) => { onBatch?: OnBatch }

/** Pages are settled by themselves, or together with the admission of callers who were admitted a moment ago; and what accounts exclude. */
export function openSettlement(
  database: Database,
  clock: Clock,
  { admission, watched }: { admission: Admission; watched: Watched },
): { settlement: SearchSettlement; exclusions: KnownExclusions } {
  // Nobody is ever suppressed in the catalogue of test mode.
  const isCurrent = (version: Sql) =>
    sql`(${version} = ${rawSql(String(syntheticVersion))} OR ${isSuppressionVersionCurrent(version)})`
  const pageAdmission = createPageAdmission(database, clock, isCurrent, admission.joint, watched('admitted search'))
  const settlement = createSearchSettlement(database, clock, isCurrent, { pageAdmission, ...watched('search') })
  return { settlement, exclusions: createKnownExclusions(database) }
}

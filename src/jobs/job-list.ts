import type { Clock } from '../base/clock.ts'
import { problems } from '../base/problems.ts'
import { sql } from '../base/sql.ts'
import type { Principal } from '../call/principal.ts'
import { noList, viewerOf } from '../collections/list-schema.ts'
import { resolveItems } from '../collections/listed-ids.ts'
import { fillList, findList, hiddenAmong, type ListKind } from '../collections/lists.ts'
import type { Db } from '../db/database.ts'
import { hasYielded, type JobKind, type JobRow } from './job.ts'
import { type ClaimedJob, type ItemOutcome, recordOutcomes } from './job-leases.ts'
import { type JobRequest, searchedBy } from './job-request.ts'

/** The kind of list that a job fills. */
function listedBy(kind: JobKind, over: ListKind): ListKind {
  switch (kind) {
    case 'reveal':
      return 'contacts'
    case 'enrich':
      return 'stores'
    case 'export':
      return over
  }
}

/** Refuses a list that the caller does not see, or that holds something else than the job would put into it. */
export async function requireList(db: Db, principal: Principal, body: JobRequest): Promise<void> {
  const { kind, add_to_list_id: listId } = body
  const list = await findList(db, viewerOf(principal), listId!)
  if (!list) throw noList('add_to_list_id')
  const wanted = listedBy(kind, searchedBy(body))
  if (list.kind !== wanted) throw problems.invalidRequest('add_to_list_id', `This job needs a list of ${wanted}.`)
}

/** Jobs are the account's, private lists are not: a job does not name that of somebody else. */
export async function hideLists(db: Db, principal: Principal, jobs: readonly JobRow[]): Promise<JobRow[]> {
  const named = jobs.flatMap(({ listId }) => listId ?? [])
  const hidden = await hiddenAmong(db, viewerOf(principal), named)
  return jobs.map((job) => (job.listId !== null && hidden.has(job.listId) ? { ...job, listId: null } : job))
}

/** Progress and the job's list change together: whatever is counted as revealed or found is in the list, as far as it fits. */
export async function recordInList(
  database: Db,
  clock: Clock,
  /** The maker's: test mode has one of its own. */
  catalogue: Db,
  job: ClaimedJob,
  outcomes: ItemOutcome[],
): Promise<boolean> {
  const { listId } = job.settings
  const indexes = outcomes.filter(({ outcome }) => hasYielded(outcome)).map(({ index }) => index)
  if (listId === undefined || indexes.length === 0) return recordOutcomes(database, clock, job, outcomes)
  const kind = listedBy(job.kind, job.settings.over ?? 'contacts')
  // The contact that was found for an item is in its row by now.
  const rows = await database.query<{ item: string; place: number }>(sql`
    SELECT coalesce(contact_id, input) AS item, index AS place FROM job_items
    WHERE account_id = ${job.accountId} AND job_id = ${job.id} AND index = ANY(${indexes}::int[])`)
  const given = rows.map(({ item }) => item)
  const resolved = await resolveItems(catalogue, job.accountId, kind, given)
  const items = rows.flatMap(({ item, place }) => {
    const id = resolved.get(item)
    return id ? { id, place } : []
  })
  return database.transaction(async (tx) => {
    if (!(await recordOutcomes(tx, clock, job, outcomes))) return false
    await fillList(tx, job.accountId, { id: listId, kind }, items, job.createdAt)
    return true
  })
}

import type { Clock } from '../base/clock.ts'
import { problems } from '../base/problems.ts'
import { sql } from '../base/sql.ts'
import type { Principal } from '../call/principal.ts'
import { noList, viewerOf } from '../collections/list-schema.ts'
import { resolveItems } from '../collections/listed-ids.ts'
import { fillList, findList, type ListKind } from '../collections/lists.ts'
import type { Database, Db } from '../db/database.ts'
import type { JobKind, Outcome } from './job.ts'
import { type ClaimedJob, type ItemOutcome, recordOutcomes } from './job-leases.ts'
import type { JobRequest } from './job-request.ts'

const kindsOfLists: Partial<Record<JobKind, ListKind>> = { reveal: 'contacts', enrich: 'stores' }
const listed: readonly Outcome[] = ['newly_revealed', 'already_revealed', 'found']

/** Refuses a list that the caller does not see, or that holds something else than the job would put into it. */
export async function requireList(
  db: Db,
  principal: Principal,
  { kind, add_to_list_id: listId }: JobRequest,
): Promise<void> {
  const list = await findList(db, viewerOf(principal), listId!)
  if (!list) throw noList('add_to_list_id')
  if (list.kind !== kindsOfLists[kind]) {
    throw problems.invalidRequest('add_to_list_id', `A job of kind ${kind} needs a list of ${kindsOfLists[kind]}.`)
  }
}

/** Progress and the job's list change together: whatever is counted as revealed or found is in the list, as far as it fits. */
export async function recordInList(
  database: Database,
  clock: Clock,
  /** The maker's: test mode has one of its own. */
  catalogue: Database,
  job: ClaimedJob,
  outcomes: ItemOutcome[],
): Promise<boolean> {
  const { listId } = job.settings
  const indexes = outcomes.filter(({ outcome }) => listed.includes(outcome)).map(({ index }) => index)
  if (listId === undefined || indexes.length === 0) return recordOutcomes(database, clock, job, outcomes)
  const kind = kindsOfLists[job.kind]!
  // Who was found for an item stands in its row by now.
  const rows = await database.query<{ item: string }>(sql`
    SELECT coalesce(contact_id, input) AS item FROM job_items
    WHERE account_id = ${job.accountId} AND job_id = ${job.id} AND index = ANY(${indexes}::int[])`)
  const items = rows.map(({ item }) => item)
  const resolved = await resolveItems(catalogue, job.accountId, kind, items)
  const ids = [...new Set([...resolved.values()].filter((id) => id !== null))]
  return database.transaction(async (tx) => {
    if (!(await recordOutcomes(tx, clock, job, outcomes))) return false
    await fillList(tx, job.accountId, { id: listId, kind }, ids)
    return true
  })
}

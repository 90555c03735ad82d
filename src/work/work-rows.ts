import type { Clock } from '../base/clock.ts'
import { randomBase62 } from '../base/ids.ts'
import { sql } from '../base/sql.ts'
import type { WorkField } from '../base/work-fields.ts'
import type { StatusChoice, WorkStatus } from '../base/work-statuses.ts'
import type { Actor } from '../credits/ledger.ts'
import type { Db } from '../db/database.ts'
import { forgetWordsOn } from '../events/forget-words.ts'

export type Work = {
  status: WorkStatus | null
  ownerId: string | null
  tags: string[]
  note: string | null
}
/** By the API's names. */
type Values = { status: WorkStatus | null; owner_id: string | null; tags: string[]; note: string | null }
export type WorkChange = { [Field in WorkField]?: Values[Field] }
export type WorkRow = Work & { changedAt: Date | null; changedBy: string | null }

/** The values that equal no row. */
const noWork: WorkRow = { status: null, ownerId: null, tags: [], note: null, changedAt: null, changedBy: null }

/** Who changed a row that was made only to be locked: nothing is changed in it yet, and it reads as if it were not there. */
const nobody = ''

const columns = sql`status, owner_id AS "ownerId", tags, note, changed_at AS "changedAt", changed_by AS "changedBy"`

export async function readWork(db: Db, accountId: string, itemId: string): Promise<WorkRow> {
  const [row] = await db.query<WorkRow>(
    sql`SELECT ${columns} FROM work WHERE account_id = ${accountId} AND item_id = ${itemId}`,
  )
  return row ?? noWork
}

/** Of those that somebody has worked on. */
export async function readWorkOn(
  db: Db,
  accountId: string,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, WorkRow>> {
  const rows = await db.query<WorkRow & { id: string }>(sql`
    SELECT item_id AS id, ${columns} FROM work
    WHERE account_id = ${accountId} AND item_id = ANY(${itemIds}::text[]) AND changed_by <> ${nobody}`)
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

/** `areWanted`: only `ids` have the chosen status; otherwise all but them do, because they have another one. */
export type ItemsByStatus = { ids: ReadonlySet<string>; areWanted: boolean }

export async function itemsByStatus(
  db: Db,
  accountId: string,
  prefix: 'ct_' | 'st_',
  choice: StatusChoice,
): Promise<ItemsByStatus> {
  const areWanted = choice !== 'none'
  const rows = await db.query<{ id: string }>(sql`
    SELECT item_id AS id FROM work
    WHERE account_id = ${accountId} AND starts_with(item_id, ${prefix})
      AND status IS NOT NULL AND (${!areWanted} OR status = ${choice})`)
  return { ids: new Set(rows.map(({ id }) => id)), areWanted }
}

/** The row to change, made if there was none, and held until the transaction ends. */
export async function lockWork(tx: Db, clock: Clock, accountId: string, itemId: string): Promise<WorkRow> {
  await tx.query(sql`
    INSERT INTO work (account_id, item_id, changed_at, changed_by) VALUES (${accountId}, ${itemId}, ${clock.sql}, ${nobody})
    ON CONFLICT (account_id, item_id) DO NOTHING`)
  const [row] = await tx.query<WorkRow>(
    sql`SELECT ${columns} FROM work WHERE account_id = ${accountId} AND item_id = ${itemId} FOR UPDATE`,
  )
  return row!.changedBy === nobody ? noWork : row!
}

export async function writeWork(
  tx: Db,
  clock: Clock,
  { accountId, itemId, actor }: { accountId: string; itemId: string; actor: Pick<Actor, 'type' | 'id'> },
  work: Work,
  changes: object,
): Promise<WorkRow> {
  const [row] = await tx.query<WorkRow>(sql`
    WITH told AS (
      INSERT INTO work_history (account_id, item_id, change_id, changed_at, actor_type, actor_id, changes)
      VALUES (${accountId}, ${itemId}, ${randomBase62(20)}, ${clock.sql}, ${actor.type}, ${actor.id}, ${JSON.stringify(changes)}::jsonb))
    UPDATE work SET status = ${work.status}, owner_id = ${work.ownerId}, tags = ${work.tags}, note = ${work.note},
      changed_at = ${clock.sql}, changed_by = ${actor.id}
    WHERE account_id = ${accountId} AND item_id = ${itemId} RETURNING ${columns}`)
  return row!
}

/** Made by `lockWork` for a change that changed nothing. */
export const dropUnused = async (tx: Db, accountId: string, itemId: string): Promise<void> =>
  void (await tx.query(
    sql`DELETE FROM work WHERE account_id = ${accountId} AND item_id = ${itemId} AND changed_by = ${nobody}`,
  ))

export type HistoryRow = {
  changedAt: Date
  actorType: string
  actorId: string
  changes: WorkChange
}

/** How many changes the history of an item shows. */
export const historyMax = 100

/** The newest first. */
export const readHistory = (db: Db, accountId: string, itemId: string): Promise<HistoryRow[]> =>
  db.query<HistoryRow>(sql`
    SELECT changed_at AS "changedAt", actor_type AS "actorType", actor_id AS "actorId", changes FROM work_history
    WHERE account_id = ${accountId} AND item_id = ${itemId}
    ORDER BY changed_at DESC, change_id DESC LIMIT ${historyMax}`)

export type WorkedItem = {
  id: string
  status: WorkStatus | null
  ownerId: string | null
  tags: string[]
  changedAt: Date
}

/** Everything of a kind that the account works on. Grows with what its people have touched. */
export const readWorked = (db: Db, accountId: string, prefix: 'ct_' | 'st_'): Promise<WorkedItem[]> =>
  db.query<WorkedItem>(sql`
    SELECT item_id AS id, status, owner_id AS "ownerId", tags, changed_at AS "changedAt" FROM work
    WHERE account_id = ${accountId} AND starts_with(item_id, ${prefix})`)

/** For an account that is erased: notes and tags are people's own words. */
export async function deleteWork(tx: Db, accountId: string): Promise<void> {
  await tx.query(sql`DELETE FROM work WHERE account_id = ${accountId}`)
  await tx.query(sql`DELETE FROM work_history WHERE account_id = ${accountId}`)
}

/** For people who are erased: what accounts wrote about them goes, too. */
export async function forgetWorkOn(tx: Db, contactIds: readonly string[]): Promise<void> {
  await tx.query(sql`DELETE FROM work WHERE item_id = ANY(${contactIds}::text[])`)
  const written = await tx.query<{ accountId: string }>(sql`
    WITH gone AS (DELETE FROM work_history WHERE item_id = ANY(${contactIds}::text[]) RETURNING account_id)
    SELECT DISTINCT account_id AS "accountId" FROM gone ORDER BY 1`)
  const accountIds = written.map(({ accountId }) => accountId)
  await forgetWordsOn(tx, accountIds, contactIds)
}

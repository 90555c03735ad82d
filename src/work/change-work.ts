import { accountOfPeople } from '../accounts/test-account.ts'
import type { Clock } from '../base/clock.ts'
import type { EventDraft } from '../base/event-types.ts'
import { problems } from '../base/problems.ts'
import { sql } from '../base/sql.ts'
import { isReported } from '../base/work-fields.ts'
import type { Principal } from '../call/principal.ts'
import type { Database, Db } from '../db/database.ts'
import { recordEvents } from '../events/record.ts'
import { isMember } from '../members/members.ts'
import { dropUnused, lockWork, type Work, type WorkChange, type WorkRow, writeWork } from './work-rows.ts'

export type WorkNeeds = { database: Database; clock: Clock }

type WorkedOn = { id: string; kind: 'contact' | 'store' }

/** Only what becomes different is a change: it is kept in the history and recorded as an event, with who made it. */
export function changeWork(
  { database, clock }: WorkNeeds,
  principal: Principal,
  item: WorkedOn,
  asked: WorkChange,
): Promise<WorkRow> {
  return database.transaction(async (tx) => {
    const { work, told } = await changeWorkIn(tx, clock, principal, item, asked)
    await recordEvents(tx, clock, principal.account.id, told)
    return work
  })
}

/**
 * The same in a transaction of the caller's, who records what is told once all rows are changed: whoever holds the counter of events
 * must not wait for a row. Nothing is told of what stays as it is.
 */
export async function changeWorkIn(
  tx: Db,
  clock: Clock,
  { account, actor }: Principal,
  item: WorkedOn,
  asked: WorkChange,
): Promise<{ work: WorkRow; told: EventDraft[] }> {
  const before = await lockWork(tx, clock, account.id, item.id)
  const work = { ...before, ...valuesOf(asked) }
  const changes = differences(before, work)
  if (Object.keys(changes).length === 0) {
    await dropUnused(tx, account.id, item.id)
    return { work: before, told: [] }
  }
  if (changes.owner_id) await requireMember(tx, account.id, changes.owner_id)
  const { type, id } = actor
  const written = await writeWork(tx, clock, { accountId: account.id, itemId: item.id, actor }, work, changes)
  const reported = Object.fromEntries(Object.entries(changes).filter(([field]) => isReported(field)))
  const data = { kind: item.kind, id: item.id, changes: reported, note_changed: 'note' in changes, actor: { type, id } }
  return { work: written, told: [{ type: 'work.changed', data }] }
}

function valuesOf({ status, owner_id: ownerId, tags, note }: WorkChange): Partial<Work> {
  return {
    ...(status !== undefined && { status }),
    ...(ownerId !== undefined && { ownerId }),
    ...(tags !== undefined && { tags }),
    ...(note !== undefined && { note: note?.trim() ? note : null }),
  }
}

function differences(before: Work, after: Work): WorkChange {
  const isSame = (one: string[], other: string[]) =>
    one.length === other.length && one.every((tag, at) => tag === other[at])
  return {
    ...(after.status !== before.status && { status: after.status }),
    ...(after.ownerId !== before.ownerId && { owner_id: after.ownerId }),
    ...(!isSame(after.tags, before.tags) && { tags: after.tags }),
    ...(after.note !== before.note && { note: after.note }),
  }
}

export async function requireMember(tx: Db, accountId: string, userId: string): Promise<void> {
  const people = await accountOfPeople(tx, accountId)
  const [found] = await tx.query<{ is: boolean }>(sql`SELECT ${isMember(people, userId)} AS is`)
  if (!found!.is) throw problems.invalidRequest('owner_id', 'owner_id must be a member of the account.')
}

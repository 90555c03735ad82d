import { type Account, findAccount } from '../accounts/accounts.ts'
import { clockAheadSql } from '../accounts/test-account.ts'
import { type Mode, modeOf } from '../base/ids.ts'
import { endExclusion, findEndedExclusions, readExclusions } from '../catalog/exclusions/exclusions.ts'
import type { Queue } from '../queue/queue.ts'
import type { ExclusionNeeds } from './exclusion-schema.ts'

/** What is given for an account of test mode in place of the live parts: its lists name people of another catalogue. */
type NeedsOf<Needs> = (caller: { mode: Mode; account: Account }, live: Needs) => Needs | Promise<Needs>

/** Once a minute: lists whose time is over are deleted, and searches find again whom no other list names. */
export function scheduleExclusionEnds<Needs extends ExclusionNeeds>(
  queue: Queue,
  needs: Needs,
  needsOf: NeedsOf<Needs>,
): void {
  queue.schedule('exclusion_ends', '* * * * *', () => endExclusions(needs, needsOf))
}

export async function endExclusions<Needs extends ExclusionNeeds>(
  needs: Needs,
  needsOf: NeedsOf<Needs>,
): Promise<void> {
  for (const { accountId, label } of await findEndedExclusions(needs.database, needs.clock, clockAheadSql)) {
    const account = await findAccount(needs.database, accountId)
    if (!account) continue
    const { database, clock, channelKeys } = await needsOf({ mode: modeOf(accountId), account }, needs)
    await endExclusion(database, clock, channelKeys, accountId, label)
  }
}

/** Those of an account whose time has been moved: it need not wait for the next round. */
export async function endExclusionsOf(
  { database, clock, channelKeys }: ExclusionNeeds,
  accountId: string,
): Promise<void> {
  const now = clock.now()
  for (const { label, expiresAt } of await readExclusions(database, accountId)) {
    if (expiresAt && expiresAt <= now) await endExclusion(database, clock, channelKeys, accountId, label)
  }
}

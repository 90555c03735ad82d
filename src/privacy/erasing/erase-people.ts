import type { ChannelKeys } from '../../catalog/channel-keys.ts'
import { type ErasureTarget, erase } from '../../catalog/erasure.ts'
import type { Db } from '../../db/database.ts'
import { forgetInputsOf } from '../../jobs/forget-people.ts'
import { forgetWorkOn } from '../../work/work-rows.ts'

/** Erases people, all named in the same way, from the catalogue and from whatever else names them. Returns their contacts. */
export async function erasePeople(tx: Db, keys: ChannelKeys, targets: readonly ErasureTarget[]): Promise<string[]> {
  if (targets.length === 0) return []
  const { contactIds } = await erase(tx, keys, targets)
  await forgetElsewhere(tx, contactIds)
  return contactIds
}

/** What accounts wrote about erased people, and the jobs that named them. */
export async function forgetElsewhere(tx: Db, contactIds: readonly string[]): Promise<void> {
  if (contactIds.length === 0) return
  await forgetWorkOn(tx, contactIds)
  await forgetInputsOf(tx, contactIds)
}

/** Fills in what rows of an earlier release lack, in the background after an upgrade. */
import { setTimeout } from 'node:timers/promises'
import type { Db } from '../db/database.ts'
import { isLockTimeout } from '../db/wire/errors.ts'
import type { ChannelKeys } from './channel-keys.ts'
import { holdCatalogue } from './lock-catalogue.ts'

type BackFill = {
  /** Asked without a lock, before every turn. */
  isNeeded(db: Db): Promise<boolean>
  /** One short transaction. Says how many rows it filled in. */
  fillSome(tx: Db): Promise<number>
}

const tryAgainAfterMs = 1_000

/**
 * In short transactions that hold the catalogue, so that nobody waits for long. If somebody else holds it for longer than a lock may
 * take, the turn is left out and tried again a second later. After an interruption the next call continues. Returns how many rows it filled in.
 */
export async function fillIn(
  db: Db,
  keys: ChannelKeys,
  { isNeeded, fillSome }: BackFill,
  signal?: AbortSignal,
): Promise<number> {
  let filled = 0
  while (!signal?.aborted && (await isNeeded(db))) {
    try {
      filled += await db.transaction(async (tx) => {
        await holdCatalogue(tx, keys)
        return fillSome(tx)
      })
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      await setTimeout(tryAgainAfterMs, undefined, { ref: false, ...(signal && { signal }) })
    }
  }
  return filled
}

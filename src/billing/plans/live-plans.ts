/** The plans and packs that are sold now. Everybody holds the same two maps, whose contents are replaced when there is a newer version. */
import type { Logger } from 'pino'
import type { Plans } from '../../accounts/plan.ts'
import type { Db } from '../../db/database.ts'
import type { Packs } from './packs.ts'
import { findNewestPlans } from './plan-versions.ts'
import { readSold } from './read-sold.ts'

type SoldPlans = {
  /** As `plans.json` would hold it. */
  text: string
  /** Zero: those of DATA_DIR/plans.json, or the built-in ones. */
  version: number
}

export type LivePlans = {
  plans: Plans
  packs: Packs
  now(): SoldPlans
  /** Takes over the newest version of the database, if it is another one. */
  refresh(db: Db): Promise<void>
  /** From now on, every few seconds. A version that this release can't read is left alone, and the log says so once. */
  follow(db: Db, log: Logger): { stop(): Promise<void> }
}

const followEveryMs = 5_000

/** They begin as the file has them; without one, as they are built in. */
export function createLivePlans(file: { text: string; path: string } | null): LivePlans {
  const { text, path } = file ?? { text: '{}', path: 'plans.json' }
  const sold = readSold(text, path)
  const plans = new Map(sold.plans)
  const packs = new Map(sold.packs)
  let now: SoldPlans = { text, version: 0 }
  let unreadable = 0

  async function refresh(db: Db): Promise<void> {
    const newest = await findNewestPlans(db)
    if (!newest || newest.version === now.version) return
    const next = readSold(newest.text, `version ${newest.version}`)
    replace(plans, next.plans)
    replace(packs, next.packs)
    now = { text: newest.text, version: newest.version }
  }

  return {
    plans,
    packs,
    now: () => now,
    refresh,
    follow(db, log) {
      const timer = setInterval(() => {
        refresh(db).catch((error: Error) => {
          if (unreadable++ === 0) log.warn({ err: error }, 'the plans could not be looked at')
        })
      }, followEveryMs)
      timer.unref()
      return { stop: async () => clearInterval(timer) }
    },
  }
}

function replace<Value>(held: Map<string, Value>, next: ReadonlyMap<string, Value>): void {
  held.clear()
  for (const [id, value] of next) held.set(id, value)
}

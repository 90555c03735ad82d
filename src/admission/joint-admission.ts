import type { Plans } from '../accounts/plan.ts'
import type { Clock } from '../base/clock.ts'
import type { Sql } from '../base/sql.ts'
import type { PresumedCaller } from '../call/entry.ts'
import type { Principal } from '../call/principal.ts'
import type { Database } from '../db/database.ts'
import type { KnownCallers } from './known-callers.ts'
import { admitGroups, admitOne, countGroup, type Group, type GroupAdmission, groupKeys } from './ordinary-admission.ts'
import type { PresumedCallers } from './presumed-callers.ts'
import { noteUse, toPrincipal } from './to-principal.ts'

/** Admission as a part of another module's statement, for callers who were admitted a moment ago. */
export type JointAdmission = {
  /** The callers by key and scope; the slots of a group are places in the list. */
  group(callers: PresumedCaller[]): Group[]
  /** A row for each group that is admitted as a whole, with `place` (in the list of groups) and `version`. */
  sql<Input>(groupsOf: (input: Input) => Group[]): Sql
  /** The same for a group of one request. */
  sqlOfOne<Input>(groupOf: (input: Input) => Group): Sql
  /** The admitted callers of one row, by slot. */
  read(groups: Group[], row: GroupAdmission): [slot: number, principal: Principal][]
  /** The next request of these callers is admitted by itself. */
  forget(callers: PresumedCaller[]): void
}

type Options = { plans: Plans; known: KnownCallers; presumed: PresumedCallers }

export function createJointAdmission(database: Database, clock: Clock, options: Options): JointAdmission {
  const { plans, known, presumed } = options
  return {
    group: (callers) => groupKeys(callers, known),
    sql: (groupsOf) => admitGroups(clock, plans, groupsOf),
    sqlOfOne: (groupOf) => admitOne(clock, plans, groupOf),
    read(groups, row) {
      const group = groups[row.place]!
      const counted = countGroup(group, row, known)
      noteUse(database, clock, counted[0]![1])
      return counted.map(([slot, one]) => {
        const principal = toPrincipal(one, { scope: null, meter: 'request' }, 'api', plans)
        presumed.remember(group, principal, row.version)
        return [slot, principal]
      })
    },
    forget: (callers) => callers.forEach(presumed.forget),
  }
}

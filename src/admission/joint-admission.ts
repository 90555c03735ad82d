import type { Plans } from '../accounts/plan.ts'
import type { Clock } from '../base/clock.ts'
import type { Sql } from '../base/sql.ts'
import type { PresumedCaller } from '../call/entry.ts'
import type { Principal } from '../call/principal.ts'
import type { Database } from '../db/database.ts'
import type { KnownCallers } from './known-callers.ts'
import { admitAlone, askAlone, countLone, type LoneAdmission, type LoneRequest } from './lone-admission.ts'
import { admitGroups, countGroup, type Group, type GroupAdmission, groupKeys } from './ordinary-admission.ts'
import type { AdmittedKey, PresumedCallers } from './presumed-callers.ts'
import { type CountedRequest, noteUse, toPrincipal } from './to-principal.ts'

/** Admission as a part of another module's statement, for callers who were admitted a moment ago. */
export type JointAdmission = {
  /** The callers by key and scope; the slots of a group are places in the list. */
  group(callers: PresumedCaller[]): Group[]
  /** A row for each group that is admitted as a whole, with `place` (in the list of groups) and `version`. */
  sql<Input>(groupsOf: (input: Input) => Group[]): Sql
  /** The admitted callers of one row, by slot. */
  read(groups: Group[], row: GroupAdmission): [slot: number, principal: Principal][]
  /** For a request alone, if its caller's rows are still known in the presumed version. */
  alone(caller: PresumedCaller): LoneRequest | null
  /** A row if it is admitted. If not, it may still be by the other statement. */
  sqlAlone<Input>(of: (input: Input) => LoneRequest): Sql
  readAlone(request: LoneRequest, row: LoneAdmission | undefined): Principal | null
  /** The next request of these callers is admitted by itself. */
  forget(callers: PresumedCaller[]): void
}

type Options = { plans: Plans; known: KnownCallers; presumed: PresumedCallers }

export function createJointAdmission(database: Database, clock: Clock, options: Options): JointAdmission {
  const { plans, known, presumed } = options
  const admitted = (key: AdmittedKey, one: CountedRequest, version: string): Principal => {
    const principal = toPrincipal(one, { scope: null, meter: 'request' }, 'api', plans)
    presumed.remember(key, principal, version)
    return principal
  }
  return {
    group: (callers) => groupKeys(callers, known),
    sql: (groupsOf) => admitGroups(clock, plans, groupsOf),
    read(groups, row) {
      const group = groups[row.place]!
      const counted = countGroup(group, row, known)
      noteUse(database, clock, counted[0]![1])
      return counted.map(([slot, one]) => [slot, admitted(group, one, row.version)])
    },
    alone(caller) {
      const request = askAlone(caller, plans, known)
      return request?.known.version === caller.version ? request : null
    },
    sqlAlone: (of) => admitAlone(clock, of),
    readAlone(request, row) {
      if (!row) {
        known.forget(request.credential)
        return null
      }
      const one = countLone(request, row, known)
      noteUse(database, clock, one)
      return admitted(request, one, one.version)
    },
    forget: (callers) => callers.forEach(presumed.forget),
  }
}

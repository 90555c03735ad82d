import type { Clock } from '../base/clock.ts'
import type { Entry, PresumedCaller } from '../call/entry.ts'
import type { Principal } from '../call/principal.ts'
import type { Database, Db } from '../db/database.ts'
import { uncount } from '../metering/request-counters.ts'
import type { ProtectedResource } from '../oauth/resources.ts'
import type { AdmissionRequest, Demand } from './admission-statement.ts'
import { modeOfCredential, type PresentedCredential } from './credentials.ts'
import { type AdmittedKey, keyOf, type PresumedCallers } from './presumed-callers.ts'
import { holdCaller, lookUpCaller } from './recheck.ts'
import { requireCredential } from './refusals.ts'

/**
 * A request on its way in. Throws at once when nothing was sent that could hold; all else is decided by `admit()`. `onAdmitted`
 * hears of the caller once.
 */
export type Enter = (
  presented: PresentedCredential,
  demand: Demand,
  onAdmitted?: (principal: Principal) => void,
  resource?: ProtectedResource,
) => Entry

type Options = {
  database: Database
  clock: Clock
  publicUrl: string
  presumed: PresumedCallers
  /** Remembers the caller under `key`, if there is one. */
  admit(
    asked: AdmissionRequest,
    demand: Demand,
    resource: ProtectedResource,
    key: AdmittedKey | null,
  ): Promise<Principal>
}

export function createEntries({ database, clock, publicUrl, presumed, admit }: Options): Enter {
  return (presented, demand, onAdmitted = () => {}, resource = 'api') => {
    const {
      scope,
      orScopes = [],
      meter,
      closedWithoutAccess,
      openToPeople,
      openWhenSuspended,
      method,
      readsOnly,
    } = demand
    const credential = requireCredential(presented, demand, { publicUrl, resource })
    const rights = { scope, orScopes, meter, closedWithoutAccess }
    const asked = { ...rights, openToPeople, openWhenSuspended, method, readsOnly, credential }
    let admitted: Principal | null = null
    let admitting: Promise<Principal> | null = null
    // Only callers that somebody presumes are worth remembering.
    let presumedAs: AdmittedKey | null = null
    const welcome = (principal: Principal): Principal => {
      admitted = principal
      onAdmitted(principal)
      return principal
    }
    const onAdmittedElsewhere = (principal: Principal) => {
      admitting = Promise.resolve(welcome(principal))
    }
    const presume = (): PresumedCaller | null => {
      presumedAs = resource === 'api' ? keyOf(asked) : null
      const found = presumedAs && presumed.find(presumedAs)
      if (!presumedAs || !found) return null
      const { principal, version } = found
      return { ...presumedAs, principal, version, onAdmitted: onAdmittedElsewhere }
    }
    const look = (db: Db) => lookUpCaller(db, asked, { clock, publicUrl, resource })
    return {
      mode: modeOfCredential(credential),
      presume,
      admit() {
        admitting ??= admit(asked, demand, resource, presumedAs).then(welcome)
        return admitting
      },
      look: async () => void (await look(database)),
      async recheck(tx) {
        await holdCaller(tx, admitted!)
        return { ...admitted!, ...(await look(tx)) }
      },
      async uncount() {
        const { account, actor, counters } = admitted!
        const memberId = actor.type === 'member' || actor.type === 'operator' ? actor.id : null
        return { ...admitted!, counters: await uncount(database, account, { meter, memberId }, counters) }
      },
    }
  }
}

import type { PresumedCaller } from '../call/entry.ts'
import type { Principal } from '../call/principal.ts'
import type { AdmissionRequest } from './admission-statement.ts'

/** Caches which keys were admitted a moment ago, to begin their next search before it is admitted. */
export type PresumedCallers = {
  remember(key: AdmittedKey, principal: Principal, version: string): void
  forget(key: AdmittedKey): void
  find(key: AdmittedKey): { principal: Principal; version: string } | null
}

export type AdmittedKey = Pick<PresumedCaller, 'credential' | 'scope' | 'name'>

const presumedForMsDefault = 5_000
const callersMax = 10_000

export function createPresumedCallers(presumedForMs: number = presumedForMsDefault): PresumedCallers {
  const callers = new Map<string, { principal: Principal; version: string; until: number }>()
  return {
    remember(key, principal, version) {
      if (callers.size >= callersMax) callers.clear()
      callers.set(key.name, { principal, version, until: performance.now() + presumedForMs })
    },
    forget(key) {
      callers.delete(key.name)
    },
    find(key) {
      const caller = callers.get(key.name)
      return caller !== undefined && caller.until >= performance.now() ? caller : null
    },
  }
}

/** Null: no key of live mode, or any scope will do. */
export const keyOf = ({ credential, scope }: AdmissionRequest): AdmittedKey | null =>
  credential.kind === 'api_key' && credential.mode === 'live' && scope !== null
    ? { credential, scope, name: `${scope} ${credential.name}` }
    : null

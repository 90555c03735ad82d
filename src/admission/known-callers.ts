import type { KeyCredential } from '../call/entry.ts'
import type { CallerRow } from './admission-statement.ts'
import { type Caller, toCaller } from './to-principal.ts'

/** A statement's row of a key's caller: `caller` only when it differs from the cached version. */
export type ReadCaller = { version: string; caller: InJson<CallerRow> | null }

/** Moments in JSON are text. */
type InJson<T> = { [Key in keyof T]: T[Key] extends Date | null ? string | null : T[Key] }

export type KnownCallers = {
  /** The cached caller, for the statement to compare with. */
  find(credential: KeyCredential): KnownCaller | null
  /** The caller in the version that the statement has just seen, which was asked with what `find` had found. */
  read(credential: KeyCredential, found: KnownCaller | null, seen: ReadCaller): Caller
}

export type KnownCaller = { version: string; caller: Caller; until: number }

/** Versions count transactions, whose numbers come round after four billion: nothing is kept for that long. */
const knownForMs = 60_000
const knownMax = 10_000

/**
 * Caches a key's row, never its validity: the statement checks the rows every time, and returns them only if they changed.
 */
export function createKnownCallers(): KnownCallers {
  const known = new Map<string, KnownCaller>()
  return {
    find({ name }) {
      const one = known.get(name)
      return one && one.until > performance.now() ? one : null
    },
    read({ name }, found, { version, caller: row }) {
      if (row === null) return found!.caller
      if (known.size >= knownMax) known.clear()
      const caller = toCaller(withDates(row))
      known.set(name, { version, caller, until: performance.now() + knownForMs })
      return caller
    },
  }
}

const withDates = (row: InJson<CallerRow>): CallerRow => ({
  ...row,
  periodAnchor: toDate(row.periodAnchor),
  trialEndsAt: toDate(row.trialEndsAt),
  accessEndsAt: toDate(row.accessEndsAt),
  nextPlanAt: toDate(row.nextPlanAt),
  suspendedAt: toDate(row.suspendedAt),
  lastUsedAt: toDate(row.lastUsedAt),
})

const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text))

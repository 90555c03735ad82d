import { rawSql } from '../base/sql.ts'
import type { KeyCredential } from '../call/entry.ts'
import type { CallerRow } from './admission-statement.ts'
import { type Caller, toCaller } from './to-principal.ts'

/** A statement's row of a key's caller: `caller` only when it differs from the cached version. */
export type ReadCaller = { now: Date; version: string; caller: InJson<KeyCallerRow> | null }

type KeyCallerRow = CallerRow & { keyExpiresAt: Date | null }

/** Moments in JSON are text. */
type InJson<T> = { [Key in keyof T]: T[Key] extends Date | null ? string | null : T[Key] }

export type KnownCallers = {
  /** The cached caller, for the statement to compare with. */
  find(credential: KeyCredential): KnownCaller | null
  /** The caller in the version that the statement has just seen, which was asked with what `find` had found. */
  read(credential: KeyCredential, found: KnownCaller | null, seen: ReadCaller): Caller
  /** The next request of this key reads its rows again. */
  forget(credential: KeyCredential): void
  /** About what the database's clock says now; null before it was heard. */
  databaseTime(): Date | null
}

export type KnownCaller = { version: string; caller: Caller; keyExpiresAt: Date | null; until: number }

/**
 * A part of every version: a server that takes over may have lost the latest transactions of the one before, and give their numbers
 * to others.
 */
export const serverVersion = rawSql(`date_part('epoch', pg_postmaster_start_time())::text`)

/** Versions count transactions, whose numbers come round after four billion: nothing is kept for that long. */
const knownForMs = 60_000
const knownMax = 10_000

/**
 * Caches a key's row, never its validity: the statement checks the rows every time, and returns them only if they changed.
 */
export function createKnownCallers(): KnownCallers {
  const known = new Map<string, KnownCaller>()
  let heard: { databaseTime: number; at: number } | null = null
  return {
    find({ name }) {
      const one = known.get(name)
      return one && one.until > performance.now() ? one : null
    },
    read({ name }, found, { now, version, caller: row }) {
      const at = performance.now()
      heard = { databaseTime: now.getTime(), at }
      if (row === null) return found!.caller
      if (known.size >= knownMax) known.clear()
      const { keyExpiresAt, ...caller } = row
      const one = { version, caller: toCaller(withDates(caller)), keyExpiresAt: toDate(keyExpiresAt) }
      known.set(name, { ...one, until: at + knownForMs })
      return one.caller
    },
    forget: ({ name }) => void known.delete(name),
    databaseTime: () => heard && new Date(heard.databaseTime + performance.now() - heard.at),
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

import type { Mode } from '../base/ids.ts'
import type { Db } from '../db/database.ts'
import type { Principal } from './principal.ts'

/** One request with a credential that may hold, on its way in. */
export type Entry = {
  /** Whose parts an operation is given, known before the caller is. */
  mode: Mode
  /**
   * The caller, if its key was admitted a moment ago. No getter: one in a literal gives every object a hidden class of its own,
   * and only a full collection frees that, with the whole request behind it.
   */
  presume(): PresumedCaller | null
  /**
   * The caller, admitted and counted once, however often it is asked; throws the refusal. Ask when the body is complete: rights
   * that end while it is on its way must not be used.
   */
  admit(): Promise<Principal>
  /** Throws the refusal of a caller who has no right to this operation now. Counts nothing. */
  look(): Promise<void>
  /**
   * After admission, in a transaction: the caller as they are now, or the refusal. The rows that give the right are locked
   * until it ends, so revoking it either waits or came first. Every operation that hands out rights calls this and decides
   * by its result.
   */
  recheck(tx: Db): Promise<Principal>
  /** The answer to an admitted request is a 429 all the same: it does not count (ORDER-2). Returns the caller with the windows without it. */
  uncount(): Promise<Principal>
}

/** An API key as it was sent. `name` is the hash as text, to find the key by in maps. */
export type KeyCredential = { kind: 'api_key'; secretHash: Buffer; name: string; mode: Mode }

/** Enough to begin a search with, never to answer it: the caller is admitted before the answer. */
export type PresumedCaller = {
  /** As of the last admission. */
  principal: Principal
  credential: KeyCredential
  scope: string
  /** Scope and key as one text, by which requests that are counted together are found. */
  name: string
  /** Changes whenever the rows of its account or its key do. */
  version: string
  /** The caller was admitted with another statement. From then on `admit()` returns this principal and counts nothing. */
  onAdmitted(principal: Principal): void
}

/** The caller as an operation gets it: as of admission, and how to check again. */
export type AdmittedCaller = { principal: Principal; recheck: Entry['recheck'] }

/** A caller whom an operation admits when it needs to know them. */
export type EnteringCaller = Pick<Entry, 'presume' | 'admit'>

/** A caller who has been admitted already. */
export const admittedBefore = (principal: Principal): EnteringCaller => ({
  presume: () => null,
  admit: async () => principal,
})

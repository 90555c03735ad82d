import type { Db } from '../db/database.ts'
import type { Principal } from './principal.ts'

/** One request with a credential that may hold, on its way in. */
export type Entry = {
  /** Whom to begin a search for, before they are admitted. */
  presumed: Principal | null
  /**
   * The caller, admitted and counted once, however often it is asked; throws the refusal. Ask when the body is complete: rights
   * that end while it is on its way must not be used.
   */
  admit(): Promise<Principal>
  /** Throws the refusal of a caller who has no right to this operation now. Counts nothing. */
  look(): Promise<void>
  /**
   * After admission, in a transaction: the caller as they are now, or the refusal. The rows that give the right are held until it
   * ends: whoever takes it away waits, or has been here first. Whatever hands out rights asks this, and decides by this caller.
   */
  recheck(tx: Db): Promise<Principal>
}

/** What an operation is told about its caller: who they were at admission, and how to ask again. */
export type AdmittedCaller = { principal: Principal; recheck: Entry['recheck'] }

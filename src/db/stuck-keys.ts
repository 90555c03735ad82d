import { problems } from '../base/problems.ts'
import { isLockTimeout } from './wire/errors.ts'

type StuckKeys = {
  /** These were in a batch that timed out waiting for a lock. They stay out of batches until one of their calls gets through. */
  suspect(keys: string[]): void
  isSuspect(key: string): boolean
  /** Runs a call of this key, and answers 503 while its row is known to be locked. */
  guard<T>(key: string, work: () => Promise<T>): Promise<T>
}

/** How long after a lock timeout the calls of a key are refused without another try. */
const pauseMs = 1_000

/**
 * Which accounts or credentials wait for a row that another transaction keeps locked. The statement of a batch does not say
 * which row it waited for, so each of its keys finds out for itself. Without trouble nothing is kept here.
 */
export function createStuckKeys(now: () => number = () => performance.now()): StuckKeys {
  const suspects = new Set<string>()
  const refusedUntil = new Map<string, number>()

  return {
    suspect(keys) {
      for (const key of keys) suspects.add(key)
    },
    isSuspect: (key) => suspects.size > 0 && suspects.has(key),
    async guard(key, work) {
      if ((refusedUntil.get(key) ?? 0) > now()) throw problems.serviceUnavailable(1)
      try {
        const result = await work()
        suspects.delete(key)
        refusedUntil.delete(key)
        return result
      } catch (error) {
        if (!isLockTimeout(error)) throw error
        suspects.add(key)
        refusedUntil.set(key, now() + pauseMs)
        throw problems.serviceUnavailable(1)
      }
    },
  }
}

import { isLockTimeout } from '../db/wire/errors.ts'
import { problems } from '../problems.ts'

export type StuckAccounts = {
  /** These were in a batch that waited for a lock in vain: until one of their requests gets through they stay out of batches. */
  suspect(accountIds: string[]): void
  isSuspect(accountId: string): boolean
  /** Runs the work of an account, and refuses it with 503 while the account is known to be locked. */
  guard<T>(accountId: string, work: () => Promise<T>): Promise<T>
}

/** How long after a lock timeout the requests of the account are refused without another try. */
const pauseMs = 1_000

/** Which accounts are locked by something that does not let go. Without trouble both maps are empty. */
export function createStuckAccounts(now: () => number = performance.now.bind(performance)): StuckAccounts {
  const suspects = new Set<string>()
  const refusedUntil = new Map<string, number>()

  return {
    suspect(accountIds) {
      for (const accountId of accountIds) suspects.add(accountId)
    },
    isSuspect: (accountId) => suspects.size > 0 && suspects.has(accountId),
    async guard(accountId, work) {
      if ((refusedUntil.get(accountId) ?? 0) > now()) throw problems.serviceUnavailable(1)
      try {
        const result = await work()
        suspects.delete(accountId)
        refusedUntil.delete(accountId)
        return result
      } catch (error) {
        if (!isLockTimeout(error)) throw error
        suspects.add(accountId)
        refusedUntil.set(accountId, now() + pauseMs)
        throw problems.serviceUnavailable(1)
      }
    },
  }
}

import type { Database } from '../db/database.ts'
import { findNews } from '../events/read-events.ts'

export type EventWaiters = {
  /** True when the account has an event after this number; false when the time is over, or when the node stops. */
  wait(accountId: string, after: number, milliseconds: number): Promise<boolean>
  stop(): void
}

type Waiter = { accountId: string; after: number; wake(hasNews: boolean): void }

const lookEveryMs = 500

/** One look at the counters, twice a second, for all who wait in this thread; none while nobody does. */
export function createEventWaiters(database: Database): EventWaiters {
  const waiting = new Set<Waiter>()
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  async function look(): Promise<void> {
    // A database that is away is the next reader's to hear of.
    const accountIds = [...waiting].map(({ accountId }) => accountId)
    const hasNews = await findNews(database, accountIds).catch(() => () => false)
    for (const { accountId, after, wake } of [...waiting]) if (hasNews(accountId, after)) wake(true)
    schedule()
  }

  function schedule(): void {
    if (waiting.size > 0 && !stopped) timer = setTimeout(() => void look(), lookEveryMs).unref()
    else timer = undefined
  }

  return {
    wait(accountId, after, milliseconds) {
      if (stopped) return Promise.resolve(false)
      return new Promise((resolve) => {
        const waiter: Waiter = {
          accountId,
          after,
          wake(hasNews) {
            clearTimeout(end)
            waiting.delete(waiter)
            resolve(hasNews)
          },
        }
        const end = setTimeout(() => waiter.wake(false), milliseconds)
        waiting.add(waiter)
        if (!timer) schedule()
      })
    },
    stop() {
      stopped = true
      clearTimeout(timer)
      for (const { wake } of [...waiting]) wake(false)
    },
  }
}

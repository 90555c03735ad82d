import type { Logger } from 'pino'

export type ClaimLoop = {
  start(): void
  /** Turns under way finish. */
  stop(): Promise<void>
  /** One look, and a turn for everything that is due now. For tests. */
  runDue(): Promise<void>
}

type Options<Due extends { id: string }> = {
  /** For the log. */
  what: string
  log: Logger
  /** How many a node works on at once. One that is slow holds one of these places for one turn. */
  atOnce: number
  /** Unclaimed rows that are due. */
  find(): Promise<Due[]>
  /** One turn. It claims first: another node may have been faster. */
  serve(due: Due): Promise<void>
}

const lookEveryMs = 1_000

/** Looks once a second for work that nodes claim by whom it belongs to, so that one that is slow delays no other. */
export function createClaimLoop<Due extends { id: string }>(options: Options<Due>): ClaimLoop {
  const { what, log, atOnce, find, serve } = options
  const underway = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  async function look(): Promise<void> {
    for (const due of await find()) {
      if (stopped || underway.size >= atOnce) break
      if (underway.has(due.id)) continue
      const turn = serve(due)
        .catch((err) => log.warn({ err, id: due.id }, `a ${what} could not be served`))
        .finally(() => underway.delete(due.id))
      underway.set(due.id, turn)
    }
  }

  function schedule(): void {
    if (stopped) return
    timer = setTimeout(() => {
      look()
        .catch((err) => log.warn({ err }, `each ${what} could not be looked at`))
        .finally(schedule)
    }, lookEveryMs)
    timer.unref()
  }

  return {
    start: schedule,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await Promise.all(underway.values())
    },
    async runDue() {
      await look()
      await Promise.all(underway.values())
    },
  }
}

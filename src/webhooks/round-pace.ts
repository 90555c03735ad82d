import { setTimeout } from 'node:timers/promises'

/** Waits until another round of deliveries may begin. */
export type RoundPace = () => Promise<void>

/** From this many requests at once, a thread has no time to spare. */
export const busyFrom = 16
/** A round takes about 8 ms of processor time: with this distance, a twentieth of two cores. */
const roundEveryMs = 100
/** The lease of a webhook goes on meanwhile. */
const waitMaxMs = 5_000

/** While a node is busy with requests, rounds begin one after the other, whichever webhook they are for: receivers wait, callers do not. */
export function createRoundPace(requestsUnderway: () => number): RoundPace {
  let nextAt = 0
  return async () => {
    if (requestsUnderway() < busyFrom) return
    const now = performance.now()
    const wait = Math.min(Math.max(0, nextAt - now), waitMaxMs)
    nextAt = Math.max(now, nextAt) + roundEveryMs
    await setTimeout(wait)
  }
}

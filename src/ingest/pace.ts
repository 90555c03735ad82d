import { problems } from '../base/problems.ts'
import { createPlaceQueue, type Places } from '../base/process-places.ts'

/** Runs a block of lines when it is its turn. */
export type Pace = <Result>(block: () => Promise<Result>) => Promise<Result>

/** A block that waited for an import of files has not kept the machine busy for all of that time. */
const pauseMaxMs = 250

/**
 * One block at a time in a process, and then a pause that is as long as the block took: reveals and searches have half of the machine
 * whatever comes in. The sender waits, because its body is read no faster.
 */
export function createPace(places: Places): Pace {
  const turns = createPlaceQueue(places, {
    waitingMax: Number.POSITIVE_INFINITY,
    whenFull: problems.serviceUnavailable,
  })
  return async (block) => {
    const leave = await turns.take()
    const startedAt = performance.now()
    try {
      return await block()
    } finally {
      setTimeout(leave, Math.min(performance.now() - startedAt, pauseMaxMs))
    }
  }
}

/** A refusal costs time, too: retries are spread so that at most about this many arrive a second. */
const comingBackPerSecond = 200
export const retrySecondsMax = 10

/**
 * When refused callers should try again: the more of them wait already, the later, so that a flood spends its time waiting
 * and the node spends its own on answers.
 */
export function createRetryTimes(now: () => number = () => performance.now()): { next(): number } {
  /** By the second in which they come back. */
  const expected = new Map<number, number>()
  return {
    next() {
      const second = Math.floor(now() / 1_000)
      for (const past of expected.keys()) if (past <= second) expected.delete(past)
      let wait = 1
      while (wait < retrySecondsMax && (expected.get(second + wait) ?? 0) >= comingBackPerSecond) wait += 1
      expected.set(second + wait, (expected.get(second + wait) ?? 0) + 1)
      return wait
    },
  }
}

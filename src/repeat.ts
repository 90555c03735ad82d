type Repeated = {
  /** No further turn begins; one that is under way is waited for. */
  stop(): Promise<void>
}

/**
 * Work beside requests. Never twice at once: a turn that comes while the last one is under way is left out. What fails is
 * reported, and the next turn tries again. A process that has nothing else to do may end.
 */
export function repeat(everyMs: number, work: () => Promise<unknown>, report: (error: unknown) => void): Repeated {
  let underway: Promise<void> | undefined
  const timer = setInterval(() => {
    underway ??= work()
      .then(() => {}, report)
      .finally(() => {
        underway = undefined
      })
  }, everyMs)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await underway
    },
  }
}

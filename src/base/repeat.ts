type Repetition = {
  /** Starts no further run, and waits for one in progress. */
  stop(): Promise<void>
}

/**
 * Background work, at an interval. Runs never overlap: one that is due while the last is in progress is skipped. A failure
 * is reported, and the next run tries again. It does not keep the process alive.
 */
export function repeat(everyMs: number, work: () => Promise<unknown>, report: (error: unknown) => void): Repetition {
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

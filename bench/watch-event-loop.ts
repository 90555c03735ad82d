/**
 * How long an event loop was held up, in milliseconds. On a machine with few cores a thread also waits for its turn: the delay by
 * the clock shows both, the work only what the thread did itself.
 */
export type LoopDelays = { longestDelay: number; longestWork: number; p99: number }

export type LoopWatch = {
  /** Does what the bench does for itself, which is not counted. */
  leaveOut<T>(own: () => T): T
  stop(): LoopDelays
}

/** Looks in about every millisecond; what lies between two looks beyond that is a delay. */
export function watchEventLoop(): LoopWatch {
  const interval = 1
  const delays: number[] = []
  let longestWork = 0
  let last = { clock: performance.now(), work: processorMs() }
  const timer = setInterval(() => {
    const now = { clock: performance.now(), work: processorMs() }
    delays.push(Math.max(0, now.clock - last.clock - interval))
    longestWork = Math.max(longestWork, now.work - last.work)
    last = now
  }, interval)
  return {
    leaveOut(own) {
      const before = { clock: performance.now(), work: processorMs() }
      const result = own()
      last.clock += performance.now() - before.clock
      last.work += processorMs() - before.work
      return result
    },
    stop() {
      clearInterval(timer)
      delays.sort((left, right) => left - right)
      return { longestDelay: delays.at(-1) ?? 0, longestWork, p99: delays[Math.floor(delays.length * 0.99)] ?? 0 }
    },
  }
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

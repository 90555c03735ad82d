/**
 * How long an event loop was held up, in milliseconds. On a machine with few cores a thread also waits for its turn: the delay by
 * the clock shows both, the work only what the thread did itself.
 */
export type LoopDelays = {
  longestDelay: number
  longestWork: number
  /** How much of the longest work was the kernel's: memory that is touched for the first time, or that it has to find. */
  inKernel: number
  p99: number
}

export type LoopWatch = {
  /** Does what the bench does for itself, which is not counted. */
  leaveOut<T>(own: () => T): T
  stop(): LoopDelays
}

/** Looks in about every millisecond; what lies between two looks beyond that is a delay. */
export function watchEventLoop(): LoopWatch {
  const interval = 1
  const delays: number[] = []
  let longest = { work: 0, kernel: 0 }
  let last = { clock: performance.now(), ...processorMs() }
  const timer = setInterval(() => {
    const now = { clock: performance.now(), ...processorMs() }
    delays.push(Math.max(0, now.clock - last.clock - interval))
    const work = now.work - last.work
    if (work > longest.work) longest = { work, kernel: now.kernel - last.kernel }
    last = now
  }, interval)
  return {
    leaveOut(own) {
      const [clock, before] = [performance.now(), processorMs()]
      const result = own()
      const after = processorMs()
      last.clock += performance.now() - clock
      last.work += after.work - before.work
      last.kernel += after.kernel - before.kernel
      return result
    },
    stop() {
      clearInterval(timer)
      delays.sort((left, right) => left - right)
      return {
        longestDelay: delays.at(-1) ?? 0,
        longestWork: longest.work,
        inKernel: longest.kernel,
        p99: delays[Math.floor(delays.length * 0.99)] ?? 0,
      }
    },
  }
}

function processorMs(): { work: number; kernel: number } {
  const { user, system } = process.threadCpuUsage()
  return { work: (user + system) / 1_000, kernel: system / 1_000 }
}

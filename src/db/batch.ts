/**
 * The outcome of a call in a batch. `alone` means: the set-based statement left this call out, run it by itself.
 * `later` means: it depends on another call of the batch, so it goes first in the next one. The first call of a batch can't
 * be told `later`.
 */
export type BatchOutcome<Output> = { output: Output } | 'alone' | 'later'

export type BatcherOptions<Input, Output> = {
  /** Unset: one, which makes the largest batches. */
  queues?: number
  /** Calls with the same queue key never run in two batches at once. Unset: the key is the same for all. */
  queueKey?(input: Input): string
  /** Calls that stay out of batches for now. */
  isAlone?(input: Input): boolean
  batchMax: number
  /** Beyond this many waiting calls a queue refuses with `whenFull()`: every queue is bounded. */
  waitingMax: number
  whenFull(): Error
  runBatch(queue: number, inputs: Input[]): Promise<BatchOutcome<Output>[]>
  /** Hears of every batch that has run, well or not. */
  onBatch?: OnBatch | undefined
  /** For those that batches leave out, if they do. */
  runAlone?(input: Input): Promise<Output>
}

export type OnBatch = (batch: { size: number; seconds: number }) => void

type Batcher<Input, Output> = {
  call(input: Input): Promise<Output>
  /** Resolves when everything accepted so far has been answered. */
  drain(): Promise<void>
}

type Waiting<Input, Output> = {
  input: Input
  resolve(output: Output): void
  reject(error: unknown): void
}

/**
 * Concurrent calls of one kind become one statement. While a queue's batch is in flight the next one collects, so an
 * idle system adds no delay and a busy one shares round trip and commit among all that wait.
 */
export function createBatcher<Input, Output>(options: BatcherOptions<Input, Output>): Batcher<Input, Output> {
  const queues = Array.from({ length: options.queues ?? 1 }, () => ({
    waiting: [] as Waiting<Input, Output>[],
    busy: false,
  }))
  let underway = 0
  let idle: (() => void)[] = []

  async function work(queueNumber: number): Promise<void> {
    const queue = queues[queueNumber]!
    if (queue.busy) return
    queue.busy = true
    while (queue.waiting.length > 0) {
      const batch = queue.waiting.splice(0, options.batchMax)
      const startedAt = performance.now()
      try {
        const outcomes = await options.runBatch(
          queueNumber,
          batch.map((waiting) => waiting.input),
        )
        queue.waiting.unshift(...batch.filter((_, at) => outcomes[at] === 'later'))
        batch.forEach((waiting, at) => {
          const outcome = outcomes[at]!
          if (outcome === 'later') return
          if (outcome === 'alone') void runAlone(waiting)
          else answer(waiting.resolve, outcome.output)
        })
      } catch (error) {
        for (const waiting of batch) answer(waiting.reject, error)
      }
      options.onBatch?.({ size: batch.length, seconds: (performance.now() - startedAt) / 1_000 })
    }
    queue.busy = false
  }

  async function runAlone({ input, resolve, reject }: Waiting<Input, Output>): Promise<void> {
    const alone = options.runAlone?.(input) ?? Promise.reject(new Error('These batches leave nobody out.'))
    await alone.then(
      (output) => answer(resolve, output),
      (error) => answer(reject, error),
    )
  }

  function answer<T>(settle: (answer: T) => void, value: T): void {
    settle(value)
    underway -= 1
    if (underway > 0) return
    for (const wake of idle) wake()
    idle = []
  }

  return {
    call(input) {
      const queueNumber = queueOf(options.queueKey?.(input) ?? '', queues.length)
      const queue = queues[queueNumber]!
      if (queue.waiting.length >= options.waitingMax) return Promise.reject(options.whenFull())
      underway += 1
      return new Promise<Output>((resolve, reject) => {
        if (options.isAlone?.(input)) return void runAlone({ input, resolve, reject })
        queue.waiting.push({ input, resolve, reject })
        // Calls that arrive in the same iteration of the event loop start together, in one batch.
        if (!queue.busy && queue.waiting.length === 1) setImmediate(() => void work(queueNumber))
      })
    },
    drain: () => (underway === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve))),
  }
}

function queueOf(key: string, queues: number): number {
  let hash = 0
  for (let at = 0; at < key.length; at += 1) hash = (Math.imul(hash, 31) + key.charCodeAt(at)) | 0
  return (hash >>> 0) % queues
}

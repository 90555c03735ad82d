/**
 * The outcome of a call in a batch. `alone` means: the set-based statement left this call out, run it by itself.
 * `later` means: it depends on another call of the batch, so it goes first in the next one. The first call of a batch can't
 * be told `later`.
 */
export type BatchOutcome<Output> = { output: Output } | 'alone' | 'later'

export type BatcherOptions<Input, Output> = {
  /** How many batches may be under way at once. Unset: one. */
  connections?: number
  /** Calls with the same key never run in two batches at once. Unset: any calls may. */
  keyOf?(input: Input): string
  /** Calls that stay out of batches for now. */
  isAlone?(input: Input): boolean
  batchMax: number
  /** Beyond this many waiting calls the next is refused with `whenFull()`: every queue is bounded. */
  waitingMax: number
  whenFull(): Error
  runBatch(connection: number, inputs: Input[]): Promise<BatchOutcome<Output>[]>
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

type WaitingCall<Input, Output> = {
  input: Input
  resolve(output: Output): void
  reject(error: unknown): void
}

/** A batch that takes longer is overtaken. */
const slowMs = 30

/**
 * Concurrent calls of one kind become one statement. While a batch is under way the next one collects, so an idle system
 * adds no delay and a busy one shares round trip and commit among all that wait. Only when a batch is slow, because
 * something in it waits for a lock or its connection is lost, does the next one start next to it, on a connection of its
 * own and without the keys that are under way: what stops one caller does not stop the others.
 */
export function createBatcher<Input, Output>(options: BatcherOptions<Input, Output>): Batcher<Input, Output> {
  const free = Array.from({ length: options.connections ?? 1 }, (_, connection) => connection)
  const keysUnderWay = new Set<string>()
  let waiting: WaitingCall<Input, Output>[] = []
  let isCollecting = false
  let hasQuickBatch = false
  let underway = 0
  let idle: (() => void)[] = []

  /** Calls that arrive in the same iteration of the event loop go together, in one batch. */
  function collect(): void {
    if (isCollecting || hasQuickBatch || free.length === 0 || waiting.length === 0) return
    isCollecting = true
    setImmediate(() => {
      isCollecting = false
      const batch = take()
      if (batch.length > 0) void work(batch)
    })
  }

  function take(): WaitingCall<Input, Output>[] {
    if (keysUnderWay.size === 0) return waiting.splice(0, options.batchMax)
    const batch: WaitingCall<Input, Output>[] = []
    waiting = waiting.filter((one) => {
      if (batch.length >= options.batchMax || keysUnderWay.has(options.keyOf!(one.input))) return true
      batch.push(one)
      return false
    })
    return batch
  }

  async function work(batch: WaitingCall<Input, Output>[]): Promise<void> {
    const connection = free.pop()!
    const inputs = batch.map(({ input }) => input)
    const keys = options.keyOf ? inputs.map(options.keyOf) : []
    for (const key of keys) keysUnderWay.add(key)
    hasQuickBatch = true
    let isQuick = true
    const noLongerQuick = () => {
      if (isQuick) hasQuickBatch = false
      isQuick = false
      collect()
    }
    const overtaking = setTimeout(noLongerQuick, slowMs)
    const startedAt = performance.now()
    try {
      settle(batch, await options.runBatch(connection, inputs))
    } catch (error) {
      for (const one of batch) answer(one.reject, error)
    }
    clearTimeout(overtaking)
    for (const key of keys) keysUnderWay.delete(key)
    free.push(connection)
    noLongerQuick()
    options.onBatch?.({ size: batch.length, seconds: (performance.now() - startedAt) / 1_000 })
  }

  function settle(batch: WaitingCall<Input, Output>[], outcomes: BatchOutcome<Output>[]): void {
    waiting.unshift(...batch.filter((_, at) => outcomes[at] === 'later'))
    batch.forEach((one, at) => {
      const outcome = outcomes[at]!
      if (outcome === 'later') return
      if (outcome === 'alone') void runAlone(one)
      else answer(one.resolve, outcome.output)
    })
  }

  async function runAlone({ input, resolve, reject }: WaitingCall<Input, Output>): Promise<void> {
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
      if (waiting.length >= options.waitingMax) return Promise.reject(options.whenFull())
      underway += 1
      return new Promise<Output>((resolve, reject) => {
        if (options.isAlone?.(input)) return void runAlone({ input, resolve, reject })
        waiting.push({ input, resolve, reject })
        collect()
      })
    },
    drain: () => (underway === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve))),
  }
}

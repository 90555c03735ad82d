/** Released by an admitted request when it has been answered. */
type Entry = {
  /** Null: how long it took says nothing about the node. */
  leave(milliseconds: number | null): void
}

export type ConcurrencyLimit = {
  /** Null: refuse this one, at once. */
  enter(caller: string): Entry | null
  /** How many requests may be under way now. */
  limit(): number
  underway(): number
}

type Options = { least?: number; most?: number; start?: number; now?: () => number }

const windowMs = 100
const samplesLeast = 16
const samplesMax = 256

/**
 * How many requests a node works on at once. More than it can answer in time would only make all of them wait, so the
 * limit follows the latency: it shrinks while answers take much longer than they do on a quiet node, and grows while
 * they do not. Below half of it every request is admitted. Above, a caller gets at most its share, so that one who sends
 * a flood is refused while others hardly notice; up to twice the limit, callers with no request in progress are still admitted.
 */
export function createConcurrencyLimit({
  least = 64,
  most = 1_024,
  start = 256,
  now = () => performance.now(),
}: Options = {}): ConcurrencyLimit {
  const callers = new Map<string, number>()
  let limit = start
  let underway = 0
  let peak = 0
  let quietMs = Number.POSITIVE_INFINITY
  let samples: number[] = []
  let windowEnds = now() + windowMs

  function isLetIn(caller: string): boolean {
    if (underway < limit / 2) return true
    const own = callers.get(caller) ?? 0
    if (underway >= limit * 2) return false
    const share = Math.max(1, Math.floor(limit / (callers.size + (own === 0 ? 1 : 0))))
    return own < share && (underway < limit || own === 0)
  }

  function leave(caller: string, milliseconds: number | null): void {
    underway -= 1
    const own = callers.get(caller)! - 1
    if (own === 0) callers.delete(caller)
    else callers.set(caller, own)
    if (milliseconds !== null && samples.length < samplesMax) samples.push(milliseconds)
    if (now() >= windowEnds && samples.length >= samplesLeast) adapt()
  }

  function adapt(): void {
    const median = samples.sort((a, b) => a - b)[samples.length >> 1]!
    const wasQuiet = peak < limit / 2
    // Adapts to a database that has become permanently slower, but never during a flood.
    quietMs = Math.min(median, wasQuiet ? quietMs * 1.02 : quietMs)
    if (median > quietMs * 3 + 10) limit = Math.max(least, Math.floor(limit * 0.9))
    else if (peak >= limit * 0.9) limit = Math.min(most, Math.ceil(limit * 1.05))
    samples = []
    peak = underway
    windowEnds = now() + windowMs
  }

  return {
    enter(caller) {
      if (!isLetIn(caller)) return null
      underway += 1
      peak = Math.max(peak, underway)
      callers.set(caller, (callers.get(caller) ?? 0) + 1)
      return { leave: (milliseconds) => leave(caller, milliseconds) }
    },
    limit: () => limit,
    underway: () => underway,
  }
}

/** How many requests of one caller are worked on at once while others ask for something, too. */
const eachMax = 5
/** For how long after a request its caller counts as present. */
const presentMs = 1_000
/** One that takes longer, such as an export or an open stream, no longer keeps the caller's next one waiting. */
const longMs = 500
/** How often those that wait look for requests that have become long. */
const lookEveryMs = 100

/** `start` is dropped once it has begun: it refers to the whole request, and what a map has let go of is freed only by a full collection. */
type QueuedRequest = { start: (() => void) | null; startedAt: number }
/** Those in work, the oldest first. */
type Caller = { working: QueuedRequest[]; waiting: QueuedRequest[] }

type FairQueue = {
  /** Runs `start` at once, or when it is this caller's turn. Returns what to call when the request is over, started or not. */
  take(caller: string, start: () => void): () => void
  /** From now on nobody waits: a server that stops must answer all it has let in. */
  end(): void
}

/**
 * Requests that are let in share the processor and the database, first come, first served. A caller with many of them at once
 * would be served almost alone, and one with a single request would wait behind them all. So while more than one caller is
 * present, each has a few requests in work, and its others wait here for a place. A caller alone has no such bound: many at
 * once make large batches.
 */
export function createFairQueue(now: () => number = () => performance.now()): FairQueue {
  const callers = new Map<string, Caller>()
  let latest = { name: '', seenAt: Number.NEGATIVE_INFINITY }
  let other = latest
  let isLooking = false
  let isOver = false

  function see(name: string): void {
    if (name !== latest.name) other = latest
    latest = { name, seenAt: now() }
  }

  const hasCompany = (name: string): boolean => now() - (latest.name === name ? other : latest).seenAt < presentMs

  function inWork({ working }: Caller): number {
    while (working.length > 0 && now() - working[0]!.startedAt >= longMs) working.shift()
    return working.length
  }

  const mayStart = (name: string, caller: Caller): boolean =>
    isOver || caller.working.length < eachMax || !hasCompany(name) || inWork(caller) < eachMax

  function begin(caller: Caller, request: QueuedRequest): void {
    const { start } = request
    request.start = null
    request.startedAt = now()
    caller.working.push(request)
    start!()
  }

  function startWaiting(name: string, caller: Caller): void {
    while (caller.waiting.length > 0 && mayStart(name, caller)) begin(caller, caller.waiting.shift()!)
  }

  function lookAgain(): void {
    isLooking = false
    for (const [name, caller] of callers) startWaiting(name, caller)
    if ([...callers.values()].some(({ waiting }) => waiting.length > 0)) lookLater()
  }

  function lookLater(): void {
    if (!isLooking) setTimeout(lookAgain, lookEveryMs).unref()
    isLooking = true
  }

  return {
    take(name, start) {
      see(name)
      const caller = callers.get(name) ?? { working: [], waiting: [] }
      callers.set(name, caller)
      const request: QueuedRequest = { start, startedAt: 0 }
      if (caller.waiting.length === 0 && mayStart(name, caller)) {
        begin(caller, request)
      } else {
        caller.waiting.push(request)
        lookLater()
      }
      return () => {
        remove(caller.working, request)
        remove(caller.waiting, request)
        startWaiting(name, caller)
        if (caller.working.length === 0 && caller.waiting.length === 0) callers.delete(name)
      }
    },
    end() {
      isOver = true
      for (const [name, caller] of callers) startWaiting(name, caller)
    },
  }
}

function remove(requests: QueuedRequest[], request: QueuedRequest): void {
  const place = requests.indexOf(request)
  if (place >= 0) requests.splice(place, 1)
}

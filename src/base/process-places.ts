/**
 * Bounds that hold for a process, whatever the number of its threads: a place is taken in shared memory, by one thread at a
 * time. What a thread had taken when it died is freed by whoever replaces it.
 */
import { createHash } from 'node:crypto'
import { threadId } from 'node:worker_threads'

/** How many of each there are. Passwords are hashed on the four threads that compression and name lookups need, too. */
export const counts = { hashing: 2, exports: 4, exportsUnderway: 36, scans: 4, webhookTests: 8, ingestion: 1 } as const
type Kind = keyof typeof counts
export type ProcessPlaces = Record<Kind, Places>

export type Places = {
  /** Takes a place; returns how to leave it. Null: all are taken. `group_full`: this group has as many as it may have. */
  take(group?: string, perGroup?: number): (() => void) | null | 'group_full'
}

/** A place is its owner, 0 while it is free, and its group. */
const cellsOfPlace = 2

export const placesMemory = (
  places: number = Object.values<number>(counts).reduce((sum, count) => sum + count),
): Int32Array => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * cellsOfPlace * places))

export function processPlaces(memory: Int32Array): ProcessPlaces {
  let from = 0
  const places = Object.entries(counts).map(([kind, count]) => {
    const own = memory.subarray(from, from + count * cellsOfPlace)
    from += count * cellsOfPlace
    return [kind, createPlaces(own)]
  })
  return Object.fromEntries(places) as ProcessPlaces
}

export function createPlaces(memory: Int32Array, thread = threadId): Places {
  const owner = thread + 1
  return {
    take(group, perGroup = Number.POSITIVE_INFINITY) {
      const mark = group === undefined ? 0 : createHash('sha256').update(group).digest().readInt32LE()
      for (let at = 0; at < memory.length; at += cellsOfPlace) {
        if (Atomics.compareExchange(memory, at, 0, owner) !== 0) continue
        Atomics.store(memory, at + 1, mark)
        const leave = () => free(memory, at)
        // Counted after the place was taken: of two threads at once, none can miss the other.
        if (group === undefined || countOf(memory, mark) <= perGroup) return leave
        leave()
        return 'group_full'
      }
      return null
    },
  }
}

function countOf(memory: Int32Array, mark: number): number {
  let count = 0
  for (let at = 0; at < memory.length; at += cellsOfPlace) {
    if (Atomics.load(memory, at) !== 0 && Atomics.load(memory, at + 1) === mark) count += 1
  }
  return count
}

function free(memory: Int32Array, at: number): void {
  Atomics.store(memory, at + 1, 0)
  Atomics.store(memory, at, 0)
}

/** Frees the places of a thread that has ended. */
export function freePlacesOf(memory: Int32Array, thread: number): void {
  for (let at = 0; at < memory.length; at += cellsOfPlace) {
    if (Atomics.load(memory, at) === thread + 1) free(memory, at)
  }
}

export type PlaceQueue = {
  /** Resolves to how to leave, when there is a place; rejects when too many wait, or one has waited for too long. */
  take(group?: string): Promise<() => void>
}

type QueueOptions = { waitingMax: number; perGroup?: number; waitMs?: number; whenFull(): Error }
type WaitingCaller = {
  group: string | undefined
  until: number
  resolve(leave: () => void): void
  reject(error: Error): void
}

/** How often those that wait look for a place that another thread has left. */
const lookEveryMs = 10

/** A queue for places, in the order in which callers of this thread came. */
export function createPlaceQueue(places: Places, options: QueueOptions): PlaceQueue {
  const { waitingMax, perGroup, waitMs = Number.POSITIVE_INFINITY, whenFull } = options
  let waiting: WaitingCaller[] = []
  let timer: NodeJS.Timeout | null = null

  function tryTake(group: string | undefined): (() => void) | null {
    const leave = places.take(group, perGroup)
    if (leave === null || leave === 'group_full') return null
    return () => {
      leave()
      serveWaiting()
    }
  }

  function serveWaiting(): void {
    waiting = waiting.filter((one) => {
      const leave = tryTake(one.group)
      if (leave) one.resolve(leave)
      else if (performance.now() > one.until) one.reject(whenFull())
      else return true
      return false
    })
    if (timer) clearTimeout(timer)
    timer = waiting.length > 0 ? setTimeout(serveWaiting, lookEveryMs) : null
  }

  return {
    async take(group) {
      const leave = waiting.length === 0 ? tryTake(group) : null
      if (leave) return leave
      if (waiting.length >= waitingMax) throw whenFull()
      return new Promise((resolve, reject) => {
        waiting.push({ group, until: performance.now() + waitMs, resolve, reject })
        serveWaiting()
      })
    },
  }
}

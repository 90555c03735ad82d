export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>

/**
 * Work under one key runs one after the other, in the order it came. The spends of an account wait for each other at
 * its balance row anyway; waiting here instead costs no connection, so an account that hammers at zero credits can't
 * take the connections of all others.
 */
export function createTurns({ maxWaiting, whenFull }: { maxWaiting: number; whenFull(): Error }): Turns {
  const lines = new Map<string, { last: Promise<unknown>; waiting: number }>()
  return async (key, work) => {
    const line = lines.get(key) ?? { last: Promise.resolve(), waiting: 0 }
    if (line.waiting >= maxWaiting) throw whenFull()
    lines.set(key, line)
    line.waiting += 1
    const mine = line.last.then(work)
    line.last = mine.catch(() => {})
    try {
      return await mine
    } finally {
      line.waiting -= 1
      if (line.waiting === 0) lines.delete(key)
    }
  }
}

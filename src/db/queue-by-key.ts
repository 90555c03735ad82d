type QueueByKey = <T>(key: string, work: () => Promise<T>) => Promise<T>

/**
 * Work under one key runs one after the other, in the order it came. The spends of an account, for example, wait for each
 * other at its balance row anyway; waiting here instead costs no connection, so an account that hammers at zero credits
 * can't take the connections of all others.
 */
export function createQueueByKey({ waitingMax, whenFull }: { waitingMax: number; whenFull(): Error }): QueueByKey {
  const queues = new Map<string, { last: Promise<unknown>; waiting: number }>()
  return async (key, work) => {
    const queue = queues.get(key) ?? { last: Promise.resolve(), waiting: 0 }
    if (queue.waiting >= waitingMax) throw whenFull()
    queues.set(key, queue)
    queue.waiting += 1
    const mine = queue.last.then(work)
    queue.last = mine.catch(() => {})
    try {
      return await mine
    } finally {
      queue.waiting -= 1
      if (queue.waiting === 0) queues.delete(key)
    }
  }
}

import { expect, it } from 'vitest'
import { createPlaces, placesMemory } from '../base/process-places.ts'
import { createExports } from './pace-exports.ts'

const exportsOf = ({
  atOnce = 4,
  waitingMax = 32,
  ...options
}: {
  atOnce?: number
  waitingMax?: number
  waitMs?: number
} = {}) => createExports({ ...options, places: placesOf(atOnce, waitingMax) })
const placesOf = (atOnce: number, waitingMax: number) => ({
  exports: createPlaces(placesMemory(atOnce)),
  exportsUnderway: createPlaces(placesMemory(atOnce + waitingMax)),
  scans: createPlaces(placesMemory(atOnce)),
})

async function* rowsOf(count: number): AsyncGenerator<number> {
  for (let row = 0; row < count; row += 1) yield row
}

async function readAll(rows: AsyncIterable<number>): Promise<number[]> {
  const all: number[] = []
  for await (const row of rows) all.push(row)
  return all
}

const isAllowed = async (): Promise<void> => {}

/** An export that was begun and whose reader does not read on. */
async function begin(rows: AsyncIterable<number>): Promise<AsyncIterator<number>> {
  const iterator = rows[Symbol.asyncIterator]()
  await iterator.next()
  return iterator
}

it('an export gets every row in order', async () => {
  const exports = exportsOf()
  expect(await readAll(exports.paced('acc', rowsOf(1_000), isAllowed))).toEqual(
    Array.from({ length: 1_000 }, (_, at) => at),
  )
})

it('RUN-10: an account has at most two exports at once, and others are not refused for it', async () => {
  const exports = exportsOf({ atOnce: 10 })
  const open = await Promise.all([1, 2].map(() => begin(exports.paced('greedy', rowsOf(5), isAllowed))))
  await expect(begin(exports.paced('greedy', rowsOf(5), isAllowed))).rejects.toMatchObject({
    status: 429,
    code: 'rate_limit_exceeded',
    details: { limit: { name: 'exports_at_once', limit: 2, remaining: 0 }, headers: { 'Retry-After': '5' } },
  })
  expect(await readAll(exports.paced('other', rowsOf(3), isAllowed))).toEqual([0, 1, 2])
  await open[0]!.return?.()
  expect(await readAll(exports.paced('greedy', rowsOf(3), isAllowed))).toEqual([0, 1, 2])
  await open[1]!.return?.()
})

it('a few run at once, the rest wait for a place, and those beyond the queue are refused', async () => {
  const exports = exportsOf({ atOnce: 1, waitingMax: 1 })
  const first = await begin(exports.paced('one', rowsOf(5), isAllowed))
  const second = readAll(exports.paced('two', rowsOf(2), isAllowed))
  await expect(readAll(exports.paced('three', rowsOf(2), isAllowed))).rejects.toMatchObject({
    code: 'service_unavailable',
  })
  await first.return?.()
  expect(await second).toEqual([0, 1])
})

it('one that waits too long is refused, and its place in the queue is free', async () => {
  const exports = exportsOf({ atOnce: 1, waitMs: 20 })
  const first = await begin(exports.paced('one', rowsOf(5), isAllowed))
  await expect(readAll(exports.paced('two', rowsOf(2), isAllowed))).rejects.toMatchObject({
    code: 'service_unavailable',
  })
  await first.return?.()
  expect(await readAll(exports.paced('two', rowsOf(2), isAllowed))).toEqual([0, 1])
})

it('RUN-10: exports leave most of the event loop to others', async () => {
  const exports = exportsOf({ atOnce: 4 })
  async function* heavyRows(): AsyncGenerator<number> {
    for (let row = 0; row < 300; row += 1) {
      const until = performance.now() + 0.2
      while (performance.now() < until);
      yield row
    }
  }
  const startedAt = performance.now()
  await Promise.all([1, 2, 3].map((account) => readAll(exports.paced(`acc ${account}`, heavyRows(), isAllowed))))
  // 180 ms of work, a quarter of the time.
  expect(performance.now() - startedAt).toBeGreaterThan(500)
})

it('RUN-10: answers that read much and say little leave most of the event loop to others, and wait for each other', async () => {
  const exports = exportsOf({ atOnce: 2 })
  let [running, most] = [0, 0]
  async function* heavyRows(): AsyncGenerator<number> {
    running += 1
    most = Math.max(most, running)
    for (let row = 0; row < 300; row += 1) {
      const until = performance.now() + 0.2
      while (performance.now() < until);
      yield row
    }
    running -= 1
  }
  const startedAt = performance.now()
  await Promise.all([1, 2, 3, 4].map((account) => readAll(exports.scanned(`acc ${account}`, heavyRows))))
  // 240 ms of work, 100 of them free, the rest a quarter of the time.
  expect(performance.now() - startedAt).toBeGreaterThan(400)
  expect(most).toBe(2)
})

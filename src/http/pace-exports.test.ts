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
  time?: ReturnType<typeof createTime>
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

/** Work and waits move it, and nothing else: how busy the machine is does not count. */
function createTime() {
  let now = 0
  const waiting: { due: number; go(): void }[] = []
  /** Whoever computes is done before the next turn of the event loop. */
  const turn = () => {
    waiting.sort((one, other) => one.due - other.due)
    const next = waiting.shift()!
    now = Math.max(now, next.due)
    next.go()
  }
  return {
    now: () => now,
    work: (ms: number) => {
      now += ms
    },
    wait: (ms: number) =>
      new Promise<void>((go) => {
        waiting.push({ due: now + ms, go })
        setImmediate(turn)
      }),
  }
}

async function* workingRows({ work }: ReturnType<typeof createTime>, count: number): AsyncGenerator<number> {
  for (let row = 0; row < count; row += 1) {
    work(0.25)
    yield row
  }
}

it('RUN-10: exports leave three quarters of the event loop to others, all together', async () => {
  const time = createTime()
  const exports = exportsOf({ atOnce: 4, time })
  const read = (account: number) => readAll(exports.paced(`acc ${account}`, workingRows(time, 400), isAllowed))
  await Promise.all([1, 2, 3].map(read))
  expect(300 / time.now()).toBeCloseTo(0.24, 2)
})

it('RUN-10: answers that read much and say little leave as much to others, but for their first moments, and wait for each other', async () => {
  const time = createTime()
  const exports = exportsOf({ atOnce: 2, time })
  let [running, most] = [0, 0]
  async function* rows(): AsyncGenerator<number> {
    running += 1
    most = Math.max(most, running)
    yield* workingRows(time, 400)
    running -= 1
  }
  await Promise.all([1, 2, 3, 4].map((account) => readAll(exports.scanned(`acc ${account}`, rows))))
  // 25 ms of each are free.
  expect((400 - 100) / (time.now() - 100)).toBeCloseTo(1 / 4, 1)
  expect(most).toBe(2)
  const short = createTime()
  await readAll(exportsOf({ time: short }).scanned('acc', () => workingRows(short, 80)))
  expect(short.now()).toBe(20)
})

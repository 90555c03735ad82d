import { expect, it } from 'vitest'
import { type BatcherOptions, type BatchOutcome, createBatcher } from './batch.ts'

type Input = { name: string; queue?: string }

/** A batcher whose batches wait until the test lets them go on. */
function createHeld(options: Partial<BatcherOptions<Input, string>> = {}) {
  const batches: {
    queue: number
    names: string[]
    finish(outcomes?: BatchOutcome<string>[]): void
    fail(e: Error): void
  }[] = []
  const batcher = createBatcher<Input, string>({
    queues: 1,
    batchMax: 10,
    waitingMax: 100,
    whenFull: () => new Error('full'),
    queueKey: ({ queue = '' }) => queue,
    runBatch: (queue, inputs) => {
      const { promise, resolve, reject } = Promise.withResolvers<BatchOutcome<string>[]>()
      const names = inputs.map(({ name }) => name)
      const finish = (outcomes = names.map((name): BatchOutcome<string> => ({ output: `${name} done` }))) =>
        resolve(outcomes)
      batches.push({ queue, names, finish, fail: reject })
      return promise
    },
    runAlone: async ({ name }) => `${name} alone`,
    ...options,
  })
  /** The batch that comes next, once it has been sent. */
  const sent = async (at: number) => {
    await expect.poll(() => batches.length, { interval: 1 }).toBeGreaterThan(at)
    return batches[at]!
  }
  return { batcher, batches, sent }
}

const call = (batcher: { call(input: Input): Promise<string> }, ...names: string[]) =>
  Promise.all(names.map((name) => batcher.call({ name })))

it('calls of one turn share a batch, those that come meanwhile share the next, and each gets its own answer', async () => {
  const { batcher, batches, sent } = createHeld()
  const first = call(batcher, 'a', 'b')
  const { finish } = await sent(0)
  const second = call(batcher, 'c', 'd', 'e')
  expect(batches).toHaveLength(1)
  finish()
  ;(await sent(1)).finish()
  expect(await first).toEqual(['a done', 'b done'])
  expect(await second).toEqual(['c done', 'd done', 'e done'])
  expect(batches.map(({ names }) => names)).toEqual([
    ['a', 'b'],
    ['c', 'd', 'e'],
  ])
})

it('a batch takes no more than it may, in the order of arrival', async () => {
  const { batcher, batches, sent } = createHeld({ batchMax: 2 })
  const answers = call(batcher, 'a', 'b', 'c', 'd', 'e')
  for (const at of [0, 1, 2]) (await sent(at)).finish()
  await answers
  expect(batches.map(({ names }) => names)).toEqual([['a', 'b'], ['c', 'd'], ['e']])
})

it('a full queue refuses at once, and accepts calls again when it has space', async () => {
  const { batcher, sent } = createHeld({ waitingMax: 2 })
  const underWay = batcher.call({ name: 'a' })
  const first = await sent(0)
  const waiting = call(batcher, 'b', 'c')
  await expect(batcher.call({ name: 'd' })).rejects.toThrow('full')
  first.finish()
  ;(await sent(1)).finish()
  expect(await underWay).toBe('a done')
  expect(await waiting).toEqual(['b done', 'c done'])
  const later = batcher.call({ name: 'e' })
  ;(await sent(2)).finish()
  expect(await later).toBe('e done')
})

it('an error of a batch reaches every caller in it and nobody after it', async () => {
  const { batcher, sent } = createHeld()
  const failing = ['a', 'b'].map((name) => batcher.call({ name }))
  const { fail } = await sent(0)
  const next = batcher.call({ name: 'c' })
  fail(new Error('connection lost'))
  for (const answer of await Promise.allSettled(failing)) {
    expect(answer).toMatchObject({ status: 'rejected', reason: { message: 'connection lost' } })
  }
  ;(await sent(1)).finish()
  expect(await next).toBe('c done')
})

it('calls that a batch puts off come first in the next one, in their order', async () => {
  const { batcher, batches, sent } = createHeld({ batchMax: 3 })
  const answers = call(batcher, 'a1', 'a2', 'a3', 'b', 'c')
  ;(await sent(0)).finish([{ output: 'a1 done' }, 'later', 'later'])
  ;(await sent(1)).finish([{ output: 'a2 done' }, 'later', { output: 'b done' }])
  ;(await sent(2)).finish()
  expect(await answers).toEqual(['a1 done', 'a2 done', 'a3 done', 'b done', 'c done'])
  expect(batches.map(({ names }) => names)).toEqual([
    ['a1', 'a2', 'a3'],
    ['a2', 'a3', 'b'],
    ['a3', 'c'],
  ])
})

it('calls that a batch leaves out run alone, without delaying the others, and fail alone', async () => {
  const { batcher, sent } = createHeld({
    runAlone: ({ name }) => (name === 'bad' ? Promise.reject(new Error('refused')) : Promise.resolve(`${name} alone`)),
  })
  const [a, bad, c] = ['a', 'bad', 'c'].map((name) => batcher.call({ name }))
  ;(await sent(0)).finish(['alone', 'alone', { output: 'c done' }])
  await expect(bad).rejects.toThrow('refused')
  expect(await Promise.all([a, c])).toEqual(['a alone', 'c done'])
})

it('calls with one queue key never run in two batches at once; other queues do not wait', async () => {
  const { batcher, batches, sent } = createHeld({ queues: 4 })
  const queues = Array.from({ length: 40 }, (_, at) => `account ${at}`)
  const answers = Promise.all(queues.map((queue) => batcher.call({ name: queue, queue })))
  await sent(3)
  expect(new Set(batches.map(({ queue }) => queue)).size).toBe(4)
  for (let at = 0; at < batches.length; at += 1) {
    batches[at]!.finish()
    await new Promise(setImmediate)
  }
  await answers
  const queueOf = new Map(batches.flatMap(({ queue, names }) => names.map((name) => [name, queue] as const)))
  expect(queueOf.size).toBe(40)
})

it('draining waits for everything accepted, in batches and alone, and is immediate when nothing is', async () => {
  const alone = Promise.withResolvers<string>()
  const { batcher, sent } = createHeld({ runAlone: () => alone.promise })
  await batcher.drain()
  const answers = call(batcher, 'a', 'b')
  let drained = false
  const draining = batcher.drain().then(() => {
    drained = true
  })
  ;(await sent(0)).finish([{ output: 'a done' }, 'alone'])
  await new Promise(setImmediate)
  expect(drained).toBe(false)
  alone.resolve('b alone')
  await draining
  expect(await answers).toEqual(['a done', 'b alone'])
})

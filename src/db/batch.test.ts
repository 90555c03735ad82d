import { expect, it } from 'vitest'
import { type BatcherOptions, type BatchOutcome, createBatcher } from './batch.ts'

type Input = { name: string; key?: string }

/** A batcher whose batches wait until the test lets them go on. */
function createHeld(options: Partial<BatcherOptions<Input, string>> = {}) {
  const batches: {
    connection: number
    names: string[]
    finish(outcomes?: BatchOutcome<string>[]): void
    fail(e: Error): void
  }[] = []
  const batcher = createBatcher<Input, string>({
    batchMax: 10,
    waitingMax: 100,
    whenFull: () => new Error('full'),
    keyOf: ({ name, key = name }) => key,
    runBatch: (connection, inputs) => {
      const { promise, resolve, reject } = Promise.withResolvers<BatchOutcome<string>[]>()
      const names = inputs.map(({ name }) => name)
      const finish = (outcomes = names.map((name): BatchOutcome<string> => ({ output: `${name} done` }))) =>
        resolve(outcomes)
      batches.push({ connection, names, finish, fail: reject })
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

it('a slow batch is overtaken on another connection, but not by calls with a key of its own', async () => {
  const { batcher, batches, sent } = createHeld({ connections: 2 })
  const stuck = batcher.call({ name: 'a1', key: 'a' })
  await sent(0)
  const answers = Promise.all([
    batcher.call({ name: 'a2', key: 'a' }),
    batcher.call({ name: 'b', key: 'b' }),
    batcher.call({ name: 'c', key: 'c' }),
  ])
  const overtaking = await sent(1)
  expect(overtaking.names).toEqual(['b', 'c'])
  expect(overtaking.connection).not.toBe(batches[0]!.connection)
  overtaking.finish()
  const later = batcher.call({ name: 'd' })
  ;(await sent(2)).finish()
  expect(await later).toBe('d done')
  batches[0]!.finish()
  ;(await sent(3)).finish()
  expect(await stuck).toBe('a1 done')
  expect(await answers).toEqual(['a2 done', 'b done', 'c done'])
  expect(batches[3]!.names).toEqual(['a2'])
})

it('no more batches are under way than there are connections, however slow they are', async () => {
  const { batcher, batches, sent } = createHeld({ connections: 2 })
  const answers = [batcher.call({ name: 'a' })]
  await sent(0)
  answers.push(batcher.call({ name: 'b' }))
  await sent(1)
  answers.push(batcher.call({ name: 'c' }))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(batches).toHaveLength(2)
  batches[1]!.finish()
  ;(await sent(2)).finish()
  batches[0]!.finish()
  expect(await Promise.all(answers)).toEqual(['a done', 'b done', 'c done'])
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

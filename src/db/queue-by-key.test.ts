import { expect, it } from 'vitest'
import { createQueueByKey } from './queue-by-key.ts'

const queueOf = (waitingMax: number) => createQueueByKey({ waitingMax, whenFull: () => new Error('full') })

/** Work that ends when it is told to. */
function handle() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  return { work: () => promise, resolve, reject }
}

it('work under one key runs in the order it came, and other keys do not wait for it', async () => {
  const queue = queueOf(10)
  const first = handle()
  const done: string[] = []
  const slow = queue('a', async () => {
    await first.work()
    done.push('a1')
  })
  const next = queue('a', async () => done.push('a2'))
  await queue('b', async () => done.push('b'))
  expect(done).toEqual(['b'])
  first.resolve('')
  await Promise.all([slow, next])
  expect(done).toEqual(['b', 'a1', 'a2'])
})

it('a failure reaches its own caller and nobody behind it', async () => {
  const queue = queueOf(10)
  const failing = queue('a', () => Promise.reject(new Error('broken')))
  const next = queue('a', async () => 'fine')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('fine')
})

it('a full queue refuses, and takes work again once it has moved on', async () => {
  const queue = queueOf(2)
  const first = handle()
  const accepted = [queue('a', first.work), queue('a', async () => 'second')]
  await expect(queue('a', async () => 'third')).rejects.toThrow('full')
  first.resolve('first')
  expect(await Promise.all(accepted)).toEqual(['first', 'second'])
  expect(await queue('a', async () => 'fourth')).toBe('fourth')
})

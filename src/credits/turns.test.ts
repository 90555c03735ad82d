import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

const turnsOf = (maxWaiting: number) => createTurns({ maxWaiting, whenFull: () => new Error('full') })

/** Work that ends when it is told to. */
function handle() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  return { work: () => promise, resolve, reject }
}

it('work under one key runs in the order it came, and other keys do not wait for it', async () => {
  const turns = turnsOf(10)
  const first = handle()
  const done: string[] = []
  const slow = turns('a', async () => {
    await first.work()
    done.push('a1')
  })
  const next = turns('a', async () => done.push('a2'))
  await turns('b', async () => done.push('b'))
  expect(done).toEqual(['b'])
  first.resolve('')
  await Promise.all([slow, next])
  expect(done).toEqual(['b', 'a1', 'a2'])
})

it('a failure reaches its own caller and nobody behind it', async () => {
  const turns = turnsOf(10)
  const failing = turns('a', () => Promise.reject(new Error('broken')))
  const next = turns('a', async () => 'fine')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('fine')
})

it('a full line refuses, and takes work again once it has moved on', async () => {
  const turns = turnsOf(2)
  const first = handle()
  const accepted = [turns('a', first.work), turns('a', async () => 'second')]
  await expect(turns('a', async () => 'third')).rejects.toThrow('full')
  first.resolve('first')
  expect(await Promise.all(accepted)).toEqual(['first', 'second'])
  expect(await turns('a', async () => 'fourth')).toBe('fourth')
})

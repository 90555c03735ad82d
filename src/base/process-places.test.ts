import { expect, it } from 'vitest'
import { createPlaceQueue, createPlaces, freePlacesOf, placesMemory } from './process-places.ts'

const whenFull = () => new Error('full')

it('SEC-5: threads of a process share its places, and wait for those that others leave', async () => {
  const memory = placesMemory(2)
  const threads = [1, 2, 3].map((thread) => createPlaceQueue(createPlaces(memory, thread), { waitingMax: 2, whenFull }))
  let [running, most] = [0, 0]
  const work = async (leave: () => void) => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running -= 1
    leave()
  }
  await Promise.all(threads.flatMap((thread) => [1, 2].map(() => thread.take().then(work))))
  expect(most).toBe(2)
})

it('those beyond the queue are refused, and so is one that waits too long', async () => {
  const queue = createPlaceQueue(createPlaces(placesMemory(1), 1), { waitingMax: 1, waitMs: 20, whenFull })
  const leave = await queue.take()
  const waits = queue.take()
  await expect(queue.take()).rejects.toThrow('full')
  await expect(waits).rejects.toThrow('full')
  leave()
  ;(await queue.take())()
})

it('RUN-10: a group has no more places than it may have, over all threads, and leaves them to others', () => {
  const memory = placesMemory(5)
  const [one, other] = [createPlaces(memory, 1), createPlaces(memory, 2)]
  const leave = one.take('greedy', 2)
  expect(other.take('greedy', 2)).toBeInstanceOf(Function)
  expect([one.take('greedy', 2), other.take('greedy', 2)]).toEqual(['group_full', 'group_full'])
  expect(other.take('modest', 2)).toBeInstanceOf(Function)
  ;(leave as () => void)()
  expect(other.take('greedy', 2)).toBeInstanceOf(Function)
})

it('places of a thread that died are free again', () => {
  const memory = placesMemory(1)
  createPlaces(memory, 7).take('account', 1)
  const other = createPlaces(memory, 8)
  expect(other.take('account', 1)).toBeNull()
  freePlacesOf(memory, 7)
  expect(other.take('account', 1)).toBeInstanceOf(Function)
})

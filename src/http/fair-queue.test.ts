import { expect, it } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

/** A queue with a clock of the test's own, and what has been started. */
function createWatched() {
  let time = 0
  const queue = createFairQueue(() => time)
  const started: string[] = []
  const ends = new Map<string, () => void>()
  return {
    queue,
    started,
    pass: (milliseconds: number) => {
      time += milliseconds
    },
    ask: (caller: string, count = 1) => {
      for (let at = 0; at < count; at += 1) {
        const name = `${caller} ${started.length + ends.size}`
        ends.set(
          name,
          queue.take(caller, () => started.push(name)),
        )
      }
    },
    /** The oldest that was started and is not over. */
    answerOne: (caller: string) => {
      const name = started.find((one) => one.startsWith(caller) && ends.has(one))!
      const end = ends.get(name)!
      ends.delete(name)
      end()
    },
    hangUpLast: () => {
      const name = [...ends.keys()].at(-1)!
      ends.get(name)!()
      ends.delete(name)
    },
    startedOf: (caller: string) => started.filter((name) => name.startsWith(caller)).length,
  }
}

it('a caller alone has all its requests in work at once', () => {
  const { ask, startedOf } = createWatched()
  ask('noisy', 100)
  expect(startedOf('noisy')).toBe(100)
})

it('RUN-9: next to another caller, a flood has five requests in work, and each that is answered makes room for one', () => {
  const { ask, answerOne, startedOf } = createWatched()
  ask('quiet')
  ask('noisy', 100)
  expect(startedOf('noisy')).toBe(5)
  answerOne('noisy')
  answerOne('noisy')
  expect(startedOf('noisy')).toBe(7)
  ask('quiet')
  expect(startedOf('quiet')).toBe(2)
})

it('a caller that has been gone for a second no longer counts', () => {
  const { ask, pass, answerOne, startedOf } = createWatched()
  ask('quiet')
  ask('noisy', 20)
  pass(1_001)
  answerOne('noisy')
  expect(startedOf('noisy')).toBe(20)
})

it('requests that take long, such as exports, do not keep the others of their caller waiting', () => {
  const { ask, pass, startedOf } = createWatched()
  ask('quiet')
  ask('noisy', 5)
  pass(501)
  ask('quiet')
  ask('noisy', 3)
  expect(startedOf('noisy')).toBe(8)
})

it('a client that hangs up while it waits is not started', () => {
  const { ask, answerOne, hangUpLast, startedOf } = createWatched()
  ask('quiet')
  ask('noisy', 6)
  hangUpLast()
  answerOne('noisy')
  expect(startedOf('noisy')).toBe(5)
})

it('a server that stops starts all that wait', () => {
  const { queue, ask, startedOf } = createWatched()
  ask('quiet')
  ask('noisy', 30)
  queue.end()
  expect(startedOf('noisy')).toBe(30)
})

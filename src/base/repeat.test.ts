import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { repeat } from './repeat.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Work that is under way until the test ends it. */
function controlled() {
  const runs: { succeed(): void; fail(error: Error): void }[] = []
  const work = () => new Promise<void>((resolve, reject) => runs.push({ succeed: resolve, fail: reject }))
  return { runs, work }
}

it('a run that is due while the last one is in progress is skipped', async () => {
  const { runs, work } = controlled()
  repeat(1_000, work, () => {})
  await vi.advanceTimersByTimeAsync(3_500)
  expect(runs).toHaveLength(1)
  runs[0]!.succeed()
  await vi.advanceTimersByTimeAsync(500)
  expect(runs).toHaveLength(2)
})

it('a failure is reported, and the next run tries again', async () => {
  const { runs, work } = controlled()
  const reported: unknown[] = []
  repeat(1_000, work, (error) => reported.push(error))
  await vi.advanceTimersByTimeAsync(1_000)
  const failure = new Error('away')
  runs[0]!.fail(failure)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(reported).toEqual([failure])
  expect(runs).toHaveLength(2)
})

it.each(['succeed', 'fail'] as const)('stop waits for the run in progress to %s, and no other begins', async (end) => {
  const { runs, work } = controlled()
  const repeated = repeat(1_000, work, () => {})
  await vi.advanceTimersByTimeAsync(1_000)
  let stopped = false
  const stopping = repeated.stop().then(() => {
    stopped = true
  })
  await vi.advanceTimersByTimeAsync(5_000)
  expect({ stopped, runs: runs.length }).toEqual({ stopped: false, runs: 1 })
  runs[0]![end](new Error('away'))
  await stopping
  await vi.advanceTimersByTimeAsync(5_000)
  expect(runs).toHaveLength(1)
})

import { setImmediate } from 'node:timers/promises'

const sliceMilliseconds = 5

/** Work in small steps, a few milliseconds at a time: other requests are answered in between. */
export async function inSlices<T>(steps: Generator<void, T>): Promise<T> {
  let end = performance.now() + sliceMilliseconds
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() < end) continue
    await setImmediate()
    end = performance.now() + sliceMilliseconds
  }
}

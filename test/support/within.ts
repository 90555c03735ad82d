import fc from 'fast-check'
import { expect } from 'vitest'

type Bounds = { cases: number; atLeast: number; limitMs: number }

/** Like `fc.assert`, for cases so slow that a busy machine may not get through them: says so, and fails below the least. */
export async function assertWithin<Ts>(property: fc.IAsyncProperty<Ts>, bounds: Bounds): Promise<void> {
  const { cases, atLeast, limitMs } = bounds
  const outcome = await fc.check(property, { numRuns: cases, interruptAfterTimeLimit: limitMs })
  if (outcome.failed) throw new Error((await fc.asyncDefaultReportMessage(outcome)) ?? 'The property failed.')
  const told = `${outcome.numRuns} of ${cases} cases ran within ${limitMs / 1_000} s`
  if (outcome.interrupted) process.stderr.write(`Cut short: ${told}.\n`)
  expect(outcome.numRuns, `${told}; fewer than ${atLeast} prove too little`).toBeGreaterThanOrEqual(atLeast)
}

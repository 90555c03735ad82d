import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createRoundPace } from './round-pace.ts'

/** Resolves when five rounds have begun. */
function begin(requestsUnderway: number): Promise<unknown> {
  const pace = createRoundPace(() => requestsUnderway)
  return Promise.all(Array.from({ length: 5 }, pace))
}

it('HOOK-7: while a node is busy with requests, rounds of deliveries begin a tenth of a second apart', async () => {
  const startedAt = performance.now()
  await begin(64)
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(395)
})

it('HOOK-7: a node with time to spare begins them at once', async () => {
  const first = await Promise.race([begin(15).then(() => 'rounds'), setImmediate('a turn of the event loop')])
  expect(first).toBe('rounds')
})

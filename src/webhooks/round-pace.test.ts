import { expect, it } from 'vitest'
import { createRoundPace } from './round-pace.ts'

/** Milliseconds until five rounds have begun. */
async function begin(requestsUnderway: number): Promise<number> {
  const pace = createRoundPace(() => requestsUnderway)
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: 5 }, pace))
  return performance.now() - startedAt
}

it('HOOK-7: while a node is busy with requests, rounds of deliveries begin a tenth of a second apart', async () => {
  expect(await begin(64)).toBeGreaterThanOrEqual(395)
})

it('HOOK-7: a node with time to spare begins them at once', async () => {
  const [busy, free] = await Promise.all([begin(64), begin(2)])
  expect(free).toBeLessThan(busy)
})

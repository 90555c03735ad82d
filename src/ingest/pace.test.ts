import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createPlaces, placesMemory } from '../base/process-places.ts'
import { createPace } from './pace.ts'

it('INGEST-7: blocks of a process run one after the other, with a pause as long as each took', async () => {
  const pace = createPace(createPlaces(placesMemory(1)))
  const times: { from: number; to: number }[] = []
  const block = async () => {
    const from = performance.now()
    await setTimeout(60)
    times.push({ from, to: performance.now() })
  }
  await Promise.all([pace(block), pace(block), pace(block)])
  for (const [at, { from }] of times.entries()) {
    const before = times[at - 1]
    // Timers may fire a millisecond early.
    if (before) expect(from - before.to).toBeGreaterThan(before.to - before.from - 2)
  }
})

it('INGEST-7: a block that fails leaves its turn to the next', async () => {
  const pace = createPace(createPlaces(placesMemory(1)))
  await expect(pace(() => Promise.reject(new Error('made on purpose')))).rejects.toThrow('made on purpose')
  expect(await pace(async () => 'next')).toBe('next')
})

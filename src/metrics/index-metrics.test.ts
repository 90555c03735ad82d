import { Registry } from 'prom-client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createIndexMetrics } from './index-metrics.ts'

function watch() {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const registry = new Registry()
  const metrics = createIndexMetrics([registry])
  const publish = (version: number) => metrics.published([{ segment: { scores: [1] } }], version)
  /** What Prometheus reads, every so many seconds. */
  const read = async (version: number | undefined) => {
    metrics.look(version)
    const [value] = (await registry.getSingleMetric('prospector_index_behind_seconds')!.get()).values
    return Math.round(value!.value)
  }
  return { publish, read, pass: (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000) }
}

it('RUN-11: an index that follows is not behind, however long an ingestion writes without a pause', async () => {
  const { publish, read, pass } = watch()
  publish(0)
  const seen: number[] = []
  for (let version = 100; version < 10_000; version += 100) {
    seen.push(await read(version))
    pass(10)
    // By the time it is published, more has been written.
    publish(version + 20)
    pass(5)
  }
  expect(Math.max(...seen)).toBe(0)
})

it('RUN-11: an index that stands still is as far behind as the first change that it lacks is old', async () => {
  const { publish, read, pass } = watch()
  publish(1)
  expect(await read(1)).toBe(0)
  for (let version = 2; version < 42; version += 1) {
    await read(version)
    pass(15)
  }
  expect(await read(42)).toBe(600)
  // It has caught up with a half of them.
  publish(21)
  expect(await read(42)).toBe(300)
  // While the database does not answer, the rest goes on getting older.
  pass(15)
  expect(await read(undefined)).toBe(315)
  publish(42)
  expect(await read(42)).toBe(0)
})

it('RUN-11: an index that gets slower all the time is behind in the end, also in very many readings', async () => {
  const { publish, read, pass } = watch()
  publish(0)
  for (let version = 1; version <= 3_000; version += 1) {
    await read(version)
    pass(15)
  }
  publish(1_500)
  const behind = await read(3_001)
  expect(behind).toBeGreaterThan(1_400 * 15)
  expect(behind).toBeLessThanOrEqual(1_500 * 15)
})

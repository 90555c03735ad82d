import { Gauge, type Registry } from 'prom-client'

export type IndexMetrics = {
  /** The size of the index in use, and the version of the catalogue that it was built from. */
  published(segments: readonly { segment: { scores: { length: number } } }[], version: number): void
  /** `version`: that of the catalogue in the database, if it answers. */
  look(version: number | undefined): void
}

/** A day of readings every 15 seconds. Should there be more, every second one is forgotten, and what is told is older by one reading. */
const waitingMax = 6_000

/** How large the search index is, how old, and how old the oldest change is that it lacks. */
export function createIndexMetrics(registers: Registry[]): IndexMetrics {
  const gauge = (name: string, help: string) => new Gauge({ name: `prospector_index_${name}`, help, registers })
  const stores = gauge('stores', 'Stores in the search index, those of its changes included')
  const segmentsCount = gauge('segments', 'Segments of the search index')
  const age = gauge('age_seconds', 'Since the search index was last brought up to date')
  const behind = gauge(
    'behind_seconds',
    'Since the oldest change of the catalogue that the search index lacks was first seen',
  )
  let builtFrom = 0
  let publishedAt = 0
  /** Versions that the index has not reached, as they were seen, oldest first: one that follows never waits for long, whatever is written. */
  let waiting: { version: number; seenAt: number }[] = []
  const secondsSince = (time: number): number => (time === 0 ? 0 : Math.max(0.001, (Date.now() - time) / 1_000))
  return {
    published(segments, version) {
      builtFrom = version
      publishedAt = Date.now()
      stores.set(segments.reduce((sum, { segment }) => sum + segment.scores.length, 0))
      segmentsCount.set(segments.length)
    },
    look(version) {
      waiting = waiting.filter((one) => one.version > builtFrom)
      const newest = waiting.at(-1)?.version ?? builtFrom
      if (publishedAt > 0 && version !== undefined && version > newest) waiting.push({ version, seenAt: Date.now() })
      if (waiting.length > waitingMax) waiting = waiting.filter((_, at) => at % 2 === 0)
      age.set(secondsSince(publishedAt))
      behind.set(secondsSince(waiting[0]?.seenAt ?? 0))
    },
  }
}

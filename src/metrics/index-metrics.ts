import { Gauge, type Registry } from 'prom-client'

export type IndexMetrics = {
  /** The size of the index in use, and the version of the catalogue that it was built from. */
  published(segments: readonly { segment: { scores: { length: number } } }[], version: number): void
  /** `version`: that of the catalogue in the database, if it answers. */
  look(version: number | undefined): void
}

/** How large the search index is, how old, and for how long the catalogue has been newer. */
export function createIndexMetrics(registers: Registry[]): IndexMetrics {
  const gauge = (name: string, help: string) => new Gauge({ name: `prospector_index_${name}`, help, registers })
  const stores = gauge('stores', 'Stores in the search index, those of its changes included')
  const segmentsCount = gauge('segments', 'Segments of the search index')
  const age = gauge('age_seconds', 'Since the search index was last brought up to date')
  const behind = gauge('behind_seconds', 'For how long the catalogue has been newer than the search index')
  let builtFrom = 0
  let publishedAt = 0
  let behindSince = 0
  const secondsSince = (time: number): number => (time === 0 ? 0 : Math.max(0.001, (Date.now() - time) / 1_000))
  return {
    published(segments, version) {
      builtFrom = version
      publishedAt = Date.now()
      stores.set(segments.reduce((sum, { segment }) => sum + segment.scores.length, 0))
      segmentsCount.set(segments.length)
    },
    look(version) {
      const isBehind = publishedAt > 0 && version !== undefined && version !== builtFrom
      behindSince = isBehind ? behindSince || Date.now() : 0
      age.set(secondsSince(publishedAt))
      behind.set(secondsSince(behindSince))
    },
  }
}

import type { PublishedSegment } from '../serve/search-index.ts'
import type { BuiltSegment } from './build-in-worker.ts'
import type { CatalogueState } from './feed.ts'

/** What the index is built from, wherever the catalogue is kept. */
type SegmentSource = {
  /** A segment of the whole catalogue. May read from a replica that lags: what it has read says how far it was. */
  buildAll(signal: AbortSignal): Promise<BuiltSegment>
  readState(): Promise<CatalogueState>
}

export type CatalogueFollower = {
  /** Builds the first segment and from then on follows the catalogue. Resolves when the first one is published. */
  start(): Promise<void>
  /** Builds everything again: what was built so far does not belong to this catalogue any more. */
  startOver(): void
  stop(): Promise<void>
}

type Options = {
  publish(segments: readonly PublishedSegment[]): Promise<void>
  /** Contacts were suppressed or restored, and nothing else has changed. */
  onSuppressions(): Promise<void>
  pollMilliseconds?: number
  onError(error: unknown): void
}

/** Looks every second whether the catalogue has changed, and publishes the segments of the new one. */
export function followCatalogue(
  source: SegmentSource,
  { publish, onSuppressions, pollMilliseconds = 1_000, onError }: Options,
): CatalogueFollower {
  const stopping = new AbortController()
  let nextNumber = 1
  let built: CatalogueState | null = null
  let suppressionVersion = 0
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()

  async function buildAll(): Promise<void> {
    const { segment, ...state } = await source.buildAll(stopping.signal)
    await publish([{ number: nextNumber++, segment, suppressionVersion: state.suppressionVersion }])
    built = state
    suppressionVersion = state.suppressionVersion
  }

  async function look(): Promise<void> {
    const state = await source.readState()
    if (built === null || state.version !== built.version) await buildAll()
    else if (state.suppressionVersion !== suppressionVersion) {
      await onSuppressions()
      suppressionVersion = state.suppressionVersion
    }
  }

  function follow(): void {
    if (stopping.signal.aborted) return
    timer = setTimeout(() => {
      looking = look()
        .catch((error) => {
          if (!stopping.signal.aborted) onError(error)
        })
        .then(follow)
    }, pollMilliseconds)
    timer.unref()
  }

  return {
    start: () => (looking = buildAll().then(follow)),
    startOver: () => {
      built = null
    },
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await looking.catch(() => {})
    },
  }
}

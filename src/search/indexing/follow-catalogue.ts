import type { CatalogueState, WantedChanges } from '../schema/feed.ts'
import type { PublishedSegment } from '../segments/segment-set.ts'
import type { BuiltSegment } from './build-in-worker.ts'
import type { Snapshots } from './keep-snapshot.ts'

/** What the index is built from, wherever the catalogue is kept. */
type SegmentSource = {
  /**
   * A segment of the wanted changes, or of the whole catalogue. May read from a replica that lags: what it has read says
   * how far it was.
   */
  build(changes: WantedChanges | undefined, signal: AbortSignal): Promise<BuiltSegment>
  readState(): Promise<CatalogueState>
  /** Segments that an earlier run has built. */
  snapshots?: Snapshots | undefined
}

export type CatalogueFollower = {
  /** Builds the first segment and from then on follows the catalogue. Resolves when the first one is published. */
  start(): Promise<void>
  /** Builds everything again: the segments so far are stale. */
  startOver(): void
  stop(): Promise<void>
}

type Options = {
  /** `version`: that of the catalogue they were built from. */
  publish(segments: readonly PublishedSegment[], version: number): Promise<void>
  /** Contacts were suppressed or restored, and nothing else has changed. */
  onSuppressions(): Promise<void>
  pollMilliseconds?: number
  onError(error: unknown): void
}

/** Beyond this many segments of changes, one of all changes since the large one takes their place. */
const changeSegmentsMax = 4
/** When more than this share of the stores has changed, the whole catalogue is built again. */
export const changedShareMax = 1 / 4
/** Up to this many changed stores are never too many. */
export const changedStoresMin = 10_000

type FollowedSegment = PublishedSegment & Omit<BuiltSegment, 'segment'>

/** Looks twice a second whether the catalogue has changed, and publishes the segments of the new one. */
export function followCatalogue(
  source: SegmentSource,
  { publish, onSuppressions, pollMilliseconds = 500, onError }: Options,
): CatalogueFollower {
  const stopping = new AbortController()
  let nextNumber = 1
  /** The whole catalogue, then what has changed since, oldest first. */
  let segments: FollowedSegment[] = []
  let suppressionVersion = 0
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()

  let saving: Promise<void> = Promise.resolve()

  async function build(changes?: WantedChanges): Promise<FollowedSegment> {
    const built = await source.build(changes, stopping.signal)
    if (built.isWhole && source.snapshots) saving = saving.then(() => source.snapshots!.save(built)).catch(onError)
    return { ...built, number: nextNumber++ }
  }

  /** From what an earlier run has built, if there is that, and what has changed since; else from the catalogue. */
  async function installFirst(): Promise<void> {
    const kept = await source.snapshots?.load()
    if (!kept) return install([await build()])
    const whole = { ...kept, number: nextNumber++ }
    const { version } = await source.readState()
    await (version === whole.version ? install([whole]) : installChangesSince([whole]))
  }

  async function install(next: FollowedSegment[]): Promise<void> {
    await publish(next, next.at(-1)!.version)
    segments = next
    suppressionVersion = next.at(-1)!.suppressionVersion
  }

  /** Changes since the segment. Reading them takes time in proportion to the changes, not to the catalogue. */
  async function installChangesSince(before: FollowedSegment[]): Promise<void> {
    const stores = before[0]!.segment.scores.length
    const storesMax = Math.max(changedStoresMin, Math.floor(stores * changedShareMax))
    const built = await build({ version: before.at(-1)!.version, storesMax })
    await install(built.isWhole ? [built] : [...before, built])
  }

  async function look(): Promise<void> {
    const state = await source.readState()
    const [whole] = segments
    if (whole === undefined) return install([await build()])
    const { version } = segments.at(-1)!
    // Older than what was built: the database was restored. Or somebody was erased, who is in what was built.
    if (state.version < version || state.erasures !== whole.erasures) return install([await build()])
    if (state.version > version) {
      return installChangesSince(segments.length > changeSegmentsMax ? [whole] : segments)
    }
    if (state.suppressionVersion === suppressionVersion) return
    await onSuppressions()
    suppressionVersion = state.suppressionVersion
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
    start: () => (looking = installFirst().then(follow)),
    startOver: () => {
      segments = []
    },
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await looking.catch(() => {})
      await saving
    },
  }
}

import { problems } from '../../problems.ts'
import {
  type ContactVisibility,
  hideInSegments,
  type NumberedSegment,
  nextSegments,
  type SegmentSet,
} from '../segments/segment-set.ts'
import { type IndexReader, readerOf } from './index-reader.ts'

/** A segment, and the suppressions that its rows were read with. */
export type PublishedSegment = NumberedSegment & { suppressionVersion: number }

/** The index that this thread searches: the segments it was given last, true up to a version of the suppressions. */
export type SearchIndex = {
  isReady(): boolean
  /** The index to answer from. Throws 503 until the first segments are published. */
  reader(): IndexReader
  /** Suppressions up to this version are in the index. A search proves that none came since before it answers. */
  suppressionVersion(): number
  /** Brings the index up to the newest suppression. */
  catchUp(): Promise<void>
  /** Takes the segments of the whole catalogue over, oldest first, in place of those before. */
  publish(segments: readonly PublishedSegment[]): Promise<void>
}

export type SearchIndexOptions = {
  /** The last word on every contact that was suppressed or restored since the version. */
  changesSince(version: number): Promise<{ version: number; changes: ContactVisibility[] }>
  /** The catalogue is older than what this index has seen of it: the database was restored. */
  onCatalogueWentBack?(): void
}

export function createSearchIndex({ changesSince, onCatalogueWentBack }: SearchIndexOptions): SearchIndex {
  let segments: SegmentSet = []
  let reader: IndexReader | null = null
  let suppressionVersion = 0
  let publishing: Promise<void> = Promise.resolve()

  async function catchUp(): Promise<void> {
    const asked = suppressionVersion
    const { version, changes } = await changesSince(asked)
    // A newer answer was applied meanwhile, and this one would undo it.
    if (suppressionVersion !== asked) return version > suppressionVersion ? catchUp() : undefined
    if (version < asked) return forget()
    hideInSegments(segments, changes)
    suppressionVersion = version
  }

  /**
   * Nobody knows what the catalogue that came back says about the contacts whose suppression this index has seen change. It
   * answers again when it has been built from that catalogue.
   */
  function forget(): void {
    segments = []
    reader = null
    suppressionVersion = 0
    onCatalogueWentBack?.()
  }

  /** Suppressions that came after the rows of a new segment were read are applied before it is searched. */
  async function replace(list: readonly PublishedSegment[]): Promise<void> {
    const unknown = list.filter(({ number }) => !segments.some((known) => known.number === number))
    const isAllNew = unknown.length === list.length
    for (;;) {
      const heard = suppressionVersion
      const since = Math.min(...unknown.map((one) => one.suppressionVersion), ...(isAllNew ? [] : [heard]))
      const { version, changes } = await changesSince(since)
      // Overtaken by a search that caught up while this answer was on its way.
      if (suppressionVersion !== heard && version < suppressionVersion) continue
      if (version < heard && !isAllNew) return forget()
      segments = nextSegments(segments, list)
      hideInSegments(segments, changes)
      suppressionVersion = version
      reader = readerOf(segments)
      return
    }
  }

  return {
    isReady: () => reader !== null,
    reader() {
      if (reader === null) throw problems.serviceUnavailable()
      return reader
    },
    suppressionVersion: () => suppressionVersion,
    catchUp,
    publish(list) {
      publishing = publishing.catch(() => {}).then(() => replace(list))
      return publishing
    },
  }
}

import { problems } from '../../base/problems.ts'
import {
  type ContactVisibility,
  hideInSegments,
  hideInSteps,
  isShown,
  nextSegmentsInSteps,
  type PublishedSegment,
  type SegmentSet,
} from '../segments/segment-set.ts'
import { inSlices } from './in-slices.ts'
import { type IndexReader, readerOf } from './index-reader.ts'

/** The index that this thread searches: the segments it was given last, true up to a version of the suppressions. */
export type SearchIndex = {
  isReady(): boolean
  /** The index to answer from. Throws 503 until the first segments are published. */
  reader(): IndexReader
  /** The version of the catalogue that the index was built from. */
  catalogueVersion(): number
  /** Suppressions up to this version are in the index. A search proves that none came since before it answers. */
  suppressionVersion(): number
  /** Brings the index up to the newest suppression. */
  catchUp(): Promise<void>
  /**
   * Takes the segments of the whole catalogue over, oldest first, in place of those before. Leaves them out when they lack
   * somebody who came back after their rows were read and is shown already: that raised the version, so others follow.
   */
  publish(segments: readonly PublishedSegment[], version?: number): Promise<void>
}

export type SearchIndexOptions = {
  /** The last word on every contact that was suppressed or restored since the version. */
  changesSince(version: number): Promise<{ version: number; changes: ContactVisibility[] }>
  /** The catalogue is older than what this index has seen of it: the database was restored. */
  onCatalogueWentBack?(): void
}

/** More suppressions than these are applied in slices. */
const hiddenAtOnceMax = 500
/** How often in a row; then whatever else is new has waited long enough. */
const leftOutMax = 3

export function createSearchIndex({ changesSince, onCatalogueWentBack }: SearchIndexOptions): SearchIndex {
  let segments: SegmentSet = []
  let reader: IndexReader | null = null
  let suppressionVersion = 0
  let leftOut = 0
  let catalogueVersion = 0
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

  /**
   * The next segments are made ready next to those that are searched, and take their place at once. Suppressions that came
   * after their rows were read are applied before.
   */
  async function replace(list: readonly PublishedSegment[], of: number): Promise<void> {
    const before = segments
    const heard = suppressionVersion
    const unknown = list.filter(({ number }) => !before.some((known) => known.number === number))
    const isAllNew = unknown.length === list.length
    const next = await inSlices(nextSegmentsInSteps(before, list))
    const cameBack: string[] = []
    let since = Math.min(...unknown.map((one) => one.suppressionVersion), ...(isAllNew ? [] : [heard]))
    for (;;) {
      const { version, changes } = await changesSince(since)
      // A search found out meanwhile that the catalogue went back.
      if (segments !== before) return replace(list, of)
      // Overtaken by a search that caught up while this answer was on its way.
      if (suppressionVersion !== heard && version < suppressionVersion) continue
      if (version < heard && !isAllNew) return forget()
      for (const { contactId, suppressed } of changes) if (!suppressed) cameBack.push(contactId)
      if (changes.length > hiddenAtOnceMax) {
        await inSlices(hideInSteps(next, changes))
        since = version
        continue
      }
      hideInSegments(next, changes)
      const isMissing = cameBack.some((id) => isShown(segments, id) && !isShown(next, id))
      if (isMissing && leftOut < leftOutMax) {
        leftOut += 1
        return
      }
      leftOut = 0
      segments = next
      suppressionVersion = version
      catalogueVersion = of
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
    catalogueVersion: () => catalogueVersion,
    catchUp,
    publish(list, version = 0) {
      publishing = publishing.catch(() => {}).then(() => replace(list, version))
      return publishing
    },
  }
}

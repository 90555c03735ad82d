import { bringToLife, type LiveSegment, replaceStores, setSuppressed } from './live-segment.ts'
import type { Segment } from './segment.ts'

/** A segment with the number that its builder gave it. */
export type NumberedSegment = { number: number; segment: Segment }

/** The last word on whether a contact is shown. */
export type ContactVisibility = { contactId: string; suppressed: boolean }

/**
 * The segments that one thread searches, oldest first. A store that changed is in a later segment, whole, with all its
 * contacts; the state that an earlier segment holds of it is replaced.
 */
export type SegmentSet = readonly { number: number; live: LiveSegment }[]

/**
 * The next set. Segments that the set before holds already keep their state; only what is new in the list is applied to
 * them, so the cost is in proportion to the change.
 */
export function nextSegments(before: SegmentSet, list: readonly NumberedSegment[]): SegmentSet {
  const next = list.map(({ number, segment }) => {
    const known = before.find((one) => one.number === number)
    return { number, live: known?.live ?? bringToLife(segment), isNew: known === undefined }
  })
  for (const [at, { live, isNew }] of next.entries()) {
    for (const later of next.slice(at + 1)) {
      if (isNew || later.isNew) replaceStores(live, later.live.segment.replaces)
    }
  }
  return next
}

export function hideInSegments(segments: SegmentSet, changes: readonly ContactVisibility[]): void {
  for (const { live } of segments) {
    for (const { contactId, suppressed } of changes) setSuppressed(live, contactId, suppressed)
  }
}

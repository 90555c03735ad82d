import { bringToLife, copyLive, isPresent, type LiveSegment, replaceStores, setSuppressed } from './live-segment.ts'
import type { Segment } from './segment.ts'

/** A segment with the number that its builder gave it. */
export type NumberedSegment = { number: number; segment: Segment }

/** A segment, and the suppressions that its rows were read with. */
export type PublishedSegment = NumberedSegment & { suppressionVersion: number }

/** The last word on whether a contact is shown. */
export type ContactVisibility = { contactId: string; suppressed: boolean }

/**
 * The segments that one thread searches, oldest first. A store that changed is in a later segment, whole, with all its
 * contacts; the state that an earlier segment holds of it is replaced.
 */
export type SegmentSet = readonly { number: number; live: LiveSegment }[]

/**
 * The next set, in small steps between which the set before can be searched as it is: what changes in a segment that it
 * holds already changes in a copy. The cost is that of the change, and of copying a few bits a document.
 */
export function* nextSegmentsInSteps(
  before: SegmentSet,
  list: readonly NumberedSegment[],
): Generator<void, SegmentSet> {
  const next: { number: number; live: LiveSegment; isNew: boolean }[] = []
  const newest = list.findLastIndex(({ number }) => !before.some((one) => one.number === number))
  for (const [at, { number, segment }] of list.entries()) {
    const known = before.find((one) => one.number === number)
    if (known === undefined) next.push({ number, live: yield* bringToLife(segment), isNew: true })
    else next.push({ ...known, live: at < newest ? yield* copyLive(known.live) : known.live, isNew: false })
    yield
  }
  for (const [at, { live, isNew }] of next.entries()) {
    for (const later of next.slice(at + 1)) {
      if (isNew || later.isNew) yield* replaceStores(live, later.live.segment.replaces)
    }
  }
  return next
}

/** The same at once. */
export function nextSegments(before: SegmentSet, list: readonly NumberedSegment[]): SegmentSet {
  const steps = nextSegmentsInSteps(before, list)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

export function* hideInSteps(segments: SegmentSet, changes: readonly ContactVisibility[]): Generator<void, void> {
  for (const { live } of segments) {
    for (const { contactId, suppressed } of changes) {
      setSuppressed(live, contactId, suppressed)
      yield
    }
  }
}

export function hideInSegments(segments: SegmentSet, changes: readonly ContactVisibility[]): void {
  for (const _ of hideInSteps(segments, changes));
}

export const isShown = (segments: SegmentSet, contactId: string): boolean =>
  segments.some(({ live }) => isPresent(live, contactId))

import type { Segment } from '../segments/segment.ts'
import type { Result } from './evaluate.ts'

export type FacetValue = { value: string; count: number }

/** A result that stays as it is while others are worked out; its set begins with the window. */
export type ResultCopy = Result & { segment: Segment }

export const copyResult = (segment: Segment, found: Result): ResultCopy => ({
  ...found,
  segment,
  set: found.set.slice(found.window.from, found.window.to),
})

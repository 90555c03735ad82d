import { type Growable, growableUint32, push, reserve, viewOf } from '../columns/growable.ts'
import { sharedUint32 } from '../columns/shared-arrays.ts'

/** Lists of terms by row. */
export type TermLists = { offsets: Growable<Uint32Array>; terms: Growable<Uint32Array> }

export const stageTermLists = (): TermLists => ({ offsets: growableUint32(), terms: growableUint32() })

export const beginRow = ({ offsets, terms }: TermLists): void => push(offsets, terms.length)

/** A term that stands twice in the row, or -1 for a blank value, counts as nothing: false. */
export function addTerm({ offsets, terms }: TermLists, term: number): boolean {
  if (term === -1) return false
  const values = reserve(terms, 1)
  for (let at = offsets.values[offsets.length - 1]!; at < terms.length; at++) if (values[at] === term) return false
  values[terms.length++] = term
  return true
}

export function renumberTerms({ terms }: TermLists, termOf: Uint32Array): void {
  const { values, length } = terms
  for (let at = 0; at < length; at++) values[at] = termOf[values[at]!]!
}

export function finishTermLists(lists: TermLists, termCount: number) {
  beginRow(lists)
  const terms = viewOf(lists.terms)
  const counts = sharedUint32(termCount)
  for (let at = 0; at < terms.length; at++) counts[terms[at]!]!++
  return { counts, offsets: viewOf(lists.offsets), terms }
}

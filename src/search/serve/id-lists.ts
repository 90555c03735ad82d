import { findDocument } from '../columns/lookup-tables.ts'
import { prefixesOf } from '../columns/opaque-ids.ts'
import type { Segment } from '../segments/segment.ts'

/** Contacts or stores that somebody outside the index has listed. Made once and searched often: its documents are kept. */
export type IdList = { readonly ids: ReadonlySet<string> }
/** Results must be on the list, or must not. */
export type ListCondition = { list: IdList; wanted: boolean }

const found = {
  contacts: new WeakMap<Segment, WeakMap<IdList, Uint32Array>>(),
  stores: new WeakMap<Segment, WeakMap<IdList, Uint32Array>>(),
}

/** The documents of a list in a segment, ascending. */
export function documentsIn(segment: Segment, over: 'contacts' | 'stores', list: IdList): Uint32Array {
  const ofSegment = found[over].get(segment) ?? new WeakMap<IdList, Uint32Array>()
  found[over].set(segment, ofSegment)
  const known = ofSegment.get(list)
  if (known) return known
  const documents = Uint32Array.from(lookUp(segment, over, list)).sort()
  ofSegment.set(list, documents)
  return documents
}

function lookUp(segment: Segment, over: 'contacts' | 'stores', { ids }: IdList): number[] {
  const { contactSlots, contactIds, storeSlots, storeIds } = segment
  const { contact, store } = prefixesOf(segment)
  const findOne = (id: string): number =>
    over === 'contacts'
      ? findDocument(contactSlots, contactIds, id, contact)
      : findDocument(storeSlots, storeIds, id, store)
  return Array.from(ids, findOne).filter((document) => document !== -1)
}

import { emailKinds } from '../../base/email-kinds.ts'
import { type Growable, growableUint32, push, viewOf } from '../columns/growable.ts'
import { layOutPostings, postingWriter } from '../columns/posting-lists.ts'
import { type Codes, sharedCodes, sharedUint32 } from '../columns/shared-arrays.ts'
import { stageTermDictionary } from '../columns/term-dictionary.ts'
import { stageTimes } from '../columns/times.ts'
import type { Rows } from '../schema/feed.ts'
import type { Emails } from '../segments/emails.ts'
import type { Field } from '../segments/field.ts'

/** Before each item of a list. */
const lengthBytes = 4

/** The emails of contacts as rows come in: two lists, of kinds and of times, item by item. */
export function stageEmails(kindsColumn: number, timesColumn: number, columns: number) {
  const staged = stageTermDictionary(emailKinds)
  /** By row: its first email, and where the next row's begin. */
  const offsets = growableUint32()
  const kinds = growableUint32()
  const times = stageTimes()

  function addRow({ bytes, spans }: Rows, row: number): void {
    push(offsets, kinds.length)
    const at = (row * columns + kindsColumn) * 2
    const end = spans[at + 1]!
    let time = spans[(row * columns + timesColumn) * 2]!
    for (let item = spans[at]!; item < end; ) {
      const begin = item + lengthBytes
      item = begin + bytes.getInt32(item)
      push(kinds, staged.codeOf(bytes, begin, item))
      const length = bytes.getInt32(time)
      if (length === -1) times.addUnknown()
      else times.addAt(bytes, time + lengthBytes)
      time += lengthBytes + Math.max(0, length)
    }
  }

  return {
    add(rows: Rows): void {
      for (let row = 0; row < rows.count; row++) addRow(rows, row)
    },
    finish(order: Uint32Array): { emails: Emails; field: Field } {
      push(offsets, kinds.length)
      const byRow = { offsets: viewOf(offsets), kinds: viewOf(kinds) }
      const { first, others, contacts } = splitOff(byRow.offsets, order)
      const kindsOf = (places: Int32Array | Uint32Array): Codes => {
        const codes = sharedCodes(places.length, staged.size())
        for (let at = 0; at < places.length; at++) codes[at] = places[at] === -1 ? 0 : byRow.kinds[places[at]!]! + 1
        return codes
      }
      const emails = {
        kinds: kindsOf(first),
        verified: times.finish(first),
        more: { contacts, kinds: kindsOf(others), verified: times.finish(others) },
      }
      return { emails, field: { postings: postingsOf(byRow, order, staged.size()), dictionary: staged.finish() } }
    },
  }
}

/** By document the place of its first email, or -1; and the places of all others, with the documents that have them. */
function splitOff(offsets: Uint32Array, order: Uint32Array) {
  const first = new Int32Array(order.length)
  const others = growableUint32()
  const contacts = growableUint32()
  for (let document = 0; document < order.length; document++) {
    const row = order[document]!
    const from = offsets[row]!
    const to = offsets[row + 1]!
    first[document] = from === to ? -1 : from
    for (let place = from + 1; place < to; place++) {
      push(others, place)
      push(contacts, document)
    }
  }
  return { first, others: viewOf(others), contacts: shared(contacts) }
}

function shared(list: Growable<Uint32Array>): Uint32Array {
  const copy = sharedUint32(list.length)
  copy.set(viewOf(list))
  return copy
}

type ByRow = { offsets: Uint32Array; kinds: Uint32Array }

function postingsOf({ offsets, kinds }: ByRow, order: Uint32Array, kindCount: number): Field['postings'] {
  /** Visits each pair of kind and document once, documents ascending. */
  function forPairs(visit: (kind: number, document: number) => void): void {
    for (let document = 0; document < order.length; document++) {
      const from = offsets[order[document]!]!
      const to = offsets[order[document]! + 1]!
      for (let place = from; place < to; place++) {
        let earlier = from
        while (kinds[earlier] !== kinds[place]) earlier++
        if (earlier === place) visit(kinds[place]!, document)
      }
    }
  }
  const counts = sharedUint32(kindCount)
  forPairs((kind) => counts[kind]!++)
  const postings = layOutPostings(order.length, counts)
  forPairs(postingWriter(postings))
  return postings
}

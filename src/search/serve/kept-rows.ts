import type { Segment } from '../segments/segment.ts'
import type { JsonWriter } from './json-writer.ts'

/** Longer rows are rare, and written each time. */
const rowBytesMax = 1_024
/** At most 16 MB for a segment, of which only what is written to takes memory. */
const rowsMax = 16_384

/**
 * Rows of contacts as they were written last: one that is asked for again is copied, which is one look into memory instead of
 * one into each of twenty columns. A segment never changes, so neither does what is written of its documents.
 */
type KeptRows = {
  /** Writes the document's row if it is at hand. */
  write(writer: JsonWriter, document: number): boolean
  /** Keeps what was written from `from` on, in place of another document's. */
  keep(writer: JsonWriter, document: number, from: number): void
}

const keptBySegment = new WeakMap<Segment, KeptRows>()

export function keptRowsOf(segment: Segment): KeptRows {
  let kept = keptBySegment.get(segment)
  if (kept === undefined) {
    kept = createKeptRows(Math.min(segment.storeOf.length, rowsMax))
    keptBySegment.set(segment, kept)
  }
  return kept
}

/** A document's place is its number's low bits: the best leads, which are asked for most, have low numbers and places of their own. */
export function createKeptRows(rows: number): KeptRows {
  const places = 2 ** Math.ceil(Math.log2(Math.max(rows, 1)))
  /** By place: the document's number plus one, or zero. */
  const kept = new Uint32Array(places)
  const lengths = new Uint16Array(places)
  const bytes = Buffer.allocUnsafeSlow(places * rowBytesMax)
  return {
    write(writer, document) {
      const place = document & (places - 1)
      if (kept[place] !== document + 1) return false
      writer.row(bytes, place * rowBytesMax, place * rowBytesMax + lengths[place]!)
      return true
    },
    keep(writer, document, from) {
      const place = document & (places - 1)
      const length = writer.length() - from
      if (length > rowBytesMax) return
      writer.copyTo(bytes, place * rowBytesMax, from)
      lengths[place] = length
      kept[place] = document + 1
    },
  }
}

import { type Growable, growableUint8, growableUint32, push, reserve, viewOf } from '../columns/growable.ts'
import { numberOf, numberTexts, textCount } from '../columns/numbered-texts.ts'
import { layOutPostings, type Postings, postingWriter } from '../columns/postings.ts'
import { type Codes, sharedCodes, sharedUint32 } from '../columns/shared-arrays.ts'
import { stageVocabulary, type Vocabulary } from '../columns/vocabulary.ts'
import type { Block, RowFilter } from '../filters.ts'
import { wordReader } from '../words.ts'
import type { Rows } from './feed.ts'

/** What the index keeps of one filter's field. */
export type Field = {
  postings: Postings
  /** Absent for flags, whose only term is 0. */
  vocabulary?: Vocabulary
  /** For facets over fields of one value: each document's term plus one, zero for none. */
  column?: Codes
  /** For facets over fields of many values: each document's terms. */
  lists?: { offsets: Uint32Array; terms: Codes }
}

/** A field while rows come in: `add` takes the field's column of a batch, `finish` the rows in result order. */
type StagedField = { add(rows: Rows, column: number, columns: number): void; finish(order: Uint32Array): Field }

export function stageField(filter: RowFilter<Block, string>): StagedField {
  switch (filter.kind) {
    case 'any_of':
      return stageColumn(filter.closed)
    case 'any_all_none':
      return stageLists(filter.closed)
    case 'flag':
      return stageFlag()
    case 'words':
      return stageWords()
  }
}

function stageFlag(): StagedField {
  const flags = growableUint8()
  return {
    add({ bytes, count, spans }, column, columns) {
      const values = reserve(flags, count)
      const { length } = flags
      for (let row = 0; row < count; row++) {
        const from = spans[(row * columns + column) * 2]!
        values[length + row] = from !== -1 && bytes.getUint8(from) === 1 ? 1 : 0
      }
      flags.length += count
    },
    finish(order) {
      const byRow = viewOf(flags)
      const counts = sharedUint32(1)
      let count = 0
      for (let row = 0; row < byRow.length; row++) count += byRow[row]!
      counts[0] = count
      const postings = layOutPostings(order.length, counts)
      const write = postingWriter(postings)
      for (let document = 0; document < order.length; document++) if (byRow[order[document]!] === 1) write(0, document)
      return { postings }
    },
  }
}

function stageColumn(closed?: readonly string[]): StagedField {
  const staged = stageVocabulary(closed)
  const codes = growableUint32()
  return {
    add({ bytes, count, spans }, column, columns) {
      const values = reserve(codes, count)
      const { length } = codes
      for (let row = 0; row < count; row++) {
        const at = (row * columns + column) * 2
        const from = spans[at]!
        values[length + row] = from === -1 ? 0 : staged.codeOf(bytes, from, spans[at + 1]!) + 1
      }
      codes.length += count
    },
    finish(order) {
      const byRow = viewOf(codes)
      const counts = sharedUint32(staged.size())
      for (let row = 0; row < byRow.length; row++) if (byRow[row] !== 0) counts[byRow[row]! - 1]!++
      const postings = layOutPostings(order.length, counts)
      const write = postingWriter(postings)
      const column = sharedCodes(order.length, staged.size())
      for (let document = 0; document < order.length; document++) {
        const code = byRow[order[document]!]!
        column[document] = code
        if (code !== 0) write(code - 1, document)
      }
      return { postings, vocabulary: staged.finish(), column }
    },
  }
}

/** Lists of terms by row. */
type TermLists = { offsets: Growable<Uint32Array>; terms: Growable<Uint32Array> }

const stageTermLists = (): TermLists => ({ offsets: growableUint32(), terms: growableUint32() })

const beginRow = ({ offsets, terms }: TermLists): void => push(offsets, terms.length)

/** A term that stands twice in the row, or -1 for a blank value, counts as nothing. */
function addTerm({ offsets, terms }: TermLists, term: number): void {
  if (term === -1) return
  const values = reserve(terms, 1)
  for (let at = offsets.values[offsets.length - 1]!; at < terms.length; at++) if (values[at] === term) return
  values[terms.length++] = term
}

function finishTermLists(lists: TermLists, termCount: number) {
  beginRow(lists)
  const terms = viewOf(lists.terms)
  const counts = sharedUint32(termCount)
  for (let at = 0; at < terms.length; at++) counts[terms[at]!]!++
  return { counts, offsets: viewOf(lists.offsets), terms }
}

/** Before each item of a list. */
const lengthBytes = 4

function stageLists(closed?: readonly string[]): StagedField {
  const staged = stageVocabulary(closed)
  const byRow = stageTermLists()
  return {
    add({ bytes, count, spans }, column, columns) {
      for (let row = 0; row < count; row++) {
        beginRow(byRow)
        const at = (row * columns + column) * 2
        const end = spans[at + 1]!
        for (let item = spans[at]!; item < end; ) {
          const from = item + lengthBytes
          // An item that is not there has a length of -1, and counts as blank.
          item = from + Math.max(0, bytes.getInt32(item))
          addTerm(byRow, staged.codeOf(bytes, from, item))
        }
      }
    },
    finish(order) {
      const { counts, offsets: rowOffsets, terms: rowTerms } = finishTermLists(byRow, staged.size())
      const postings = layOutPostings(order.length, counts)
      const write = postingWriter(postings)
      const offsets = sharedUint32(order.length + 1)
      const terms = sharedCodes(rowTerms.length, staged.size())
      let length = 0
      for (let document = 0; document < order.length; document++) {
        const row = order[document]!
        for (let at = rowOffsets[row]!; at < rowOffsets[row + 1]!; at++) {
          terms[length++] = rowTerms[at]!
          write(rowTerms[at]!, document)
        }
        offsets[document + 1] = length
      }
      return { postings, vocabulary: staged.finish(), lists: { offsets, terms } }
    },
  }
}

/** Titles repeat, so their words are remembered; the bound keeps a catalogue of unique titles from filling the memory. */
const rememberedTitlesMax = 50_000

function stageWords(): StagedField {
  const staged = stageVocabulary()
  const byRow = stageTermLists()
  let titles = numberTexts()
  let byTitle = stageTermLists()
  const readWords = wordReader((bytes, from, to) => addTerm(byTitle, staged.codeOf(bytes, from, to)))

  function addTitle(bytes: DataView, from: number, to: number): void {
    if (textCount(titles) === rememberedTitlesMax) {
      titles = numberTexts()
      byTitle = stageTermLists()
    }
    const nextNumber = textCount(titles)
    const title = numberOf(titles, bytes, from, to)
    if (title === nextNumber) {
      beginRow(byTitle)
      readWords(bytes, from, to)
    }
    const { offsets, terms } = byTitle
    const end = title + 1 < offsets.length ? offsets.values[title + 1]! : terms.length
    const values = reserve(byRow.terms, end - offsets.values[title]!)
    for (let at = offsets.values[title]!; at < end; at++) values[byRow.terms.length++] = terms.values[at]!
  }

  return {
    add({ bytes, count, spans }, column, columns) {
      for (let row = 0; row < count; row++) {
        beginRow(byRow)
        const at = (row * columns + column) * 2
        if (spans[at] !== -1) addTitle(bytes, spans[at]!, spans[at + 1]!)
      }
    },
    finish(order) {
      const { counts, offsets, terms } = finishTermLists(byRow, staged.size())
      const postings = layOutPostings(order.length, counts)
      const write = postingWriter(postings)
      for (let document = 0; document < order.length; document++) {
        const row = order[document]!
        for (let at = offsets[row]!; at < offsets[row + 1]!; at++) write(terms[at]!, document)
      }
      return { postings, vocabulary: staged.finish() }
    },
  }
}

import type { Block, RowFilter } from './filters.ts'
import { growableUint8, growableUint32 } from './growable.ts'
import { layOutPostings, type Postings, postingWriter } from './postings.ts'
import { type Codes, sharedCodes, sharedUint32 } from './shared-arrays.ts'
import { stageVocabulary, type Vocabulary } from './vocabulary.ts'
import { wordsOf } from './words.ts'

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

/** A field while rows come in. `finish` takes the rows in result order. */
export type StagedField<Row> = { add(row: Row): void; finish(order: Uint32Array): Field }

export function stageField<Row>(filter: RowFilter<Block, Row>): StagedField<Row> {
  switch (filter.kind) {
    case 'any_of':
      return stageColumn(filter.value, filter.closed)
    case 'any_all_none':
      return stageLists(filter.values, filter.closed)
    case 'flag':
      return stageFlag(filter.flag)
    case 'words':
      return stageWords(filter.text)
  }
}

function stageFlag<Row>(flag: (row: Row) => boolean): StagedField<Row> {
  const flags = growableUint8()
  return {
    add: (row) => flags.push(flag(row) ? 1 : 0),
    finish(order) {
      const byRow = flags.view()
      const counts = sharedUint32(1)
      for (let row = 0; row < byRow.length; row++) counts[0]! += byRow[row]!
      const postings = layOutPostings(order.length, counts)
      const write = postingWriter(postings)
      for (let document = 0; document < order.length; document++) if (byRow[order[document]!] === 1) write(0, document)
      return { postings }
    },
  }
}

function stageColumn<Row>(value: (row: Row) => string | null, closed?: readonly string[]): StagedField<Row> {
  const staged = stageVocabulary(closed)
  const codes = growableUint32()
  return {
    add(row) {
      const spelling = value(row)
      codes.push(spelling === null ? 0 : staged.codeOf(spelling) + 1)
    },
    finish(order) {
      const byRow = codes.view()
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
type TermLists = {
  /** A term that stands twice in the row, or -1 for a blank value, counts as nothing. */
  add(terms: readonly number[]): void
  finish(termCount: number): { counts: Uint32Array; offsets: Uint32Array; terms: Uint32Array }
}

function stageTermLists(): TermLists {
  const offsets = growableUint32()
  const terms = growableUint32()
  return {
    add(row) {
      offsets.push(terms.length())
      for (let at = 0; at < row.length; at++) {
        const term = row[at]!
        if (term !== -1 && row.indexOf(term) === at) terms.push(term)
      }
    },
    finish(termCount) {
      offsets.push(terms.length())
      const all = terms.view()
      const counts = sharedUint32(termCount)
      for (let at = 0; at < all.length; at++) counts[all[at]!]!++
      return { counts, offsets: offsets.view(), terms: all }
    },
  }
}

function stageLists<Row>(values: (row: Row) => readonly string[], closed?: readonly string[]): StagedField<Row> {
  const staged = stageVocabulary(closed)
  const byRow = stageTermLists()
  return {
    add: (row) => byRow.add(values(row).map(staged.codeOf)),
    finish(order) {
      const { counts, offsets: rowOffsets, terms: rowTerms } = byRow.finish(staged.size())
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

/** Titles repeat, so their words are remembered; the bound keeps a catalogue of unique titles from filling the heap. */
const rememberedTitlesMax = 50_000

function stageWords<Row>(text: (row: Row) => string | null): StagedField<Row> {
  const staged = stageVocabulary()
  const byRow = stageTermLists()
  const remembered = new Map<string, readonly number[]>()

  function termsOf(title: string): readonly number[] {
    let terms = remembered.get(title)
    if (terms === undefined) {
      terms = wordsOf(title).map(staged.codeOf)
      if (remembered.size >= rememberedTitlesMax) remembered.clear()
      remembered.set(title, terms)
    }
    return terms
  }

  return {
    add(row) {
      const title = text(row)
      byRow.add(title === null ? [] : termsOf(title))
    },
    finish(order) {
      const { counts, offsets, terms } = byRow.finish(staged.size())
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

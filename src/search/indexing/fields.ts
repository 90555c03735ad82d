import { growableUint8, growableUint32, reserve, viewOf } from '../columns/growable.ts'
import { layOutPostings, postingWriter } from '../columns/posting-lists.ts'
import { sharedCodes, sharedUint32 } from '../columns/shared-arrays.ts'
import { stageTermDictionary, textOf } from '../columns/term-dictionary.ts'
import { joinTexts } from '../columns/texts.ts'
import type { Block, RowFilter } from '../schema/filters.ts'
import type { OriginalTexts, StagedField } from '../segments/field.ts'
import { stageWords } from './stage-words.ts'
import { addTerm, beginRow, finishTermLists, stageTermLists } from './term-lists.ts'

/** Where the rows of a feed hold a column, and how many columns they have. */
type Layout = { placeOf(column: string): number; columns: number }

export function stageField(filter: RowFilter<Block, string>, layout: Layout): StagedField {
  const { columns } = layout
  switch (filter.kind) {
    case 'any_of':
      return stageColumn(layout.placeOf(filter.column), columns, filter.closed)
    case 'any_all_none':
      return stageLists(layout.placeOf(filter.column), columns, filter.closed)
    case 'flag':
      return stageFlag(layout.placeOf(filter.column), columns)
    case 'words':
      return stageWords([layout.placeOf(filter.column)], columns)
    case 'text':
      return stageWords(
        filter.columns.map((column) => layout.placeOf(column)),
        columns,
      )
  }
}

function stageFlag(column: number, columns: number): StagedField {
  const flags = growableUint8()
  return {
    add({ bytes, count, spans }) {
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

function stageColumn(column: number, columns: number, closed?: readonly string[]): StagedField {
  const staged = stageTermDictionary(closed)
  const codes = growableUint32()
  return {
    add({ bytes, count, spans }) {
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
      const codesInOrder = sharedCodes(order.length, staged.size())
      for (let document = 0; document < order.length; document++) {
        const code = byRow[order[document]!]!
        codesInOrder[document] = code
        if (code !== 0) write(code - 1, document)
      }
      return { postings, dictionary: staged.finish(), docValues: codesInOrder }
    },
  }
}

/** Before each item of a list. */
const lengthBytes = 4

function stageLists(column: number, columns: number, closed?: readonly string[]): StagedField {
  const staged = stageTermDictionary(closed)
  const byRow = stageTermLists()
  const written = stageWrittenLists()

  /** Whether the terms, each in its first spelling, say exactly what the list says. */
  function addItems(bytes: DataView, from: number, to: number): boolean {
    let isPlain = true
    for (let item = from; item < to; ) {
      const begin = item + lengthBytes
      // An item that is not there has a length of -1, and counts as blank.
      item = begin + Math.max(0, bytes.getInt32(item))
      const isNew = addTerm(byRow, staged.codeOf(bytes, begin, item))
      isPlain &&= isNew && staged.wasFirstSpelling()
    }
    return isPlain
  }

  return {
    add({ bytes, count, spans }) {
      for (let row = 0; row < count; row++) {
        beginRow(byRow)
        const at = (row * columns + column) * 2
        if (!addItems(bytes, spans[at]!, spans[at + 1]!)) {
          written.add(byRow.offsets.length - 1, bytes, spans[at]!, spans[at + 1]!)
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
      return { postings, dictionary: staged.finish(), lists: { offsets, terms }, asWritten: written.finish(order) }
    },
  }
}

function stageWrittenLists() {
  const lists = new Map<number, string>()
  return {
    add(row: number, bytes: DataView, from: number, to: number): void {
      const items: string[] = []
      for (let item = from; item < to; ) {
        const begin = item + lengthBytes
        item = begin + Math.max(0, bytes.getInt32(item))
        items.push(textOf(bytes, begin, item))
      }
      lists.set(row, JSON.stringify(items))
    },
    finish(order: Uint32Array): OriginalTexts {
      const documents = sharedUint32(lists.size)
      const texts: Buffer[] = []
      if (lists.size > 0) {
        for (let document = 0; document < order.length; document++) {
          const list = lists.get(order[document]!)
          if (list === undefined) continue
          documents[texts.length] = document
          texts.push(Buffer.from(list, 'utf8'))
        }
      }
      return { documents, ...joinTexts(texts) }
    },
  }
}

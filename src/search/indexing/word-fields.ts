import { domainToUnicode } from 'node:url'
import { reserve } from '../columns/growable.ts'
import { numberOf, numberTexts, textCount, viewOver } from '../columns/numbered-texts.ts'
import { layOutPostings, postingWriter } from '../columns/posting-lists.ts'
import { textOf } from '../columns/term-dictionary.ts'
import { stageWordList } from '../columns/word-list.ts'
import { wordReader } from '../columns/words.ts'
import type { StagedField } from '../segments/field.ts'
import { addTerm, beginRow, finishTermLists, renumberTerms, stageTermLists } from './term-lists.ts'

/** Texts repeat, so their words are remembered; the bound keeps a catalogue of unique texts from filling the memory. */
const rememberedTextsMax = 50_000

/** The words of one or more columns of text together. */
export function stageWords(places: readonly number[], columns: number): StagedField {
  const staged = stageWordList()
  const byRow = stageTermLists()
  let texts = numberTexts()
  let byText = stageTermLists()
  const readWords = wordReader((bytes, from, to) => addTerm(byText, staged.codeOf(bytes, from, to)))

  function readText(bytes: DataView, from: number, to: number): void {
    readWords(bytes, from, to)
    const unicode = unicodeDomain(bytes, from, to)
    if (unicode !== null) readWords(viewOver(unicode), 0, unicode.length)
  }

  function addText(bytes: DataView, from: number, to: number): void {
    if (textCount(texts) === rememberedTextsMax) {
      texts = numberTexts()
      byText = stageTermLists()
    }
    const nextNumber = textCount(texts)
    const text = numberOf(texts, bytes, from, to)
    if (text === nextNumber) {
      beginRow(byText)
      readText(bytes, from, to)
    }
    const { offsets, terms } = byText
    const end = text + 1 < offsets.length ? offsets.values[text + 1]! : terms.length
    if (places.length === 1) {
      const values = reserve(byRow.terms, end - offsets.values[text]!)
      for (let at = offsets.values[text]!; at < end; at++) values[byRow.terms.length++] = terms.values[at]!
    } else {
      for (let at = offsets.values[text]!; at < end; at++) addTerm(byRow, terms.values[at]!)
    }
  }

  return {
    add({ bytes, count, spans }) {
      for (let row = 0; row < count; row++) {
        beginRow(byRow)
        for (const place of places) {
          const at = (row * columns + place) * 2
          if (spans[at] !== -1) addText(bytes, spans[at]!, spans[at + 1]!)
        }
      }
    },
    finish(order) {
      const { words, termOf } = staged.finish()
      renumberTerms(byRow, termOf)
      const { counts, offsets, terms } = finishTermLists(byRow, termOf.length)
      const postings = layOutPostings(order.length, counts)
      const write = postingWriter(postings)
      for (let document = 0; document < order.length; document++) {
        const row = order[document]!
        for (let at = offsets[row]!; at < offsets[row + 1]!; at++) write(terms[at]!, document)
      }
      return { postings, words }
    },
  }
}

const punycode = Buffer.from('xn--', 'latin1').readUInt32BE(0)

/** An international domain is kept in ASCII; people search for it as it is written. */
function unicodeDomain(bytes: DataView, from: number, to: number): Buffer | null {
  for (let at = from; at + 4 <= to; at++) {
    if (bytes.getUint32(at) === punycode) return Buffer.from(domainToUnicode(textOf(bytes, from, to)), 'utf8')
  }
  return null
}

import { domainToUnicode } from 'node:url'
import { reserve } from '../columns/growable.ts'
import { numberOf, numberTexts, textCount, viewOver } from '../columns/numbered-texts.ts'
import { layOutPostings, postingWriter } from '../columns/posting-lists.ts'
import { textOf } from '../columns/term-dictionary.ts'
import { stageWordList } from '../columns/word-list.ts'
import { wordReader } from '../columns/words.ts'
import type { StagedField } from '../segments/field.ts'
import { addTerm, beginRow, finishTermLists, renumberTerms, stageTermLists, type TermLists } from './term-lists.ts'

/** The bound keeps a catalogue of unique texts from filling the memory. */
const rememberedTextsMax = 50_000
/** After so many different texts it shows whether a column repeats them. */
const triedTextsMax = 8_192

/** The words of one or more columns of text together. */
export function stageWords(places: readonly number[], columns: number): StagedField {
  const staged = stageWordList()
  const byRow = stageTermLists()
  const memories = places.map(() => rememberTexts())
  let target = byRow
  const readWords = wordReader((bytes, from, to) => addTerm(target, staged.codeOf(bytes, from, to)))

  function readText(into: TermLists, bytes: DataView, from: number, to: number): void {
    target = into
    readWords(bytes, from, to)
    const unicode = unicodeDomain(bytes, from, to)
    if (unicode !== null) readWords(viewOver(unicode), 0, unicode.length)
  }

  function addText(memory: TextMemory, bytes: DataView, from: number, to: number): void {
    if (!memory.isUsed) {
      readText(byRow, bytes, from, to)
      return
    }
    const text = memory.numberOf(bytes, from, to)
    const { terms } = memory
    if (text === terms.offsets.length) {
      beginRow(terms)
      readText(terms, bytes, from, to)
    }
    const begin = terms.offsets.values[text]!
    const end = text + 1 < terms.offsets.length ? terms.offsets.values[text + 1]! : terms.terms.length
    if (places.length === 1) {
      const values = reserve(byRow.terms, end - begin)
      for (let at = begin; at < end; at++) values[byRow.terms.length++] = terms.terms.values[at]!
    } else {
      for (let at = begin; at < end; at++) addTerm(byRow, terms.terms.values[at]!)
    }
  }

  return {
    add({ bytes, count, spans }) {
      for (let row = 0; row < count; row++) {
        beginRow(byRow)
        for (let place = 0; place < places.length; place++) {
          const at = (row * columns + places[place]!) * 2
          if (spans[at] !== -1) addText(memories[place]!, bytes, spans[at]!, spans[at + 1]!)
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

type TextMemory = ReturnType<typeof rememberTexts>

/** The terms of texts that were read. Titles and first names repeat; of a column that does not, nothing is remembered. */
function rememberTexts() {
  let texts = numberTexts()
  let asked = 0
  let textsMax = triedTextsMax
  const memory = {
    isUsed: true,
    /** By text. One that is new gets the number of lists there are. */
    terms: stageTermLists(),
    numberOf(bytes: DataView, from: number, to: number): number {
      if (textCount(texts) === textsMax) {
        memory.isUsed = asked > 2 * textsMax
        if (textsMax === rememberedTextsMax || !memory.isUsed) startOver()
        textsMax = rememberedTextsMax
      }
      asked++
      return numberOf(texts, bytes, from, to)
    },
  }

  function startOver(): void {
    texts = numberTexts()
    memory.terms = stageTermLists()
    asked = 0
  }

  return memory
}

const punycode = Buffer.from('xn--', 'latin1').readUInt32BE(0)

/** An international domain is kept in ASCII; people search for it as it is written. */
function unicodeDomain(bytes: DataView, from: number, to: number): Buffer | null {
  for (let at = from; at + 4 <= to; at++) {
    if (bytes.getUint32(at) === punycode) return Buffer.from(domainToUnicode(textOf(bytes, from, to)), 'utf8')
  }
  return null
}

/** Values by what people call them, and the nearest to what nobody calls anything. */
import { editDistance } from '../../base/edit-distance.ts'
import { findTerm, spellingOf, type TermDictionary } from '../columns/term-dictionary.ts'
import { fold, withoutAccents } from '../columns/words.ts'
import { allFilters, pathOf } from '../schema/filters.ts'

type LabelOf = (value: string) => string

const labelsByPath = new Map<string, LabelOf>(
  allFilters.flatMap((filter) => ('taxonomy' in filter && filter.labelOf ? [[pathOf(filter), filter.labelOf]] : [])),
)

/** For each dictionary the term of every label; dictionaries never change. */
const termsByLabel = new WeakMap<TermDictionary, Map<string, number>>()

/** `Home & garden`, `home and garden` and `Home-Garden` are called the same. */
const calledSame = (label: string): string =>
  withoutAccents(label)
    .replace(/&|\band\b/g, ' ')
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(' ') ?? ''

function labelTerms(dictionary: TermDictionary, labelOf: LabelOf): Map<string, number> {
  const known = termsByLabel.get(dictionary)
  if (known) return known
  const terms = new Map<string, number>()
  for (let term = dictionary.sorted.length - 1; term >= 0; term--) {
    terms.set(calledSame(labelOf(spellingOf(dictionary, term))), term)
  }
  termsByLabel.set(dictionary, terms)
  return terms
}

/** The term of a value, in any spelling, or by the label that the taxonomy shows; -1 when there is none. */
export function findValue(dictionary: TermDictionary, path: string, value: string): number {
  const term = findTerm(dictionary, value)
  if (term !== -1) return term
  const labelOf = labelsByPath.get(path)
  return labelOf === undefined ? -1 : (labelTerms(dictionary, labelOf).get(calledSame(value)) ?? -1)
}

/** Longer values are compared by their beginning, which bounds the work that one misspelt value can cause. */
const comparedLength = 40

/** Up to this many edits away, a value is still what was probably meant. Of two letters, any other two are as near. */
const editsMax = (length: number): number => (length < 3 ? 0 : length < 6 ? 1 : length < 9 ? 2 : 3)

/** Looks for the known value that takes the fewest edits to reach from this one, by its spelling or its label. */
function lookForNearest(value: string) {
  const wanted = calledSame(value).slice(0, comparedLength)
  const outline = outlineOf(wanted)
  let nearest: string | null = null
  let fewestEdits = editsMax(wanted.length) + 1
  return {
    /** Few values pass, and are compared in full. An edit changes two letters at most. */
    mayBeNearer: ({ length, letters }: Outline): boolean =>
      Math.abs(length - outline.length) < fewestEdits && bitsOf(letters ^ outline.letters) <= 2 * (fewestEdits - 1),
    compare(called: string, spelling: string): void {
      const edits = editDistance(wanted, calledSame(called).slice(0, comparedLength), fewestEdits)
      if (edits >= fewestEdits) return
      fewestEdits = edits
      nearest = spelling
    },
    nearest: () => nearest,
  }
}

/** Shows that two texts are not near without comparing them: by their length, and which letters they hold, as bits. */
type Outline = { length: number; letters: number }

function outlineOf(text: string): Outline {
  let letters = 0
  for (let at = 0; at < text.length; at++) letters |= 1 << (text.charCodeAt(at) & 31)
  return { length: text.length, letters }
}

function bitsOf(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** The known value, or the one whose label, takes the fewest edits to reach from this one; null when none is near. */
export function nearestOf(values: Iterable<string>, labelOf: LabelOf | undefined, value: string): string | null {
  const search = lookForNearest(value)
  for (const spelling of values) {
    search.compare(spelling, spelling)
    if (labelOf) search.compare(labelOf(spelling), spelling)
  }
  return search.nearest()
}

/** The same among the values of dictionaries. */
export function nearestValue(dictionaries: readonly TermDictionary[], path: string, value: string): string | null {
  const search = lookForNearest(value)
  const labelOf = labelsByPath.get(path)
  for (const dictionary of dictionaries) {
    for (const { lengths, letters, nameOf } of outlinesOf(dictionary, labelOf)) {
      for (let place = 0; place < lengths.length; place++) {
        if (!search.mayBeNearer({ length: lengths[place]!, letters: letters[place]! })) continue
        const spelling = spellingOf(dictionary, dictionary.sorted[place]!)
        search.compare(nameOf(spelling), spelling)
      }
    }
  }
  return search.nearest()
}

/** The outlines of all values of a dictionary, in its order, by what they are called. */
type Outlines = { lengths: Uint8Array; letters: Uint32Array; nameOf: LabelOf }

const outlinesByDictionary = new WeakMap<TermDictionary, Outlines[]>()

function outlinesOf(dictionary: TermDictionary, labelOf: LabelOf | undefined): Outlines[] {
  const known = outlinesByDictionary.get(dictionary)
  if (known) return known
  const names: LabelOf[] = [(spelling) => spelling, ...(labelOf ? [labelOf] : [])]
  const outlines = names.map((nameOf) => {
    const { length } = dictionary.sorted
    const all: Outlines = { lengths: new Uint8Array(length), letters: new Uint32Array(length), nameOf }
    dictionary.sorted.forEach((term, place) => {
      const outline = outlineOf(calledSame(nameOf(spellingOf(dictionary, term))).slice(0, comparedLength))
      all.lengths[place] = outline.length
      all.letters[place] = outline.letters
    })
    return all
  })
  outlinesByDictionary.set(dictionary, outlines)
  return outlines
}

/** The value of a closed list in any case, or by its label; null when there is none. */
export function closedValue<Value extends string>(
  values: readonly Value[],
  labelOf: LabelOf,
  value: string,
): Value | null {
  const wanted = fold(value)
  return values.find((one) => one === wanted || calledSame(labelOf(one)) === calledSame(value)) ?? null
}

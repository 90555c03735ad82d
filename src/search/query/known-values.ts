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

/** The known value, or the one whose label, takes the fewest edits to reach from this one; null when none is near. */
export function nearestOf(values: Iterable<string>, labelOf: LabelOf | undefined, value: string): string | null {
  const wanted = calledSame(value).slice(0, comparedLength)
  let nearest: string | null = null
  let fewestEdits = editsMax(wanted.length) + 1
  const compare = (called: string, spelling: string): void => {
    const candidate = calledSame(called).slice(0, comparedLength)
    if (Math.abs(candidate.length - wanted.length) >= fewestEdits) return
    const edits = editDistance(wanted, candidate)
    if (edits >= fewestEdits) return
    fewestEdits = edits
    nearest = spelling
  }
  for (const spelling of values) {
    compare(spelling, spelling)
    if (labelOf) compare(labelOf(spelling), spelling)
  }
  return nearest
}

/** The same among the values of dictionaries. */
export function nearestValue(dictionaries: readonly TermDictionary[], path: string, value: string): string | null {
  return nearestOf(spellingsOf(dictionaries), labelsByPath.get(path), value)
}

function* spellingsOf(dictionaries: readonly TermDictionary[]): Generator<string> {
  for (const dictionary of dictionaries) for (const term of dictionary.sorted) yield spellingOf(dictionary, term)
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

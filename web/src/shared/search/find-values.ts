import { limits } from '../../api/limits.ts'
import type { TaxonomyList } from '../labels.tsx'
import { folded, isOneSlip, namesOf } from './value-names.ts'

/**
 * The values that a text finds in the panel: by a part of their name in any case and without accents, by the beginnings of its
 * words in any order, for countries also by their code and their names in other languages; and where nothing fits, with one
 * slip of the finger, also in a name that is half typed. What is called exactly so comes first, then what begins so.
 */
export function findValues<Value extends { value: string; label: string }>(
  list: TaxonomyList,
  values: readonly Value[],
  typed: string,
): Value[] {
  const text = folded(typed)
  if (text === '') return []
  const named = values.map((value) => ({
    value,
    names: [...namesOf(list, value.value, value.label), folded(value.value)],
  }))
  const words = text.split(' ')
  const ways: ((name: string, at: number) => boolean)[] = [
    // The label is read; of other names nobody types the middle.
    (name, at) => (at === 0 ? name.includes(text) : name.startsWith(text)),
    (name) => words.every((word) => name.split(' ').some((other) => other.startsWith(word))),
    (name) => text.length >= limits.nearLettersMin && [name, ...name.split(' ')].some((other) => isNearly(text, other)),
  ]
  for (const fits of ways) {
    const found = named.filter(({ names }) => names.some(fits))
    if (found.length > 0) return inOrder(found, text)
  }
  return []
}

/** Half a name with a slip is the beginning of the name with a slip. */
const isNearly = (text: string, name: string): boolean =>
  [-1, 0, 1].some((more) => isOneSlip(text, name.slice(0, text.length + more)))

function inOrder<Value>(found: { value: Value; names: string[] }[], text: string): Value[] {
  const rank = ({ names }: { names: string[] }): number =>
    names.includes(text) ? 0 : names.some((name) => name.startsWith(text)) ? 1 : 2
  return found.toSorted((one, other) => rank(one) - rank(other)).map(({ value }) => value)
}

import fc from 'fast-check'

/** What is typed into a search box, and an independent answer to it, for tests. */

/** One or two words: whole, cut short, or with a letter lost, doubled, changed or swapped with its neighbour. */
export const textQueries = (words: readonly string[]) =>
  fc
    .array(
      fc.tuple(
        fc.constantFrom(...words, ...words.map((word) => word.toUpperCase())),
        fc.constantFrom('as is', 'cut', 'lose', 'double', 'change', 'swap'),
        fc.nat(30),
      ),
      {
        minLength: 1,
        maxLength: 2,
      },
    )
    .map((chosen) => chosen.map(([word, how, place]) => misspell(word, how, place)).join(' '))

function misspell(word: string, how: string, place: number): string {
  const letters = [...word]
  const at = place % letters.length
  if (how === 'cut') return letters.slice(0, at + 1).join('')
  if (how === 'lose' && letters.length > 1) letters.splice(at, 1)
  if (how === 'double') letters.splice(at, 0, letters[at]!)
  if (how === 'change') letters[at] = 'q'
  if (how === 'swap' && at + 1 < letters.length) letters.splice(at, 2, letters[at + 1]!, letters[at]!)
  return letters.join('')
}

const known = new Map<string, string[]>()

/** Remembered by text: the same few thousand are asked for again and again. */
export function wordsIn(text: string): string[] {
  const words = known.get(text) ?? splitWords(text)
  known.set(text, words)
  return words
}

function splitWords(text: string): string[] {
  const unaccented = [...text.normalize('NFD')].filter((character) => !/[̀-ͯ]/.test(character)).join('')
  return unaccented
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .split(/[^\p{Letter}\p{Number}]/u)
    .filter((word) => word !== '')
}

/** How well a text answers what was typed: every word whole or begun, with a typo at most, or not at all. */
export function textMatch(texts: readonly (string | null)[], typed: string): 'exact' | 'typo' | 'none' {
  const words = texts.flatMap((text) => wordsIn(text ?? ''))
  const asked = wordsIn(typed)
  if (asked.every((word) => words.some((one) => one.startsWith(word)))) return 'exact'
  const isNear = (word: string) =>
    words.some((one) => one.startsWith(word) || ([...word].length >= 5 && edits(word, one) <= 1))
  return asked.every(isNear) ? 'typo' : 'none'
}

/** Edits between two words by the book: insertions, deletions, substitutions, swaps of neighbours. */
function edits(left: string, right: string): number {
  const [a, b] = [[...left], [...right]]
  const table = Array.from({ length: a.length + 1 }, (_, row) =>
    Array.from({ length: b.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  )
  for (let row = 1; row <= a.length; row++) {
    for (let column = 1; column <= b.length; column++) {
      const changed = table[row - 1]![column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1)
      let fewest = Math.min(table[row - 1]![column]! + 1, table[row]![column - 1]! + 1, changed)
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        fewest = Math.min(fewest, table[row - 2]![column - 2]! + 1)
      }
      table[row]![column] = fewest
    }
  }
  return table[a.length]![b.length]!
}

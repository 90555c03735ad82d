/**
 * How many typos of a word are forgiven: one, which is a letter more, less or different, or two neighbours swapped. `findTypos`
 * (match-words.ts) counts on it when it looks at words that share a half alone.
 */
export function isOneEdit(left: readonly string[], right: readonly string[]): boolean {
  const shorter = Math.min(left.length, right.length)
  let same = 0
  while (same < shorter && left[same] === right[same]) same++
  let sameAtEnd = 0
  while (sameAtEnd < shorter - same && left.at(-1 - sameAtEnd) === right.at(-1 - sameAtEnd)) sameAtEnd++
  const inLeft = left.length - same - sameAtEnd
  const inRight = right.length - same - sameAtEnd
  if (inLeft <= 1 && inRight <= 1) return true
  return inLeft === 2 && inRight === 2 && left[same] === right[same + 1] && left[same + 1] === right[same]
}

/** Insertions, deletions, substitutions and swaps of neighbours that turn one text into the other. */
export function editDistance(left: string, right: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1]
      let edits = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1))
      const swapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      if (swapped) edits = Math.min(edits, beforeLast[column - 2]! + 1)
      current.push(edits)
    }
    beforeLast = last
    last = current
  }
  return last[right.length]!
}

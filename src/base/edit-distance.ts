/** Insertions, deletions, substitutions and swaps of neighbours that turn one text into the other; if they are `enough`, or more, only that. */
export function editDistance(left: string, right: string, enough = Number.POSITIVE_INFINITY): number {
  if (Math.abs(left.length - right.length) >= enough) return enough
  let beforeLast: number[] = []
  let fewestBefore = 0
  let last = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    let fewest = row
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1]
      let edits = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1))
      const swapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      if (swapped) edits = Math.min(edits, beforeLast[column - 2]! + 1)
      current.push(edits)
      fewest = Math.min(fewest, edits)
    }
    if (fewest >= enough && fewestBefore >= enough) return enough
    fewestBefore = fewest
    beforeLast = last
    last = current
  }
  return last[right.length]!
}

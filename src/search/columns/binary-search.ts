/** The first place from `from` to before `to` where it holds, else `to`. Where it holds once, it must hold at all later places. */
export function firstWhere(from: number, to: number, holdsAt: (place: number) => boolean): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holdsAt(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** The first place in an ascending list whose number is not below `bound`. Written out: the inner loops of queries call it. */
export function lowerBound(list: ArrayLike<number>, bound: number): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (list[middle]! < bound) low = middle + 1
    else high = middle
  }
  return low
}

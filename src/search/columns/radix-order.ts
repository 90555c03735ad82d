/** Below this, the tables of a radix sort cost more than comparing does. */
const radixRowsMin = 4_096

const digitCount = 0x10000

function plainOrder(keys: readonly Uint32Array[], count: number): Uint32Array {
  return numbersUpTo(count).sort((left, right) => {
    for (const key of keys) if (key[left] !== key[right]) return key[left]! - key[right]!
    return 0
  })
}

/** Rows by ascending keys, the least significant key first; 16 bits a pass. A pass that would move nothing is left out. */
export function radixOrder(keys: readonly Uint32Array[]): Uint32Array {
  const count = keys[0]!.length
  if (count < radixRowsMin) return plainOrder(keys.toReversed(), count)
  let order = numbersUpTo(count)
  let next = new Uint32Array(count)
  const places = [new Uint32Array(digitCount), new Uint32Array(digitCount)] as const
  for (const key of keys) {
    const [low, high] = places
    low.fill(0)
    high.fill(0)
    for (let row = 0; row < count; row++) {
      low[key[row]! & 0xffff]!++
      high[key[row]! >>> 16]!++
    }
    for (const [pass, placesOf] of places.entries()) {
      const shift = pass * 16
      if (placesOf[(key[0]! >>> shift) & 0xffff] === count) continue
      addUp(placesOf)
      move(key, shift, placesOf, order, next)
      ;[order, next] = [next, order]
    }
  }
  return order
}

export function numbersUpTo(count: number): Uint32Array<ArrayBuffer> {
  const numbers = new Uint32Array(count)
  for (let number = 0; number < count; number++) numbers[number] = number
  return numbers
}

/** A key by which what has a higher number comes first. */
export function descending(numbers: ArrayLike<number>): Uint32Array {
  const key = new Uint32Array(numbers.length)
  for (let at = 0; at < key.length; at++) key[at] = ~numbers[at]!
  return key
}

/** From how many rows have each digit to where the first of them goes. */
function addUp(places: Uint32Array): void {
  let sum = 0
  for (let digit = 0; digit < places.length; digit++) {
    const here = places[digit]!
    places[digit] = sum
    sum += here
  }
}

function move(key: Uint32Array, shift: number, places: Uint32Array, from: Uint32Array, to: Uint32Array): void {
  for (let at = 0; at < from.length; at++) {
    const row = from[at]!
    to[places[(key[row]! >>> shift) & 0xffff]!++] = row
  }
}

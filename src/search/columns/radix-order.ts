/** Below this, the tables of a radix sort cost more than comparing does. */
const radixRowsMin = 4_096

function plainOrder(keys: readonly Uint32Array[], count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, row) => row).sort((left, right) => {
    for (const key of keys) if (key[left] !== key[right]) return key[left]! - key[right]!
    return 0
  })
}

/** Rows by ascending keys, the least significant key first; 16 bits a pass. A pass that would move nothing is left out. */
export function radixOrder(keys: readonly Uint32Array[]): Uint32Array {
  const count = keys[0]!.length
  if (count < radixRowsMin) return plainOrder(keys.toReversed(), count)
  let order = Uint32Array.from({ length: count }, (_, row) => row)
  let next = new Uint32Array(count)
  const places = new Uint32Array(0x10000)
  for (const key of keys) {
    for (const shift of [0, 16]) {
      places.fill(0)
      for (let row = 0; row < count; row++) places[(key[row]! >>> shift) & 0xffff]!++
      if (count === 0 || places[(key[0]! >>> shift) & 0xffff] === count) continue
      let sum = 0
      for (let digit = 0; digit < 0x10000; digit++) {
        const here = places[digit]!
        places[digit] = sum
        sum += here
      }
      for (let at = 0; at < count; at++) {
        const row = order[at]!
        next[places[(key[row]! >>> shift) & 0xffff]!++] = row
      }
      ;[order, next] = [next, order]
    }
  }
  return order
}

/**
 * A set of document numbers as one bit per document. Most functions work on a window of words,
 * `[from, to)`, because a range of scores is a range of documents and the rest need not be touched.
 */

export const wordsFor = (documents: number): number => (documents + 31) >>> 5

export const hasBit = (set: Uint32Array, document: number): boolean =>
  ((set[document >>> 5]! >>> (document & 31)) & 1) === 1

export function setBit(set: Uint32Array, document: number): void {
  set[document >>> 5]! |= 1 << (document & 31)
}

export function clearBit(set: Uint32Array, document: number): void {
  set[document >>> 5]! &= ~(1 << (document & 31))
}

/** Adds the documents `list[from]` to `list[to - 1]`. */
export function setBits(set: Uint32Array, list: Uint32Array, from: number, to: number): void {
  for (let at = from; at < to; at++) set[list[at]! >>> 5]! |= 1 << (list[at]! & 31)
}

function intersect(target: Uint32Array, other: Uint32Array, from: number, to: number): void {
  for (let word = from; word < to; word++) target[word]! &= other[word]!
}

/** Makes the target what all of the sets share, without a look at what it held before: the first four in one pass. */
export function intersectAll(target: Uint32Array, sets: readonly Uint32Array[], from: number, to: number): void {
  const [first, second, third, fourth, ...more] = sets
  if (fourth !== undefined) {
    for (let word = from; word < to; word++) {
      target[word] = first![word]! & second![word]! & third![word]! & fourth[word]!
    }
  } else if (third !== undefined) {
    for (let word = from; word < to; word++) target[word] = first![word]! & second![word]! & third[word]!
  } else if (second !== undefined) {
    for (let word = from; word < to; word++) target[word] = first![word]! & second[word]!
  } else {
    target.set(first!.subarray(from, to), from)
  }
  for (const set of more) intersect(target, set, from, to)
}

export function subtract(target: Uint32Array, other: Uint32Array, from: number, to: number): void {
  for (let word = from; word < to; word++) target[word]! &= ~other[word]!
}

/** Adds all the others, up to four at a time: each pass over the target then does the work of four. */
export function uniteAll(target: Uint32Array, others: readonly Uint32Array[], from: number, to: number): void {
  let at = 0
  for (; at + 4 <= others.length; at += 4) {
    const [first, second, third, fourth] = [others[at]!, others[at + 1]!, others[at + 2]!, others[at + 3]!]
    for (let word = from; word < to; word++)
      target[word]! |= first[word]! | second[word]! | third[word]! | fourth[word]!
  }
  const [first, second, third] = others.slice(at)
  if (third !== undefined) {
    for (let word = from; word < to; word++) target[word]! |= first![word]! | second![word]! | third[word]!
  } else if (second !== undefined) {
    for (let word = from; word < to; word++) target[word]! |= first![word]! | second[word]!
  } else if (first !== undefined) {
    for (let word = from; word < to; word++) target[word]! |= first[word]!
  }
}

/** The bits of one word, counted in parallel sums (Hacker's Delight, figure 5-2). As an integer with a sign, which V8 keeps in a register. */
function bitsOf(word: number): number {
  let sum = (word - ((word >>> 1) & 0x55555555)) | 0
  sum = ((sum & 0x33333333) + ((sum >>> 2) & 0x33333333)) | 0
  return Math.imul((sum + (sum >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/**
 * Eight words at a time through adders that carry (Harley and Seal, Hacker's Delight, figure 5-9), so that only one word in
 * eight is counted bit by bit: half the time.
 */
export function countBits(set: Uint32Array, from: number, to: number): number {
  let eights = 0
  let ones = 0
  let twos = 0
  let fours = 0
  let word = from
  for (; word + 8 <= to; word += 8) {
    const ones1 = ones ^ set[word]! ^ set[word + 1]!
    const twos1 = carry(ones, set[word]!, set[word + 1]!)
    const ones2 = ones1 ^ set[word + 2]! ^ set[word + 3]!
    const twos2 = carry(ones1, set[word + 2]!, set[word + 3]!)
    const ones3 = ones2 ^ set[word + 4]! ^ set[word + 5]!
    const twos3 = carry(ones2, set[word + 4]!, set[word + 5]!)
    const twos4 = carry(ones3, set[word + 6]!, set[word + 7]!)
    ones = ones3 ^ set[word + 6]! ^ set[word + 7]!
    const fours1 = carry(twos, twos1, twos2)
    const twosBetween = twos ^ twos1 ^ twos2
    const fours2 = carry(twosBetween, twos3, twos4)
    twos = twosBetween ^ twos3 ^ twos4
    eights = (eights + bitsOf(carry(fours, fours1, fours2))) | 0
    fours = fours ^ fours1 ^ fours2
  }
  let count = 8 * eights + 4 * bitsOf(fours) + 2 * bitsOf(twos) + bitsOf(ones)
  for (; word < to; word++) count += bitsOf(set[word]!)
  return count
}

/** The bits that at least two of three words share: what an adder carries. */
const carry = (left: number, middle: number, right: number): number => (left & middle) | ((left ^ middle) & right)

/** Adds the documents `[from, to)`. */
export function setRange(set: Uint32Array, from: number, to: number): void {
  if (from >= to) return
  const first = from >>> 5
  const last = (to - 1) >>> 5
  const firstBits = -1 << (from & 31)
  const lastBits = -1 >>> (31 - ((to - 1) & 31))
  if (first === last) {
    set[first]! |= firstBits & lastBits
    return
  }
  set[first]! |= firstBits
  for (let word = first + 1; word < last; word++) set[word] = -1
  set[last]! |= lastBits
}

/** Removes the documents `[from, to)`. */
export function clearRange(set: Uint32Array, from: number, to: number): void {
  if (from >= to) return
  const first = from >>> 5
  const last = (to - 1) >>> 5
  const firstBits = -1 << (from & 31)
  const lastBits = -1 >>> (31 - ((to - 1) & 31))
  if (first === last) {
    set[first]! &= ~(firstBits & lastBits)
    return
  }
  set[first]! &= ~firstBits
  for (let word = first + 1; word < last; word++) set[word] = 0
  set[last]! &= ~lastBits
}

/** How many of the documents `[from, to)` are in the set. */
export function countRange(set: Uint32Array, from: number, to: number): number {
  if (from >= to) return 0
  const first = from >>> 5
  const last = (to - 1) >>> 5
  const firstBits = -1 << (from & 31)
  const lastBits = -1 >>> (31 - ((to - 1) & 31))
  if (first === last) return bitsOf(set[first]! & firstBits & lastBits)
  return bitsOf(set[first]! & firstBits) + countBits(set, first + 1, last) + bitsOf(set[last]! & lastBits)
}

/** The documents of the set from `start` on, at most `limit` of them, in order. */
export function nextBits(set: Uint32Array, start: number, toWord: number, limit: number): number[] {
  const found: number[] = []
  let word = start >>> 5
  let bits = word < toWord ? set[word]! & (-1 << (start & 31)) : 0
  while (word < toWord && found.length < limit) {
    while (bits !== 0 && found.length < limit) {
      found.push((word << 5) + lowestBit(bits))
      bits &= bits - 1
    }
    word++
    bits = word < toWord ? set[word]! : 0
  }
  return found
}

/** The place of the lowest set bit of a word that is not zero. */
export const lowestBit = (bits: number): number => 31 - Math.clz32(bits & -bits)

import { numbersUpTo, radixOrder } from './radix-order.ts'

/** Texts one after the other, and where each begins and the last ends. None holds a byte of zero. */
export type TextBytes = { bytes: Uint8Array; offsets: Uint32Array }

/** So many bytes are compared in passes over all texts. */
const bytesAtOnce = 8
/** Fewer texts than this are sorted by comparing one with another. */
const radixTextsMin = 4_096
/** Fewer than this are moved into their places one by one. */
const insertedMax = 12

/** The texts in the order of their bytes, read from the beginning or from the end; equal ones in the order of their numbers. */
export function orderOfTexts({ bytes, offsets }: TextBytes, from: 'beginning' | 'end'): Uint32Array {
  const isForward = from === 'beginning'

  /** Four bytes of a text, from a place of it on; zeros behind its last. */
  function fourFrom(text: number, at: number): number {
    const begin = offsets[text]!
    const end = offsets[text + 1]!
    let four = 0
    if (isForward)
      for (let place = begin + at; place < begin + at + 4; place++)
        four = (four << 8) | (place < end ? bytes[place]! : 0)
    else
      for (let place = end - 1 - at; place > end - 5 - at; place--)
        four = (four << 8) | (place >= begin ? bytes[place]! : 0)
    return four
  }

  /** Compares two texts that are equal in all places before. */
  function compareFrom(left: number, right: number, at: number): number {
    for (let place = at; ; place += 4) {
      const ofLeft = fourFrom(left, place)
      const ofRight = fourFrom(right, place)
      if (ofLeft !== ofRight) return (ofLeft >>> 0) - (ofRight >>> 0)
      if ((ofLeft & 0xff) === 0) return 0
    }
  }

  /** Texts that are equal in all places before, in the order of their numbers. */
  function sort(texts: Uint32Array, at: number): void {
    if (texts.length >= radixTextsMin) sortInPasses(texts, at)
    else if (texts.length > insertedMax) texts.sort((left, right) => compareFrom(left, right, at))
    else insertAll(texts, at)
  }

  function insertAll(texts: Uint32Array, at: number): void {
    for (let next = 1; next < texts.length; next++) {
      const text = texts[next]!
      let place = next
      for (; place > 0 && compareFrom(texts[place - 1]!, text, at) > 0; place--) texts[place] = texts[place - 1]!
      texts[place] = text
    }
  }

  function sortInPasses(texts: Uint32Array, at: number): void {
    const first = new Uint32Array(texts.length)
    const second = new Uint32Array(texts.length)
    for (let place = 0; place < texts.length; place++) {
      first[place] = fourFrom(texts[place]!, at)
      second[place] = fourFrom(texts[place]!, at + 4)
    }
    const order = radixOrder([second, first])
    const before = texts.slice()
    for (let place = 0; place < texts.length; place++) texts[place] = before[order[place]!]!
    for (let begin = 0; begin < texts.length; ) {
      const [high, low] = [first[order[begin]!]!, second[order[begin]!]!]
      let end = begin + 1
      while (end < texts.length && first[order[end]!] === high && second[order[end]!] === low) end++
      const areOver = (low & 0xff) === 0
      if (end - begin > 1 && !areOver) sort(texts.subarray(begin, end), at + bytesAtOnce)
      begin = end
    }
  }

  const texts = numbersUpTo(offsets.length - 1)
  sort(texts, 0)
  return texts
}

export function areSameTexts({ bytes, offsets }: TextBytes, left: number, right: number): boolean {
  const length = offsets[left + 1]! - offsets[left]!
  if (offsets[right + 1]! - offsets[right]! !== length) return false
  for (let at = 0; at < length; at++) if (bytes[offsets[left]! + at] !== bytes[offsets[right]! + at]) return false
  return true
}

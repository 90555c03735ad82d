import { viewOver } from './numbered-texts.ts'

/**
 * Opaque ids are a fixed prefix and 16 letters: six bits a letter make 96 bits, three words.
 * Five letters lie in the low 30 bits of each word; the sixteenth lies in the top two bits of all three.
 */
export const contactIdPrefix = 'ct_live_'
export const storeIdPrefix = 'st_live_'

/** Segments keep the letters alone. Those of test mode are shown behind prefixes of their own. */
const prefixes = {
  live: { contact: contactIdPrefix, store: storeIdPrefix },
  test: { contact: 'ct_test_', store: 'st_test_' },
} as const
export const prefixesOf = ({ isTest = false }: { isTest?: boolean }) => (isTest ? prefixes.test : prefixes.live)

export const wordsPerId = 3
const letterCount = 16
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const noLetter = 255
const noLetterBit = 128
const letterNumbers = new Uint8Array(256).fill(noLetter)
for (let number = 0; number < alphabet.length; number++) letterNumbers[alphabet.charCodeAt(number)] = number

/** The three words of an id, or null when it has not the form of one. */
export function packId(id: string, prefix: string): Uint32Array | null {
  const words = new Uint32Array(wordsPerId)
  const isPacked =
    id.length === oneId.length && packIdInto(words, 0, viewOfOneId, 0, oneId.write(id, 'utf8'), prefixWords(prefix))
  return isPacked ? words : null
}

/** Both prefixes have eight letters: two words, which are compared at once. */
export function prefixWords(prefix: string): readonly [number, number] {
  const known = knownPrefixes.get(prefix)
  if (known !== undefined) return known
  const bytes = Buffer.from(prefix, 'latin1')
  const words = [bytes.readUInt32BE(0), bytes.readUInt32BE(4)] as const
  knownPrefixes.set(prefix, words)
  return words
}
const knownPrefixes = new Map<string, readonly [number, number]>()
const prefixLength = 8

const oneId = Buffer.alloc(prefixLength + letterCount)
const viewOfOneId = viewOver(oneId)

/** The same of an id in `bytes[from, to)`, without an allocation, for builds; false when it has not the form of one. */
export function packIdInto(
  words: Uint32Array,
  place: number,
  bytes: DataView,
  from: number,
  to: number,
  prefix: readonly [number, number],
): boolean {
  if (to - from !== prefixLength + letterCount) return false
  if (bytes.getUint32(from) !== prefix[0] || bytes.getUint32(from + 4) !== prefix[1]) return false
  const last = letterNumbers[bytes.getUint8(to - 1)]!
  let wrong = last & noLetterBit
  let at = from + prefixLength
  for (let word = 0; word < wordsPerId; word++, at += 5) {
    const first = letterNumbers[bytes.getUint8(at)]!
    const second = letterNumbers[bytes.getUint8(at + 1)]!
    const third = letterNumbers[bytes.getUint8(at + 2)]!
    const fourth = letterNumbers[bytes.getUint8(at + 3)]!
    const fifth = letterNumbers[bytes.getUint8(at + 4)]!
    wrong |= (first | second | third | fourth | fifth) & noLetterBit
    const top = ((last >>> (word * 2)) & 3) << 30
    words[place + word] = first | (second << 6) | (third << 12) | (fourth << 18) | (fifth << 24) | top
  }
  return wrong === 0
}

/** The code of the letter in six bits of a word. */
const codes = Uint8Array.from({ length: 64 }, (_, number) => alphabet.charCodeAt(number))
const codeAt = (word: number, shift: number): number => codes[(word >>> shift) & 63]!

/** All letters at once: an id that grows letter by letter is 16 texts, which somebody has to put together later. */
export function unpackId(prefix: string, words: Uint32Array, number: number): string {
  const at = number * wordsPerId
  const a = words[at]!
  const b = words[at + 1]!
  const c = words[at + 2]!
  const last = (a >>> 30) | ((b >>> 30) << 2) | ((c >>> 30) << 4)
  // biome-ignore format: a word a line
  const letters = String.fromCharCode(
    codeAt(a, 0), codeAt(a, 6), codeAt(a, 12), codeAt(a, 18), codeAt(a, 24),
    codeAt(b, 0), codeAt(b, 6), codeAt(b, 12), codeAt(b, 18), codeAt(b, 24),
    codeAt(c, 0), codeAt(c, 6), codeAt(c, 12), codeAt(c, 18), codeAt(c, 24),
    codeAt(last, 0),
  )
  return prefix + letters
}

/**
 * The fixed shuffle: a hash of nothing but the id, so that the order among equal scores looks random, says nothing,
 * and is the same in every build. Changing it breaks every cursor that is out.
 */
export function shuffleKey(first: number, second: number, third: number): number {
  let hash = Math.imul(first, 0x9e3779b1)
  hash = Math.imul(hash ^ (hash >>> 15) ^ second, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13) ^ third, 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 16), 0x27d4eb2f)
  return (hash ^ (hash >>> 15)) >>> 0
}

export const shuffleKeyOf = (ids: Uint32Array, number: number): number =>
  shuffleKey(ids[number * 3]!, ids[number * 3 + 1]!, ids[number * 3 + 2]!)

/** Any fixed total order of ids will do for the rare pair whose scores and shuffle keys are equal. */
export function compareIds(left: Uint32Array, leftAt: number, right: Uint32Array, rightAt: number): number {
  for (let word = 0; word < 3; word++) {
    const difference = left[leftAt * 3 + word]! - right[rightAt * 3 + word]!
    if (difference !== 0) return difference
  }
  return 0
}

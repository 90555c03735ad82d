import { viewOver } from './numbered-texts.ts'

/**
 * Opaque ids are a fixed prefix and 16 letters: six bits a letter make 96 bits, three words.
 * Five letters lie in the low 30 bits of each word; the sixteenth lies in the top two bits of all three.
 */
export const contactIdPrefix = 'ct_live_'
export const storeIdPrefix = 'st_live_'

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
  const bytes = Buffer.from(id, 'utf8')
  return packIdInto(words, 0, viewOver(bytes), 0, bytes.length, prefix) ? words : null
}

/** The same of an id in `bytes[from, to)`, without an allocation, for builds; false when it has not the form of one. */
export function packIdInto(
  words: Uint32Array,
  place: number,
  bytes: DataView,
  from: number,
  to: number,
  prefix: string,
): boolean {
  const letters = from + prefix.length
  if (to - letters !== letterCount) return false
  for (let at = 0; at < prefix.length; at++) if (bytes.getUint8(from + at) !== prefix.charCodeAt(at)) return false
  const last = letterNumbers[bytes.getUint8(to - 1)]!
  let wrong = last & noLetterBit
  for (let word = 0; word < wordsPerId; word++) {
    let bits = ((last >>> (word * 2)) & 3) << 30
    for (let letter = 0; letter < 5; letter++) {
      const letterNumber = letterNumbers[bytes.getUint8(letters + word * 5 + letter)]!
      wrong |= letterNumber & noLetterBit
      bits |= letterNumber << (letter * 6)
    }
    words[place + word] = bits
  }
  return wrong === 0
}

export function unpackId(prefix: string, words: Uint32Array, number: number): string {
  const at = number * wordsPerId
  let id = prefix
  for (let word = 0; word < wordsPerId; word++) {
    for (let letter = 0; letter < 5; letter++) id += alphabet[(words[at + word]! >>> (letter * 6)) & 63]
  }
  return id + alphabet[(words[at]! >>> 30) | ((words[at + 1]! >>> 30) << 2) | ((words[at + 2]! >>> 30) << 4)]
}

/**
 * The fixed shuffle: a hash of the id alone, so that the order among equal scores looks random, says nothing,
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

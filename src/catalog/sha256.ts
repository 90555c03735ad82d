/**
 * SHA-256 of short texts. A contact takes a dozen hashes, and most of what a call of `node:crypto` costs is the way there. Long texts
 * are left to it.
 */
const blockBytes = 64
const lengthBytes = 8

/** The first binary digits behind the point of what `root` makes of the first primes: the constants of the standard. */
function fractions(count: number, root: (prime: number) => number): Int32Array {
  const found: number[] = []
  for (let number = 2; found.length < count; number += 1) {
    let divisor = 2
    while (number % divisor !== 0) divisor += 1
    if (divisor === number) found.push((root(number) % 1) * 2 ** 32)
  }
  return Int32Array.from(found, (digits) => digits | 0)
}

const beginning = fractions(8, Math.sqrt)
const constants = fractions(64, Math.cbrt)
const words = new Int32Array(64)

function addBlock(state: Int32Array, bytes: Uint8Array, start: number): void {
  for (let at = 0; at < 16; at += 1) {
    const byte = start + at * 4
    words[at] = (bytes[byte]! << 24) | (bytes[byte + 1]! << 16) | (bytes[byte + 2]! << 8) | bytes[byte + 3]!
  }
  addWords(state)
}

/** Adds the block that the first 16 of `words` are. */
function addWords(state: Int32Array): void {
  for (let at = 16; at < 64; at += 1) {
    const early = words[at - 15]!
    const late = words[at - 2]!
    const ofEarly = ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3)
    const ofLate = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10)
    words[at] = (words[at - 16]! + ofEarly + words[at - 7]! + ofLate) | 0
  }
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  let e = state[4]!
  let f = state[5]!
  let g = state[6]!
  let h = state[7]!
  for (let at = 0; at < 64; at += 1) {
    const ofE = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const ofA = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const one = (h + ofE + (g ^ (e & (f ^ g))) + constants[at]! + words[at]!) | 0
    const other = (ofA + ((a & b) | (c & (a | b)))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + other) | 0
  }
  state[0] = (state[0]! + a) | 0
  state[1] = (state[1]! + b) | 0
  state[2] = (state[2]! + c) | 0
  state[3] = (state[3]! + d) | 0
  state[4] = (state[4]! + e) | 0
  state[5] = (state[5]! + f) | 0
  state[6] = (state[6]! + g) | 0
  state[7] = (state[7]! + h) | 0
}

const state = new Int32Array(8)

/** Hashes the first `length` bytes, which `prefix`, a block that is hashed already, may precede. `bytes` is longer by `paddingMax`. */
export function sha256(bytes: Uint8Array, length: number, digest: Uint8Array, prefix: Int32Array | null = null): void {
  hashBytes(bytes, length, prefix)
  writeState(digest)
}

/** HMAC: the digest behind `inner` is hashed once more, behind `outer`. Both are blocks that are hashed already. */
export function hmac(
  bytes: Uint8Array,
  length: number,
  digest: Uint8Array,
  inner: Int32Array,
  outer: Int32Array,
): void {
  hashBytes(bytes, length, inner)
  words.set(state)
  words.set(endOfDigest, state.length)
  state.set(outer)
  addWords(state)
  writeState(digest)
}

/** What follows a digest in its block, behind another block: the end of the text, and the length of all of it. */
const endOfDigest = Int32Array.of(0x80000000, 0, 0, 0, 0, 0, 0, (blockBytes + 32) * 8)

function hashBytes(bytes: Uint8Array, length: number, prefix: Int32Array | null): void {
  state.set(prefix ?? beginning)
  const end = Math.ceil((length + 1 + lengthBytes) / blockBytes) * blockBytes
  bytes[length] = 0x80
  for (let at = length + 1; at < end - 4; at += 1) bytes[at] = 0
  const bits = (length + (prefix ? blockBytes : 0)) * 8
  for (let at = 1; at <= 4; at += 1) bytes[end - at] = bits >>> ((at - 1) * 8)
  for (let start = 0; start < end; start += blockBytes) addBlock(state, bytes, start)
}

function writeState(digest: Uint8Array): void {
  for (let at = 0; at < 8; at += 1) {
    const word = state[at]!
    digest[at * 4] = word >>> 24
    digest[at * 4 + 1] = word >>> 16
    digest[at * 4 + 2] = word >>> 8
    digest[at * 4 + 3] = word
  }
}

export const paddingMax = blockBytes + lengthBytes

/** For many texts that begin with the same block. */
export function hashPrefix(block: Uint8Array): Int32Array {
  const prefix = beginning.slice()
  addBlock(prefix, block, 0)
  return prefix
}

import { createHmac, hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createKeyedHash, hashText } from './keyed-hash.ts'

const key = Buffer.from('0123456789abcdef0123456789abcdef')
/** Of every length around the ends of blocks, and beyond the lengths from which `node:crypto` does the work. */
const texts = [
  ...Array.from({ length: 400 }, (_, length) => 'x'.repeat(length)),
  ...Array.from({ length: 100 }, (_, length) => 'ü€😀\ud800'.repeat(length)),
  ...[1_343, 1_344, 1_345, 5_000].map((length) => '€'.repeat(length)),
]

describe('hashes by which people are found', () => {
  test('SECRET-3: the fast keyed hash is HMAC-SHA-256', () => {
    const fast = createKeyedHash(key)
    const short = createKeyedHash(key, 16)
    for (const text of texts) {
      const hmac = createHmac('sha256', key).update(`kind\0${text}`).digest('hex')
      expect([fast('kind', text), short('kind', text)]).toEqual([hmac, hmac.slice(0, 32)])
    }
  })

  test('and the fast hash without a key is SHA-256, whatever was hashed before', () => {
    for (const text of texts.toReversed()) expect(hashText(text)).toBe(hash('sha256', text, 'hex'))
  })

  test('a key is at most one block long', () => {
    expect(() => createKeyedHash(Buffer.alloc(65))).toThrow(/at most one block/)
  })
})

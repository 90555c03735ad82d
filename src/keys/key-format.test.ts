import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hashKey, isWellFormedKey, newApiKey, visiblePrefix } from './key-format.ts'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

it('NAME-3: a key is psk_live_, 32 random characters and 6 of checksum, and is recognised', () => {
  const keys = Array.from({ length: 200 }, newApiKey)
  for (const key of keys) {
    expect(key).toMatch(/^psk_live_[0-9A-Za-z]{38}$/)
    expect(isWellFormedKey(key)).toBe(true)
  }
  expect(new Set(keys).size).toBe(200)
})

it('NAME-3: the checksum is the CRC-32 of the random part in base62, as anybody can compute it', () => {
  for (const secret of ['0'.repeat(32), 'z'.repeat(32), base62.slice(0, 32)]) {
    expect(isWellFormedKey(`psk_live_${secret}${checksumOf(secret)}`)).toBe(true)
  }
  for (const key of Array.from({ length: 50 }, newApiKey)) expect(key.slice(-6)).toBe(checksumOf(key.slice(9, -6)))
})

/** CRC-32 bit by bit, from its definition. */
function checksumOf(text: string): string {
  let crc = 0xffffffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  let rest = (crc ^ 0xffffffff) >>> 0
  let digits = ''
  while (digits.length < 6) {
    digits = base62[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

it('every change of a single character is noticed', () => {
  const key = newApiKey()
  const alphabet = [...base62, '_', '-', ' ', '\n', 'é']
  for (let at = 0; at < key.length; at += 1) {
    for (const other of alphabet) {
      if (other === key[at]) continue
      expect(isWellFormedKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false)
    }
  }
})

it('every swap of two neighbours is noticed, and so are a missing and an additional character', () => {
  const key = newApiKey()
  for (let at = 0; at < key.length; at += 1) {
    const swapped = key.slice(0, at) + (key[at + 1] ?? '') + key[at] + key.slice(at + 2)
    if (swapped !== key) expect(isWellFormedKey(swapped)).toBe(false)
    expect(isWellFormedKey(key.slice(0, at) + key.slice(at + 1))).toBe(false)
    expect(isWellFormedKey(`${key.slice(0, at)}0${key.slice(at)}`)).toBe(false)
  }
})

it('nothing else passes for a key', () => {
  fc.assert(fc.property(fc.string(), (text) => !isWellFormedKey(text)))
  for (const text of ['', 'psk_live_', `${newApiKey()}\n`, ` ${newApiKey()}`, newApiKey().toUpperCase()]) {
    expect(isWellFormedKey(text)).toBe(false)
  }
})

it('AUTH-6: a key is stored as its SHA-256, and its visible prefix gives away four characters', () => {
  const key = newApiKey()
  expect(hashKey(key)).toHaveLength(32)
  expect(hashKey(key)).not.toEqual(hashKey(newApiKey()))
  expect(visiblePrefix(key)).toBe(key.slice(0, 13))
})

import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type Mode, randomBase62 } from '../base/ids.ts'

/**
 * psk_live_, or psk_test_ for test mode, + 32 random base62 characters + 6 base62 characters of CRC-32 over the random part. The checksum tells a
 * mistyped or made-up key from a real one without asking the database, and lets secret scanners find leaked ones.
 */
const prefixOf = (mode: Mode) => `psk_${mode}_`
const shape = /^psk_(?:live|test)_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function newApiKey(mode: Mode = 'live'): string {
  const secret = randomBase62(32)
  return prefixOf(mode) + secret + checksum(secret)
}

function checksum(secret: string): string {
  let rest = crc32(secret)
  let text = ''
  for (let digit = 0; digit < 6; digit += 1) {
    text = base62[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}

export function isWellFormedKey(text: string): boolean {
  const match = shape.exec(text)
  return match !== null && checksum(match[1]!) === match[2]
}

/** Only this is stored. A random 190-bit secret needs no slow hash. */
export const hashKey = (apiKey: string): Buffer => hash('sha256', apiKey, 'buffer')

/** What lists show of a key: enough to recognise it, too little to use it. */
export const visiblePrefix = (apiKey: string): string => apiKey.slice(0, 'psk_live_'.length + 4)

/** Of a well-formed key, or of what lists show of it. */
export const modeOfKey = (apiKey: string): Mode => (apiKey.startsWith(prefixOf('test')) ? 'test' : 'live')

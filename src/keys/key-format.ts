import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { keyPrefixOf, keyPrefixPattern, type Mode, randomBase62 } from '../base/ids.ts'

/**
 * psk_live_, or psk_test_ for test mode, + 32 random base62 characters + 6 base62 characters of CRC-32 over the random part. The checksum tells a
 * mistyped or made-up key from a real one without asking the database, and lets secret scanners find leaked ones.
 */
const secretLength = 32
const checksumLength = 6
const shape = new RegExp(`^${keyPrefixPattern}([0-9A-Za-z]{${secretLength}})([0-9A-Za-z]{${checksumLength}})$`)
const shownLength = 4
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function newApiKey(mode: Mode = 'live'): string {
  const secret = randomBase62(secretLength)
  return keyPrefixOf(mode) + secret + checksum(secret)
}

function checksum(secret: string): string {
  let rest = crc32(secret)
  let text = ''
  for (let digit = 0; digit < checksumLength; digit += 1) {
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
export const visiblePrefix = (apiKey: string): string => apiKey.slice(0, keyPrefixOf('live').length + shownLength)

const shown = new RegExp(`^${keyPrefixPattern}\\w{${shownLength}}`)
/** A key, or what lists show of one. */
export const isVisiblePrefix = (text: string): boolean => shown.test(text)

/** What may stand in an address or a log of what somebody pasted: of a key only what lists show. */
export const withoutSecret = (text: string): string =>
  text.replace(new RegExp(`${keyPrefixPattern}[0-9A-Za-z]{${shownLength + 1},}`), visiblePrefix)

/** Of a well-formed key, or of what lists show of it. */
export const modeOfKey = (apiKey: string): Mode => (apiKey.startsWith(keyPrefixOf('test')) ? 'test' : 'live')

/** Codes of an authenticator app, by RFC 6238: six digits, half a minute, SHA-1, which is what every app takes. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const stepMs = 30_000

/** 160 bits in base32, as people type it into an app that can't follow the link. */
export const newTotpSecret = (): string => [...randomBytes(32)].map((byte) => alphabet[byte % 32]).join('')

export const totpLink = (secret: string, email: string, host: string): string =>
  `otpauth://totp/${encodeURIComponent(`Prospector operator (${host}):${email}`)}?${new URLSearchParams({ secret, issuer: `Prospector operator (${host})` })}`

/**
 * The half minute that a code is of: this one, the one before or the one after, for clocks that differ. Null: a wrong code.
 */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const current = Math.floor(now.getTime() / stepMs)
  const matches = [current - 1, current, current + 1].filter((step) =>
    timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code)),
  )
  return matches.at(-1) ?? null
}

function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const number = digest.readUInt32BE(digest.at(-1)! & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

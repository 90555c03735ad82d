/** What an authenticator app shows, by RFC 6238. */
import { createHmac } from 'node:crypto'

/**
 * The code for now, or for half minutes from now. The service takes the one before and the one after as well, so codes
 * for now and for later stay good for the half minute that a test may need; one from before may be too old a moment later.
 */
export function codeOf(secret: string, halfMinutesLater: 0 | 1 = 0): string {
  return codeAt(secret, Math.floor(Date.now() / 30_000) + halfMinutesLater)
}

/** Good neither now nor in the next minutes. */
export function wrongCodeOf(secret: string): string {
  const now = Math.floor(Date.now() / 30_000)
  const good = Array.from({ length: 20 }, (_, at) => codeAt(secret, now - 5 + at))
  return Array.from({ length: 21 }, (_, at) => String(at).padStart(6, '0')).find((code) => !good.includes(code))!
}

/** The code of a half minute, counted from 1970. */
export function codeAt(secret: string, halfMinute: number): string {
  const bits = [...secret.replaceAll('=', '')]
    .map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(halfMinute))
  const digest = createHmac('sha1', key).update(counter).digest()
  const at = digest.at(-1)! & 15
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

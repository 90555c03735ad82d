import { createHmac, hash } from 'node:crypto'
import { hashPrefix, hmac, paddingMax, sha256 } from './sha256.ts'
import { writeText } from './text-bytes.ts'

const blockBytes = 64
const digestBytes = 32
/** From here on the work outweighs the way to `node:crypto`. */
const shortMax = 240
/** One-shot digests cost less than the streams of `createHmac`, for which the others are left. */
const longMax = 4032

const scratch = Buffer.alloc(shortMax + paddingMax)
const digest = Buffer.alloc(digestBytes + paddingMax)

/**
 * The first bytes of HMAC-SHA-256 as hexadecimal text, of a text and the kind that it is of. Both blocks of key are hashed once, and not
 * for each of the short texts of an import.
 */
export function createKeyedHash(key: Buffer, bytes = digestBytes): (kind: string, text: string) => string {
  if (key.length > blockBytes) throw new Error('A matching key is at most one block of SHA-256 long.')
  const block = (mask: number) => Uint8Array.from({ length: blockBytes }, (_, at) => (key[at] ?? 0) ^ mask)
  const inner = hashPrefix(block(0x36))
  const outer = hashPrefix(block(0x5c))
  const long = Buffer.concat([block(0x36), Buffer.alloc(longMax)])

  return (kind, text) => {
    // No character of UTF-16 takes more than three bytes of UTF-8.
    const lengthMax = (kind.length + 1 + text.length) * 3
    if (lengthMax > longMax) {
      return createHmac('sha256', key)
        .update(`${kind}\0${text}`)
        .digest('hex')
        .slice(0, bytes * 2)
    }
    if (lengthMax > shortMax) {
      const length = blockBytes + long.write(`${kind}\0${text}`, blockBytes)
      digest.write(hash('sha256', long.subarray(0, length), 'hex'), 'hex')
      sha256(digest, digestBytes, digest, outer)
    } else {
      const kindLength = writeText(scratch, kind, 0)
      scratch[kindLength] = 0
      hmac(scratch, kindLength + 1 + writeText(scratch, text, kindLength + 1), digest, inner, outer)
    }
    return digest.toString('hex', 0, bytes)
  }
}

/** SHA-256 as hexadecimal text. */
export function hashText(text: string): string {
  if (text.length * 3 > shortMax) return hash('sha256', text, 'hex')
  sha256(scratch, writeText(scratch, text, 0), digest)
  return digest.toString('hex', 0, digestBytes)
}

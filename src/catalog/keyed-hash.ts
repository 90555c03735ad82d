import { createHmac, hash } from 'node:crypto'

const blockBytes = 64
const scratchBytes = 4096

/**
 * HMAC-SHA-256 as hexadecimal text. An import hashes several short values a contact, and `createHmac` builds a stream for each:
 * two one-shot digests over one reused buffer give the same bytes in less than half the time.
 */
export function createKeyedHash(key: Buffer): (text: string) => string {
  if (key.length > blockBytes) throw new Error('A matching key is at most one block of SHA-256 long.')
  const inner = Buffer.alloc(scratchBytes)
  const outer = Buffer.alloc(blockBytes + 32)
  for (let at = 0; at < blockBytes; at++) {
    inner[at] = (key[at] ?? 0) ^ 0x36
    outer[at] = (key[at] ?? 0) ^ 0x5c
  }

  return (text) => {
    // No character of UTF-16 takes more than three bytes of UTF-8.
    if (text.length * 3 > scratchBytes - blockBytes) return createHmac('sha256', key).update(text).digest('hex')
    const length = blockBytes + inner.write(text, blockBytes)
    outer.write(hash('sha256', inner.subarray(0, length), 'hex'), blockBytes, 'hex')
    return hash('sha256', outer, 'hex')
  }
}

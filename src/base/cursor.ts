import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomFillSync } from 'node:crypto'
import { problems } from './problems.ts'

/**
 * A cursor is sealed: it can't be read or forged, and it opens only for the account and the query it was issued for.
 * Both are bound as associated data, so they take no space in the cursor.
 */
export type CursorSealer = {
  seal(position: string, accountId: string, query: string): string
  /** Throws `invalid_cursor` for anything this function did not issue for this account and query. */
  open(cursor: string, accountId: string, query: string): string
}

const nonceBytes = 12
const tagBytes = 16

export function createCursorSealer(authSecret: Buffer): CursorSealer {
  // As a key object: OpenSSL would import plain bytes again for every cursor, which took longer than sealing it.
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', authSecret, '', 'prospector cursor', 32)))
  const nextNonce = createNonces()
  const bind = (accountId: string, query: string) => Buffer.from(`${accountId}\n${query}`)
  return {
    seal(position, accountId, query) {
      const nonce = nextNonce()
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      cipher.setAAD(bind(accountId, query))
      const sealed = cipher.update(position, 'utf8')
      cipher.final()
      return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url')
    },
    open(cursor, accountId, query) {
      const bytes = Buffer.from(cursor, 'base64url')
      // base64url ignores what it can't read; a cursor that does not spell back the same was tampered with.
      if (bytes.length <= nonceBytes + tagBytes || bytes.toString('base64url') !== cursor)
        throw problems.invalidCursor()
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
      decipher.setAAD(bind(accountId, query))
      decipher.setAuthTag(bytes.subarray(-tagBytes))
      try {
        const opened = decipher.update(bytes.subarray(nonceBytes, -tagBytes))
        return Buffer.concat([opened, decipher.final()]).toString('utf8')
      } catch {
        throw problems.invalidCursor()
      }
    },
  }
}

/** Random, made for many cursors at a time; none is used twice. */
function createNonces(): () => Buffer {
  const made = Buffer.allocUnsafeSlow(256 * nonceBytes)
  let used = made.length
  return () => {
    if (used === made.length) {
      randomFillSync(made)
      used = 0
    }
    used += nonceBytes
    return made.subarray(used - nonceBytes, used)
  }
}

import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomFillSync } from 'node:crypto'
import { problems } from './problems.ts'

/**
 * Texts that can't be read or forged, and open only for the account and the purpose that they were sealed for. Both are bound as
 * associated data, so they take no space. For cursors, secrets of webhooks and tokens of HubSpot.
 */
export type Sealer = {
  seal(text: string, accountId: string, purpose: string): string
  /** Throws `NotSealed` for anything that was not sealed with this key for this account and purpose. */
  open(sealed: string, accountId: string, purpose: string): string
}

export class NotSealed extends Error {
  constructor() {
    super('This was not sealed with AUTH_SECRET for this account and purpose.')
  }
}

const nonceBytes = 12
const tagBytes = 16

export function createSealer(authSecret: Buffer): Sealer {
  // The key is derived under the name of its first use, cursors; another name would make another key, which opens nothing that was
  // sealed before.
  // As a key object: OpenSSL would import plain bytes again for every text, which took longer than sealing it.
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', authSecret, '', 'prospector cursor', 32)))
  const nextNonce = createNonces()
  const bind = (accountId: string, purpose: string) => Buffer.from(`${accountId}\n${purpose}`)
  return {
    seal(text, accountId, purpose) {
      const nonce = nextNonce()
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      cipher.setAAD(bind(accountId, purpose))
      const hidden = cipher.update(text, 'utf8')
      cipher.final()
      const sealed = Buffer.allocUnsafe(nonceBytes + hidden.length + tagBytes)
      sealed.set(nonce)
      sealed.set(hidden, nonceBytes)
      sealed.set(cipher.getAuthTag(), nonceBytes + hidden.length)
      return sealed.toString('base64url')
    },
    open(sealed, accountId, purpose) {
      const bytes = Buffer.from(sealed, 'base64url')
      // base64url ignores what it can't read; a text that does not spell back the same was tampered with.
      if (bytes.length <= nonceBytes + tagBytes || bytes.toString('base64url') !== sealed) throw new NotSealed()
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
      decipher.setAAD(bind(accountId, purpose))
      decipher.setAuthTag(bytes.subarray(-tagBytes))
      try {
        const opened = decipher.update(bytes.subarray(nonceBytes, -tagBytes))
        return Buffer.concat([opened, decipher.final()]).toString('utf8')
      } catch {
        throw new NotSealed()
      }
    },
  }
}

/** Random, made for many at a time; none is used twice. */
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

/** A cursor is a sealed position: its purpose is the query it was issued for. */
export type CursorSealer = {
  seal(position: string, accountId: string, query: string): string
  /** Throws `invalid_cursor` for anything that was not issued for this account and query. */
  open(cursor: string, accountId: string, query: string): string
}

export const createCursorSealer = (sealer: Sealer): CursorSealer => ({
  seal: sealer.seal,
  open(cursor, accountId, query) {
    try {
      return sealer.open(cursor, accountId, query)
    } catch (error) {
      throw error instanceof NotSealed ? problems.invalidCursor() : error
    }
  },
})

import { createCipheriv, createDecipheriv, createHash, createSecretKey, hkdfSync, randomFillSync } from 'node:crypto'
import type { SealedContents } from './channels.ts'
import { createKeyedHash } from './keyed-hash.ts'

export type SealedChannels = { keyId: string; sealed: Buffer }
/** `content` is everything that a line says of one row, to see whether an import brings anything new; `sample` blurs counts. */
type HashKind =
  | 'email'
  | 'email_sha256'
  | 'phone_sha256'
  | 'linkedin'
  | 'domain'
  | 'source'
  | 'name'
  | 'content'
  | 'sample'

export type ChannelKeys = {
  /** The key that seals from now on. */
  currentKeyId: string
  /** The key of the hashes. */
  matchingKeyId: string
  /** The keys themselves, for a thread of this process. */
  forThread(): readonly Uint8Array[]
  /** Whether this key can open. */
  holds(keyId: string): boolean
  /** Bound to the contact, or whatever row it is for: channels that were copied to another row do not open there. */
  seal<Contents extends object = SealedContents>(boundTo: string, contents: Contents): SealedChannels
  open<Contents extends object = SealedContents>(boundTo: string, keyId: string, sealed: Buffer): Contents
  /** A keyed hash for matching without the plain value: HMAC-SHA-256, 16 bytes of it. The caller normalises first. */
  hash(kind: HashKind, normalisedValue: string): Buffer
  /** The same as hexadecimal text, for the many of an import. */
  hashHex(kind: HashKind, normalisedValue: string): string
}

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16
const hashBytes = 16

/**
 * `keys` as in CHANNEL_KEY: the first seals, every one opens. Hashes are keyed from the last, the oldest, so that putting a
 * new key in front changes no hash, and people and suppressions are still matched.
 */
export function createChannelKeys(keys: readonly Uint8Array[]): ChannelKeys {
  const current = keys[0]
  const oldest = keys.at(-1)
  if (!current || !oldest) throw new Error('CHANNEL_KEY needs at least one key.')
  if (keys.some((key) => key.length !== 32)) throw new Error('Every key in CHANNEL_KEY must be 32 bytes, in base64.')

  const sealingKeys = new Map(keys.map((key) => [fingerprint(key), createSecretKey(key)]))
  const currentKeyId = fingerprint(current)
  const currentKey = createSecretKey(current)
  const keyedHash = createKeyedHash(
    Buffer.from(hkdfSync('sha256', oldest, '', 'prospector matching hashes', 32)),
    hashBytes,
  )
  const hashHex = (kind: HashKind, value: string): string => keyedHash(kind, value)
  const nextNonce = createNonces()

  return {
    currentKeyId,
    matchingKeyId: fingerprint(oldest),
    forThread: () => keys,
    holds: (keyId) => sealingKeys.has(keyId),

    seal(boundTo, contents) {
      const nonce = nextNonce()
      const encryption = createCipheriv(cipher, currentKey, nonce)
      encryption.setAAD(Buffer.from(boundTo))
      const text = encryption.update(JSON.stringify(contents), 'utf8')
      encryption.final()
      return { keyId: currentKeyId, sealed: Buffer.concat([nonce, text, encryption.getAuthTag()]) }
    },

    open<Contents extends object>(boundTo: string, keyId: string, sealed: Buffer) {
      const key = sealingKeys.get(keyId)
      if (!key) throw new Error(`Channels of ${boundTo} are sealed under key ${keyId}, which is not in CHANNEL_KEY.`)
      const decryption = createDecipheriv(cipher, key, sealed.subarray(0, nonceBytes))
      decryption.setAAD(Buffer.from(boundTo))
      decryption.setAuthTag(sealed.subarray(-tagBytes))
      const text =
        decryption.update(sealed.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decryption.final('utf8')
      return JSON.parse(text) as Contents
    },

    hashHex,
    hash: (kind, value) => Buffer.from(hashHex(kind, value), 'hex'),
  }
}

/** Short and one-way: it identifies a key without revealing anything about it. */
function fingerprint(key: Uint8Array): string {
  return createHash('sha256').update('prospector channel key id\0').update(key).digest('base64url').slice(0, 8)
}

/** Random nonces are generated in bulk; each is used once. 2^32 seals under one key are safe, then rotate. */
function createNonces(): () => Buffer {
  let pool = Buffer.alloc(0)
  return () => {
    if (pool.length < nonceBytes) pool = randomFillSync(Buffer.allocUnsafeSlow(nonceBytes * 512))
    const nonce = pool.subarray(0, nonceBytes)
    pool = pool.subarray(nonceBytes)
    return nonce
  }
}

/**
 * A backup under a key: one line of JSON, then chunks of 64 KiB, each encrypted and authenticated by itself with AES-256-GCM under
 * a key that only this file has. The number of a chunk and whether it is the last are part of its nonce, so a file that was cut,
 * reordered, joined or changed does not open (decision 0035).
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { Transform } from 'node:stream'
import { BadBackup } from './format.ts'

const chunkBytes = 64 * 1024
const tagBytes = 16
const sealedBytes = chunkBytes + tagBytes
const headBytesMax = 1_024
const start = '{"prospector_sealed":1,'

/** The first one seals; any of them opens. */
export type BackupKeys = readonly Buffer[]

/** Names a key without revealing it. */
export const keyId = (key: Buffer): string =>
  createHash('sha256').update('prospector backup key').update(key).digest('hex').slice(0, 8)

const fileKey = (key: Buffer, salt: Buffer, head: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, head, 32))

function nonce(at: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt32BE(Math.floor(at / 2 ** 32), 3)
  bytes.writeUInt32BE(at % 2 ** 32, 7)
  bytes[11] = isLast ? 1 : 0
  return bytes
}

/** A stream that seals what is written to it. */
export function seal(key: Buffer): Transform {
  const salt = randomBytes(32)
  const head = `${start}"key_id":"${keyId(key)}","salt":"${salt.toString('base64')}"}\n`
  const secret = fileKey(key, salt, head)
  let held: Buffer[] = []
  let heldBytes = 0
  let at = 0

  function sealChunk(plain: Buffer, isLast: boolean): Buffer {
    const cipher = createCipheriv('aes-256-gcm', secret, nonce(at, isLast))
    at += 1
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  }

  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      held.push(chunk)
      heldBytes += chunk.length
      // A whole chunk waits until something follows it: the last one is marked.
      if (heldBytes > chunkBytes) {
        const all = Buffer.concat(held)
        let from = 0
        for (; all.length - from > chunkBytes; from += chunkBytes) {
          stream.push(sealChunk(all.subarray(from, from + chunkBytes), false))
        }
        held = [all.subarray(from)]
        heldBytes = all.length - from
      }
      done()
    },
    flush(done) {
      done(null, sealChunk(Buffer.concat(held), true))
    },
  })
  stream.push(head)
  return stream
}

/** What was sealed; a file that is not sealed passes as it is. `name` is for the sentences. */
export async function* unseal(bytes: AsyncIterable<Buffer>, keys: BackupKeys, name: string): AsyncGenerator<Buffer> {
  const source = bytes[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  async function fill(wanted: number): Promise<void> {
    const parts = [held]
    for (let size = held.length; size < wanted; ) {
      const { done, value } = await source.next()
      if (done) break
      parts.push(value)
      size += value.length
    }
    held = parts.length === 1 ? held : Buffer.concat(parts)
  }
  try {
    await fill(headBytesMax)
    if (held.subarray(0, start.length).toString('latin1') !== start) {
      if (held.length > 0) yield held
      for (let next = await source.next(); !next.done; next = await source.next()) yield next.value
      return
    }
    const { head, secret } = readHead(held, keys, name)
    held = held.subarray(head.length)
    for (let at = 0; ; at += 1) {
      await fill(sealedBytes + 1)
      const isLast = held.length <= sealedBytes
      const chunk = held.subarray(0, sealedBytes)
      const plain = open(secret, chunk, at, isLast)
      if (plain === null) {
        // Opens as one that others follow: they are missing.
        const isCut = isLast && (chunk.length < tagBytes || open(secret, chunk, at, false) !== null)
        throw new BadBackup(
          `${name} is ${isCut ? 'cut off: it is not a whole backup' : 'damaged, or was cut or changed'}.`,
        )
      }
      if (plain.length > 0) yield plain
      if (isLast) return
      held = held.subarray(sealedBytes)
    }
  } finally {
    await source.return?.()
  }
}

function readHead(bytes: Buffer, keys: BackupKeys, name: string): { head: string; secret: Buffer } {
  const head = bytes.subarray(0, bytes.indexOf(10) + 1).toString('latin1')
  const found = /"key_id":"([0-9a-f]{8})","salt":"([\w+/=]{44})"\}\n$/.exec(head)
  if (!found) throw new BadBackup(`${name} is not a backup of Prospector, or it is damaged.`)
  const [, id, salt] = found
  const key = keys.find((one) => keyId(one) === id)
  if (key) return { head, secret: fileKey(key, Buffer.from(salt!, 'base64'), head) }
  throw new BadBackup(
    keys.length === 0
      ? `${name} is encrypted. Set BACKUP_KEY to the key it was made with (${id}).`
      : `${name} was encrypted with another key (${id}) than BACKUP_KEY holds (${keys.map(keyId).join(', ')}).`,
  )
}

/** Null: not this chunk, at this place, under this key. */
function open(secret: Buffer, chunk: Buffer, at: number, isLast: boolean): Buffer | null {
  if (chunk.length < tagBytes) return null
  const decipher = createDecipheriv('aes-256-gcm', secret, nonce(at, isLast))
  decipher.setAuthTag(chunk.subarray(chunk.length - tagBytes))
  const plain = decipher.update(chunk.subarray(0, chunk.length - tagBytes))
  try {
    return Buffer.concat([plain, decipher.final()])
  } catch {
    return null
  }
}

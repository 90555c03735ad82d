import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cases } from '../../../test/support/seed.ts'
import { BadBackup } from './format.ts'
import { keyId, seal, unseal } from './seal.ts'

const key = Buffer.alloc(32, 1)
const other = Buffer.alloc(32, 2)
const chunk = 64 * 1024
const sealedChunk = chunk + 16

const sealed = (bytes: Buffer, pieces: Buffer[] = [bytes]): Promise<Buffer> =>
  buffer(Readable.from(pieces).pipe(seal(key)))
const opened = (bytes: Buffer, keys: Buffer[] = [key]): Promise<Buffer> => {
  // In pieces that fit no border of a chunk.
  const pieces = Array.from({ length: Math.ceil(bytes.length / 10_007) }, (_, at) =>
    bytes.subarray(at * 10_007, (at + 1) * 10_007),
  )
  return buffer(Readable.from(unseal(Readable.from(pieces), keys, 'the file')))
}

it('BACKUP-2: what was sealed opens as it was, whatever its length and however it came', async () => {
  for (const length of [0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk, 3 * chunk + 5]) {
    const plain = randomBytes(length)
    const file = await sealed(plain, [plain.subarray(0, length >> 1), plain.subarray(length >> 1)])
    expect((await opened(file, [other, key])).equals(plain), `${length}`).toBe(true)
  }
  expect((await sealed(Buffer.from('a text'))).includes('a text')).toBe(false)
})

it('BACKUP-2: a file that was cut at any place, changed in any bit, reordered, doubled or joined does not open', async () => {
  const plain = randomBytes(3 * chunk + 1_000)
  const file = await sealed(plain)
  const head = file.indexOf(10) + 1
  await fc.assert(
    // Before that, it is no sealed file, and no compressed one either.
    fc.asyncProperty(fc.integer({ min: 23, max: file.length - 1 }), async (length) => {
      await expect(opened(file.subarray(0, length))).rejects.toThrow(BadBackup)
    }),
    { numRuns: cases(60), examples: [[head], [head + sealedChunk], [head + 2 * sealedChunk], [file.length - 1]] },
  )
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 23, max: file.length - 1 }), fc.nat(7), async (at, bit) => {
      const changed = Buffer.from(file)
      changed[at]! ^= 1 << bit
      await expect(opened(changed)).rejects.toThrow(BadBackup)
    }),
    {
      numRuns: cases(60),
      examples: [
        [head, 0],
        [file.length - 1, 7],
      ],
    },
  )
  const chunks = [0, 1, 2].map((at) => file.subarray(head + at * sealedChunk, head + (at + 1) * sealedChunk))
  const rest = file.subarray(head + 3 * sealedChunk)
  const start = file.subarray(0, head)
  for (const order of [
    [1, 0, 2],
    [0, 2, 1],
    [0, 0, 1, 2],
    [0, 1],
  ]) {
    const parts = [start, ...order.map((at) => chunks[at]!), rest]
    await expect(opened(Buffer.concat(parts)), order.join()).rejects.toThrow(BadBackup)
  }
  await expect(opened(Buffer.concat([file, file]))).rejects.toThrow(BadBackup)
  await expect(opened(Buffer.concat([file, Buffer.from('x')]))).rejects.toThrow(BadBackup)
  const twin = await sealed(plain)
  await expect(opened(Buffer.concat([twin.subarray(0, head), file.subarray(head)]))).rejects.toThrow(BadBackup)
})

it('BACKUP-2: the sentence says whether a file is cut off, or was sealed with another key', async () => {
  const file = await sealed(randomBytes(2 * chunk + 9))
  const head = file.indexOf(10) + 1
  await expect(opened(file.subarray(0, head + 2 * sealedChunk))).rejects.toThrow(
    'the file is cut off: it is not a whole backup.',
  )
  await expect(opened(file, [other])).rejects.toThrow(
    `the file was encrypted with another key (${keyId(key)}) than BACKUP_KEY holds (${keyId(other)}).`,
  )
  await expect(opened(file, [])).rejects.toThrow(`Set BACKUP_KEY to the key it was made with (${keyId(key)}).`)
  // Without the key, the name of the key can be forged; what it names cannot.
  const forged = Buffer.from(file.toString('latin1').replace(keyId(key), keyId(other)), 'latin1')
  await expect(opened(forged, [other])).rejects.toThrow(/damaged/)
})

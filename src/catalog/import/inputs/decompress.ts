import { pipeline, type Readable } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'

export type OnBytes = ((count: number) => void) | undefined

const chunkSize = 256 * 1024

/** The bytes of an input. Compressed ones are recognised by their beginning, whatever their name. */
export async function* decompressed(stream: Readable, onBytes: OnBytes): AsyncGenerator<Buffer> {
  const counted = count(stream, onBytes)
  const first = await counted.next()
  if (first.done) return
  const whole = prepend(first.value, counted)
  const unpack = unpackerFor(first.value)
  if (!unpack) return yield* whole
  // The reader below meets every error of the pipeline as an error of its last stream.
  pipeline(whole, unpack, () => {})
  yield* unpack as AsyncIterable<Buffer>
}

function unpackerFor(start: Buffer) {
  if (start[0] === 0x1f && start[1] === 0x8b) return createGunzip({ chunkSize })
  const isZstd = start.length >= 4 && start.readUInt32LE() === 0xfd2fb528
  return isZstd ? createZstdDecompress({ chunkSize }) : null
}

async function* count(stream: Readable, onBytes: OnBytes): AsyncGenerator<Buffer> {
  for await (const chunk of stream) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Buffer)
    if (bytes.length === 0) continue
    onBytes?.(bytes.length)
    yield bytes
  }
}

async function* prepend(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* rest
}

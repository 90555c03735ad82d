import { pipeline, Readable, type Transform } from 'node:stream'
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
} from 'node:zlib'
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import { acceptedEncodings, type Encoding } from './accept-encoding.ts'

/** Below this, a compressed reply arrives no sooner: it fits into one packet either way. */
export const smallBytes = 1_024
/** Replies that are being compressed at once. Past that a reply is sent plain: under load, time is worth more than bytes. */
const underwayMax = 8
/** Rows are compressed in blocks: a call of the compressor for each line would cost more than the line. */
const blockBytes = 32 * 1_024

type Compress = (bytes: Buffer | string, done: (error: Error | null, compressed: Buffer) => void) => void

const brotli = (quality: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
const zstd = (level: number) => ({ params: { [constants.ZSTD_c_compressionLevel]: level } })

/** For replies that are made once for one caller: little time. All of it is spent on threads of the pool, not on the event loop. */
const quickly: Record<Encoding, Compress> = {
  zstd: (bytes, done) => zstdCompress(bytes, zstd(3), done),
  br: (bytes, done) => brotliCompress(bytes, brotli(4), done),
  gzip: (bytes, done) => gzip(bytes, { level: 5 }, done),
}

/** For files that are compressed once and sent often. */
const thoroughly: Record<Encoding, Compress> = {
  zstd: (bytes, done) => zstdCompress(bytes, zstd(12), done),
  br: (bytes, done) => brotliCompress(bytes, brotli(9), done),
  gzip: (bytes, done) => gzip(bytes, { level: 9 }, done),
}

const streams: Record<Encoding, () => Transform> = {
  zstd: () => createZstdCompress(zstd(3)),
  br: () => createBrotliCompress(brotli(4)),
  gzip: () => createGzip({ level: 5 }),
}

/** An `onSend` hook: what the handler answered leaves in the best encoding that the client accepts (HTTP-17). */
export function createCompression(): onSendHookHandler<unknown> {
  let underway = 0
  return (request, reply, payload, done) => {
    varyByEncoding(reply)
    const [encoding] = acceptedEncodings(request.headers['accept-encoding'])
    if (encoding === undefined || reply.statusCode !== 200) return done(null, payload)
    if (payload instanceof Readable) {
      markAs(reply, encoding)
      return done(null, throughBlocks(payload, streams[encoding]()))
    }
    const isLarge = (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length >= smallBytes
    if (!isLarge || underway >= underwayMax || request.method === 'HEAD') return done(null, payload)
    underway += 1
    quickly[encoding](payload, (error, compressed) => {
      underway -= 1
      // Whatever went wrong, the plain reply is still there.
      if (error) return done(null, payload)
      markAs(reply, encoding)
      done(null, compressed)
    })
  }
}

/** The same for a file that never changes: each encoding is made when it is first asked for, and kept. */
export function createCompressedFile(
  text: string,
): (request: FastifyRequest, reply: FastifyReply) => Promise<Buffer | string> {
  const made = new Map<Encoding, Promise<Buffer | null>>()
  const make = (encoding: Encoding): Promise<Buffer | null> => {
    const before = made.get(encoding)
    if (before) return before
    const { promise, resolve } = Promise.withResolvers<Buffer | null>()
    thoroughly[encoding](text, (error, compressed) => resolve(error ? null : compressed))
    made.set(encoding, promise)
    return promise
  }
  return async (request, reply) => {
    varyByEncoding(reply)
    const [encoding] = acceptedEncodings(request.headers['accept-encoding'])
    const compressed = encoding === undefined || text.length < smallBytes ? null : await make(encoding)
    if (!compressed) return text
    markAs(reply, encoding!)
    return compressed
  }
}

function markAs(reply: FastifyReply, encoding: Encoding): void {
  reply.header('Content-Encoding', encoding)
  // The same content in other bytes: a strong validator would claim that the bytes are the same (RFC 9110, 8.8.1).
  const etag = reply.getHeader('ETag')
  if (typeof etag === 'string' && !etag.startsWith('W/')) reply.header('ETag', `W/${etag}`)
}

/** Also on plain replies: a cache must not hand them to a client that accepts something else, or the other way round. */
function varyByEncoding(reply: FastifyReply): void {
  const before = reply.getHeader('Vary')
  reply.header('Vary', before === undefined ? 'Accept-Encoding' : `${before}, Accept-Encoding`)
}

/** If either end fails, both end: the query behind the rows too. */
function throughBlocks(rows: Readable, compressor: Transform): Readable {
  pipeline(Readable.from(inBlocks(rows), { objectMode: false }), compressor, () => {})
  return compressor
}

async function* inBlocks(rows: AsyncIterable<string | Buffer>): AsyncGenerator<string> {
  let block = ''
  for await (const row of rows) {
    block += row
    if (block.length < blockBytes) continue
    yield block
    block = ''
  }
  if (block !== '') yield block
}

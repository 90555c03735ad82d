import { isAscii } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { problems } from '../base/problems.ts'

/** A body that is not UTF-8 is not JSON: decoding it anyway would replace characters. */
const utf8 = new TextDecoder('utf-8', { fatal: true })
/** Nearly all bodies are plain ASCII, which is quicker to see and to read. */
const decode = (bytes: Buffer): string => (isAscii(bytes) ? bytes.toString('latin1') : utf8.decode(bytes))

const namesAnotherCharset = /;\s*charset\s*=(?!\s*"?utf-?8"?\s*(?:;|$))/i

/** Bodies are JSON in UTF-8. All others are read as well: one that is too large is refused as such, whatever its kind. */
export function readJsonBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, ({ headers }, bytes, done) => {
    const { 'content-encoding': encoding = 'identity' } = headers
    if (encoding.toLowerCase() !== 'identity') return done(problems.unsupportedMediaType())
    if (namesAnotherCharset.test(headers['content-type']!)) return done(problems.unsupportedMediaType())
    let body: unknown
    try {
      body = JSON.parse(decode(bytes as Buffer))
    } catch {
      return done(problems.invalidJson())
    }
    done(null, body)
  })
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _bytes, done) =>
    done(problems.unsupportedMediaType()),
  )
}

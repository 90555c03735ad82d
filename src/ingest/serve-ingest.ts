import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problems } from '../base/problems.ts'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import { defaultSource, sourcePattern, sourceRule } from '../catalog/import/import-runs.ts'
import type { Database } from '../db/database.ts'
import { requireOperatorKey } from './operator-keys.ts'
import type { Pace } from './pace.ts'
import { ingestBytesMax, takeLines } from './take-lines.ts'

const ingestPath = '/admin/v1/ingest'

/** Each has a connection of its own; more at once would only wait for each other. */
export const requestsAtOnce = 4

export const batchIdLengthMax = 100
const isBatchId = (text: string) => text.length <= batchIdLengthMax && /^[\x21-\x7e]+$/.test(text)

type Key = { id: string; name: string }

/** `database`: not the connections of requests, which must not wait for ingestion. */
export function serveIngest(server: FastifyInstance, database: Database, channelKeys: ChannelKeys, pace: Pace): void {
  const keys = new WeakMap<FastifyRequest, Key>()
  let underWay = 0
  void server.register(async (scope) => {
    // The body is read while the verdicts leave.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.post(ingestPath, {
      onRequest: async (request, reply) => {
        reply.header('Cache-Control', 'no-store')
        keys.set(request, await requireOperatorKey(database, request.headers.authorization))
        if (Number(request.headers['content-length'] ?? 0) > ingestBytesMax)
          throw problems.requestTooLarge(ingestBytesMax)
        // Compressed bytes would be lines that nobody can read.
        const { 'content-encoding': encoding = 'identity' } = request.headers
        if (encoding.toLowerCase() !== 'identity') throw problems.unsupportedMediaType('NDJSON in UTF-8, with')
        if (underWay >= requestsAtOnce) throw problems.serviceUnavailable()
      },
      handler: async (request, reply) => {
        const { batchId, source } = readQuery(request.query as Record<string, unknown>)
        const body = request.body instanceof Readable ? request.body : Readable.from([])
        const key = keys.get(request)!
        underWay += 1
        reply.raw.once('close', () => {
          underWay -= 1
        })
        const lines = takeLines(database, channelKeys, { key, batchId, source, body }, pace)
        reply.type('application/x-ndjson; charset=utf-8')
        return reply.send(Readable.from(toText(lines)))
      },
    })
  })
}

function readQuery(query: Record<string, unknown>): { batchId: string | null; source: string } {
  const { batch_id: batchId = null, source = defaultSource, ...others } = query
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw problems.invalidRequest(unknown, `There is no parameter "${unknown}".`)
  if (batchId !== null && !(typeof batchId === 'string' && isBatchId(batchId))) {
    throw problems.invalidRequest('batch_id', `batch_id must have 1 to ${batchIdLengthMax} visible ASCII characters.`)
  }
  if (typeof source !== 'string' || !sourcePattern.test(source)) {
    throw problems.invalidRequest('source', `source ${sourceRule}`)
  }
  return { batchId, source }
}

async function* toText(blocks: AsyncIterable<object[]>): AsyncGenerator<string> {
  for await (const verdicts of blocks) {
    const text = verdicts.map((verdict) => `${JSON.stringify(verdict)}\n`).join('')
    if (text !== '') yield text
  }
}

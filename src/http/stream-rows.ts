import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnyOperation, Call } from '../call/operation.ts'
import { accepts, csvLine } from './csv.ts'
import type { Exports } from './pace-exports.ts'

type AnyCall = Call<unknown, unknown, unknown, unknown>
type StreamFormat = 'csv' | 'lines'

/** Answers that are streamed row by row: spreadsheets on request, JSON Lines unless one JSON document is asked for. */
export function streamedAs({ csv, lines }: AnyOperation<never>, accept: string | undefined): StreamFormat | null {
  const wanted = accepts(accept, ['text/csv', 'application/json', 'application/x-ndjson'])
  if (csv && wanted === 'text/csv') return 'csv'
  return lines && wanted !== 'application/json' ? 'lines' : null
}

type StreamContext<Needs> = {
  operation: AnyOperation<Needs>
  call: AnyCall
  needs: Needs
  exports: Exports
  /** Rejects when the caller may not read on. */
  requireRight: Parameters<Exports['paced']>[2]
}

export async function streamRows<Needs>(
  as: StreamFormat,
  { operation, call, needs, exports, requireRight }: StreamContext<Needs>,
  incoming: FastifyRequest,
  reply: FastifyReply,
): Promise<Readable> {
  const { csv, lines } = operation
  const all = as === 'csv' ? csv!.rows(call as never, needs) : lines!.rows(call as never, needs)
  const rows = exports.paced<unknown>(call.principal.account.id, all, requireRight)[Symbol.asyncIterator]()
  // Read before the reply begins: a failure here can still be answered with an error.
  const first = await rows.next()
  // Nobody reads the rows behind a HEAD.
  if (incoming.method === 'HEAD') await rows.return?.()
  if (as === 'lines') {
    reply.header('Content-Type', 'application/x-ndjson; charset=utf-8')
    // The schema is an allow-list here, too: what it does not name can't leave.
    const write = reply.compileSerializationSchema(lines!.line as Record<string, unknown>)
    return Readable.from(texts(first, rows, '', (line) => `${write(line as Record<string, unknown>)}\n`))
  }
  reply.header('Content-Type', 'text/csv; charset=utf-8')
  reply.header('Content-Disposition', `attachment; filename="${operation.id}.csv"`)
  const columns = typeof csv!.columns === 'function' ? csv!.columns(call as never) : csv!.columns
  return Readable.from(texts(first, rows, columns ? csvLine(columns) : '', (row) => csvLine(row as string[])))
}

async function* texts(
  first: IteratorResult<unknown>,
  rows: AsyncIterator<unknown>,
  head: string,
  toText: (row: unknown) => string,
): AsyncGenerator<string> {
  try {
    if (head !== '') yield head
    for (let row = first; !row.done; row = await rows.next()) yield toText(row.value)
  } finally {
    // If the client disconnects, the query behind the rows ends, too.
    await rows.return?.()
  }
}

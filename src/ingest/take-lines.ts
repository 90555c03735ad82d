/** The lines of one request, block by block: each block is one transaction, and its verdicts leave when it is committed. */

import { sql } from '../base/sql.ts'
import { size } from '../base/words.ts'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import {
  CatalogueBusy,
  type Ingestion,
  type IngestResult,
  ingestLines,
  openIngestion,
} from '../catalog/import/ingest-lines.ts'
import { type Arrival, splitLines } from '../catalog/import/read-lines.ts'
import type { Database, Db } from '../db/database.ts'
import { isUsable } from './operator-keys.ts'
import type { Pace } from './pace.ts'

type Verdict = { line: number; result: IngestResult | 'repeated' | 'rejected'; reason?: string }

type IngestRequest = {
  key: { id: string; name: string }
  /** Null: a resend is taken again. Dated lines change nothing that is newer; those without a date count as observed now. */
  batchId: string | null
  source: string
  body: AsyncIterable<Buffer>
}

export const ingestBytesMax = 4 * 1024 * 1024
/** Few, so that what others wait for, while a block is written, is short. */
const linesAtOnce = 50

class BodyTooLong extends Error {}
class KeyRevoked extends Error {}
/** After these no further line is taken: the verdict of each says why. */
const refusals = [KeyRevoked, CatalogueBusy]

export async function* takeLines(
  database: Database,
  channelKeys: ChannelKeys,
  request: IngestRequest,
  pace: Pace = (block) => block(),
): AsyncGenerator<Verdict[]> {
  const ingestion = await openIngestion(database, channelKeys, { source: request.source, input: request.key.name })
  let lastLine = 0
  let refusal: string | null = null
  const take = async (block: readonly Arrival[]): Promise<Verdict[]> => {
    try {
      if (refusal === null) return await pace(() => takeBlock(ingestion, request, block))
    } catch (error) {
      if (!refusals.some((kind) => error instanceof kind)) throw error
      refusal = (error as Error).message
    }
    return block.map(({ line }) => ({ line, result: 'rejected', reason: refusal! }))
  }
  try {
    for await (const arrivals of splitLines(bounded(request.body), 'body')) {
      for (let from = 0; from < arrivals.length; from += linesAtOnce) {
        const block = arrivals.slice(from, from + linesAtOnce)
        yield await take(block)
        lastLine = block.at(-1)!.line
      }
    }
  } catch (error) {
    // What follows was not read, so only the first line of it can be answered.
    if (!(error instanceof BodyTooLong)) throw error
    yield [{ line: lastLine + 1, result: 'rejected', reason: error.message }]
  } finally {
    await ingestion.close()
  }
}

async function* bounded(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > ingestBytesMax)
      throw new BodyTooLong(`the body is longer than ${size(ingestBytesMax)}: send the rest as another request`)
    yield chunk
  }
}

async function takeBlock(ingestion: Ingestion, request: IngestRequest, block: readonly Arrival[]): Promise<Verdict[]> {
  const { key, batchId } = request
  let done = 0
  const verdicts = await ingestLines(ingestion, block, {
    begin: async (tx) => {
      if (!(await isUsable(tx, key.id))) throw new KeyRevoked('the operator key was revoked')
      done = batchId === null ? 0 : await linesDone(tx, key.id, batchId)
      return done
    },
    end: async (tx) => {
      const last = block.at(-1)!.line
      if (batchId === null || last <= done) return
      await tx.query(sql`
        UPDATE ingest_batches SET lines_done = ${last} WHERE operator_key_id = ${key.id} AND batch_id = ${batchId}`)
    },
  })
  const byLine = new Map(verdicts.map((verdict) => [verdict.line, verdict]))
  return block.map(({ line }) => (line <= done ? { line, result: 'repeated' } : byLine.get(line)!))
}

/** Holds the row of the batch: of two requests with one batch, each line is taken by whichever comes first. */
async function linesDone(tx: Db, keyId: string, batchId: string): Promise<number> {
  const [batch] = await tx.query<{ done: number }>(sql`
    INSERT INTO ingest_batches (operator_key_id, batch_id) VALUES (${keyId}, ${batchId})
    ON CONFLICT (operator_key_id, batch_id) DO UPDATE SET lines_done = ingest_batches.lines_done
    RETURNING lines_done AS done`)
  return batch!.done
}

/** How many lines a second ingestion takes: new stores, the same again, and next to an import of files. */

import { rawSql } from '../src/base/sql.ts'
import type { ChannelKeys } from '../src/catalog/channel-keys.ts'
import { importCatalogue } from '../src/catalog/import/import-catalogue.ts'
import { readRecords } from '../src/catalog/import/read-lines.ts'
import type { Database } from '../src/db/database.ts'
import { demoCatalogue } from '../src/demo/catalogue.ts'
import { createOperatorKey } from '../src/ingest/operator-keys.ts'
import { takeLines } from '../src/ingest/take-lines.ts'
import { milliseconds, perSecond, quantile, report } from './measure.ts'

const linesPerRequest = 1_000

export async function measureIngestion(database: Database, channelKeys: ChannelKeys, stores: number): Promise<void> {
  await database.query(rawSql('TRUNCATE stores, contacts'))
  const lines = Math.floor(stores / 4)
  const { id } = await createOperatorKey(database, 'bench')
  const waits: number[] = []
  const ingest = async (seed: number): Promise<number> => {
    const start = performance.now()
    const all = [...demoCatalogue({ stores: lines, seed })].map((store) => `${JSON.stringify(store)}\n`)
    for (let from = 0; from < all.length; from += linesPerRequest) {
      const body = oneChunk(all.slice(from, from + linesPerRequest).join(''))
      const request = { key: { id, name: 'bench' }, batchId: null, source: 'bench', body }
      let since = performance.now()
      for await (const verdicts of takeLines(database, channelKeys, request)) {
        if (verdicts.length > 0) waits.push(performance.now() - since)
        since = performance.now()
      }
    }
    return (lines * 1_000) / (performance.now() - start)
  }
  const alone = await ingest(2)
  const again = await ingest(2)
  const blocksAlone = waits.splice(0)
  const imported = importCatalogue(database, { source: readRecords(demoCatalogue({ stores, seed: 3 })), channelKeys })
  const nextToImport = await ingest(4)
  await imported
  report(`Ingestion of ${lines.toLocaleString('en')} lines, ${linesPerRequest} a request`, [
    ['new stores', perSecond(alone)],
    ['the same lines again', perSecond(again)],
    ['a block of at most 50 lines, p50', milliseconds(quantile(blocksAlone, 0.5))],
    ['a block of at most 50 lines, p99', milliseconds(quantile(blocksAlone, 0.99))],
    [`new stores, next to an import of ${stores.toLocaleString('en')} stores`, perSecond(nextToImport)],
    ['a block next to the import, p99', milliseconds(quantile(waits, 0.99))],
  ])
}

async function* oneChunk(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

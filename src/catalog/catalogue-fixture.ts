import { Readable } from 'node:stream'
import { sql } from '../base/sql.ts'
import type { Database } from '../db/database.ts'
import { createChannelKeys } from './channel-keys.ts'
import { type ImportOptions, type ImportResult, importCatalogue } from './import/import-catalogue.ts'
import { readLines } from './import/inputs/read-inputs.ts'
import { readRecords } from './import/read-lines.ts'
import type { Reject } from './import/reject.ts'
import type { ImportedStore } from './import-record.ts'

/** Shared by the tests of the catalogue: keys, small imports, and the catalogue as one comparable value. */
export const fixtureKeySource = Buffer.alloc(32, 7)
export const fixtureKeys = createChannelKeys([fixtureKeySource])

type Options = Partial<Omit<ImportOptions, 'source'>>

export function importStores(
  database: Database,
  stores: ImportedStore[],
  options: Options = {},
): Promise<ImportResult> {
  return importCatalogue(database, { channelKeys: fixtureKeys, ...options, source: readRecords(stores) })
}

/** `chunks` are the bytes of one file, cut wherever the test wants. */
export async function importText(
  database: Database,
  chunks: (string | Buffer)[],
  options: Options = {},
): Promise<ImportResult & { rejects: Reject[] }> {
  const rejects: Reject[] = []
  const open = () => Readable.from(chunks.map((chunk) => Buffer.from(chunk)))
  const result = await importCatalogue(database, {
    channelKeys: fixtureKeys,
    onReject: (reject) => {
      rejects.push(reject)
    },
    ...options,
    source: readLines([{ name: 'file', bytesTotal: null, format: 'ndjson', about: 'stores', path: null, open }]),
  })
  return { ...result, rejects }
}

/** Everything an operator or a customer could tell two catalogues apart by, and the ids. Sealed bytes differ every time. */
export async function readWholeCatalogue(database: Database): Promise<{ stores: unknown[]; contacts: unknown[] }> {
  const [row] = await database.query<{ stores: unknown[]; contacts: unknown[] }>(sql`
    SELECT
      (SELECT coalesce(json_agg(to_jsonb(s) - 'import_run' - 'retired_at'
        || jsonb_build_object('retired', retired_at IS NOT NULL) ORDER BY domain), '[]') FROM stores s) AS stores,
      (SELECT coalesce(json_agg(to_jsonb(c) - 'import_run' - 'channels' - 'retired_at'
        || jsonb_build_object('retired', retired_at IS NOT NULL) ORDER BY contact_id), '[]') FROM contacts c) AS contacts`)
  return row!
}

/** Contact ids by full name, live ones only. */
export async function liveContactIds(database: Database): Promise<Record<string, string>> {
  const rows = await database.query<{ full_name: string; contact_id: string }>(
    sql`SELECT full_name, contact_id FROM contacts WHERE retired_at IS NULL`,
  )
  return Object.fromEntries(rows.map((row) => [row.full_name, row.contact_id]))
}

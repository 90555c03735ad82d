/** Lines that an import did not take, for the operator to download: where and why. Their text may hold addresses and is not kept. */
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

export const rejectsKeptDays = 30
/** Kept for each import. `--rejects` writes all of them. */
export const rejectsKeptMax = 10_000

const rowsAtOnce = 500
/** File names and headers are as long as somebody made them. */
const textLength = 200

type Reject = { input: string; line: number; column?: string; reason: string }

export type RejectKeeper = { keep(reject: Reject): Promise<void>; flush(): Promise<void> }

/** Outside the transactions of the import, so that they are there when it is stopped. */
export function createRejectKeeper(db: Db, importRun: number): RejectKeeper {
  let waiting: Reject[] = []
  let written = 0

  async function flush(): Promise<void> {
    const rows = waiting
    waiting = []
    if (rows.length === 0) return
    await db.query(sql`
      INSERT INTO import_rejects (import_run, number, input, line, column_name, reason)
      SELECT ${importRun}, ${written} + number, input, line, column_name, reason
      FROM unnest(${rows.map(({ input }) => storable(input))}::text[], ${rows.map(({ line }) => line)}::bigint[],
        ${rows.map(({ column }) => (column === undefined ? null : storable(column)))}::text[],
        ${rows.map(({ reason }) => storable(reason))}::text[])
        WITH ORDINALITY AS reject (input, line, column_name, reason, number)`)
    written += rows.length
  }

  return {
    async keep(reject) {
      if (written + waiting.length >= rejectsKeptMax) return
      waiting.push(reject)
      if (waiting.length === rowsAtOnce) await flush()
    },
    flush,
  }
}

const storable = (text: string): string => text.slice(0, textLength).toWellFormed().replaceAll('\0', '')

type KeptReject = { file: string; line: number; column: string | null; reason: string }

/** In the order of the lines. */
export const listRejects = (db: Db, importRun: number): Promise<KeptReject[]> =>
  db.query(sql`
    SELECT input AS file, line::float8 AS line, column_name AS "column", reason FROM import_rejects
    WHERE import_run = ${importRun} ORDER BY number`)

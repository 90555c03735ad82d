/**
 * Searches that found nothing, by what they asked for: values of the filters of stores that have a list, such as apps and countries.
 * Nothing that is typed freely and nothing of the filters of people gets here, so no name does.
 */
import { createHmac } from 'node:crypto'
import type { Logger } from 'pino'
import type { Clock } from '../base/clock.ts'
import { modeOf } from '../base/ids.ts'
import { repeat } from '../base/repeat.ts'
import { sql } from '../base/sql.ts'
import type { Database, Db } from '../db/database.ts'
import { fold } from '../search/columns/words.ts'
import { askedFilters, canonicalValue } from '../search/query/asked-filters.ts'
import type { ContactQuery, StoreQuery } from '../search/schema/filters.ts'

/** With fewer accounts, a search could be attributed to one of them. */
export const accountsMin = 3

const wordLengthMax = 60
const wordsPerSearchMax = 20
/** What a node remembers between two rounds, and what a month may hold: more is not noted. */
const notesMax = 2_000
const askersPerMonthMax = 200_000
const everyMs = 5_000

type Word = { filter: string; word: string }
type Note = Word & { month: string; wordHash: Buffer; accountHash: Buffer }

/** What a search asked for that may be written down. */
export function wordsAsked(query: ContactQuery & StoreQuery): Word[] {
  const words = askedFilters(query).flatMap(({ filter, path, value }): Word[] => {
    if (filter.block !== 'store' || !('taxonomy' in filter) || 'closed' in filter) return []
    const { any = [], all = [] } = Array.isArray(value)
      ? { any: value as string[] }
      : (value as Record<string, string[]>)
    return [...any, ...all].map((one) => ({ filter: path, word: fold(canonicalValue(filter, one)) }))
  })
  return words
    .filter(({ word }) => word !== '' && word.length <= wordLengthMax && !word.includes('@'))
    .slice(0, wordsPerSearchMax)
}

export type UnmetSearches = {
  /** Costs nothing but memory: it is written in the background. */
  note(accountId: string, query: ContactQuery & StoreQuery): void
  flush(): Promise<void>
  stop(): Promise<void>
}

export function noteUnmetSearches(
  database: Database,
  { clock, secret, log }: { clock: Clock; secret: Buffer; log: Logger },
): UnmetSearches {
  const report = (error: unknown) => log.warn({ err: error }, 'searches that found nothing were not counted')
  let notes = new Map<string, Note>()
  const hash = (...parts: string[]): Buffer =>
    createHmac('sha256', secret)
      .update(['unmet search', ...parts].join('\0'))
      .digest()
      .subarray(0, 16)

  async function flush(): Promise<void> {
    const waiting = [...notes.values()]
    notes = new Map()
    if (waiting.length > 0) await store(database, waiting)
  }

  const writing = repeat(everyMs, flush, report)
  return {
    note(accountId, query) {
      if (modeOf(accountId) === 'test') return
      const month = `${clock.now().toISOString().slice(0, 7)}-01`
      for (const { filter, word } of wordsAsked(query)) {
        const key = [month, accountId, filter, word].join('\0')
        // Somebody who searches again for what is not there costs no hash.
        if (notes.size >= notesMax || notes.has(key)) continue
        notes.set(key, {
          month,
          filter,
          word,
          wordHash: hash(month, filter, word),
          accountHash: hash(month, accountId),
        })
      }
    },
    flush,
    async stop() {
      await writing.stop()
      await flush().catch(report)
    },
  }
}

async function store(db: Db, notes: readonly Note[]): Promise<void> {
  // In one order, so that two nodes never wait for each other.
  const sorted = notes.toSorted(
    (a, b) => Buffer.compare(a.wordHash, b.wordHash) || Buffer.compare(a.accountHash, b.accountHash),
  )
  const column = <Name extends keyof Note>(name: Name) => sorted.map((note) => note[name])
  await db.transaction(async (tx) => {
    await tx.query(sql`
      INSERT INTO unmet_askers (month, word_hash, account_hash)
      SELECT * FROM unnest(${column('month')}::date[], ${column('wordHash')}::bytea[], ${column('accountHash')}::bytea[])
      WHERE (SELECT count(*) FROM unmet_askers WHERE month = ${sorted[0]!.month}::date) < ${askersPerMonthMax}
      ON CONFLICT DO NOTHING`)
    await tx.query(sql`
      INSERT INTO unmet_words (month, filter, word, accounts)
      SELECT noted.month, noted.filter, noted.word, count(*)
      FROM (
        SELECT DISTINCT * FROM unnest(${column('month')}::date[], ${column('filter')}::text[], ${column('word')}::text[],
          ${column('wordHash')}::bytea[]) AS n (month, filter, word, word_hash)) AS noted
      JOIN unmet_askers USING (month, word_hash)
      GROUP BY 1, 2, 3 HAVING count(*) >= ${accountsMin} ORDER BY 1, 2, 3
      ON CONFLICT (month, filter, word) DO UPDATE SET accounts = excluded.accounts`)
  })
}

type UnmetWord = { month: string; filter: string; word: string; accounts: number }

export const readUnmetWords = (db: Db, since: Date): Promise<UnmetWord[]> =>
  db.query(sql`
    SELECT to_char(month, 'YYYY-MM') AS month, filter, word, accounts FROM unmet_words
    WHERE month >= date_trunc('month', ${since}::timestamptz AT TIME ZONE 'UTC')::date
    ORDER BY month, accounts DESC, filter, word`)

import type { App } from '../src/app.ts'
import { sql } from '../src/db/sql.ts'

let round = 0

/** A word for the names of the stores of one round. No two are a typo of each other, which a search would find as well. */
export const changedWord = (of: number): string => `changed${String.fromCharCode(97 + (of % 26)).repeat(4)}`

/** Renames some stores, as an import would, and resolves with the seconds from the commit to the first search that finds all. */
export async function changeStores({ database, searchIndex }: App, count: number): Promise<number> {
  const word = changedWord(++round)
  const total = () => searchIndex.reader().searchStores({ query: { store: { query: word } }, limit: 1 }).total
  await database.transaction(async (tx) => {
    await tx.query(sql`
      WITH changed AS (
        UPDATE stores SET name = ${word} || ' ' || name
        WHERE store_id IN (SELECT store_id FROM stores LIMIT ${count}) RETURNING store_id)
      INSERT INTO catalogue_changes SELECT version + 1, store_id FROM changed, catalogue_state`)
    await tx.query(sql`UPDATE catalogue_state SET
      changes_after = CASE WHEN changes_until = version THEN changes_after ELSE version END,
      changes_until = version + 1, version = version + 1`)
  })
  const began = performance.now()
  while (total() < count) await new Promise((resolve) => setTimeout(resolve, 10))
  return (performance.now() - began) / 1_000
}
